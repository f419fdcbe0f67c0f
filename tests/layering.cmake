# The direction of includes between folders: cmake -P tests/layering.cmake [-DROOT=DIR]. Names every file with a wrong arrow.
# One row per folder (one within another may have its own): what it may include of ours besides itself, and whether Qt, torch or CUDA
# headers may appear in it.
# With -DSELF_TEST=ON it also plants wrong arrows in a temporary tree and fails unless each is found.
cmake_policy(SET CMP0057 NEW)   # if(.. IN_LIST ..)

set(rows
    # folder          of ours                                                                                  foreign
    "core/types       | core/result.h                                                                          | "
    "core/formats     | core/types core/result.h                                                               | "
    "core/tokenizer   | core/types core/result.h core/formats                                                  | "
    "core/model       | core/types core/result.h core/formats core/tokenizer kernels                           | "
    "core/float_products |                                                                                     | torch"
    "core/engine      | core/types core/result.h core/formats core/tokenizer core/model core/float_products kernels | "
    "core/engine/common  | core/types core/result.h kernels                                                     | "
    "core/engine/blocks  | core/types core/result.h core/engine/common kernels                                  | "
    "core/engine/weights | core/types core/result.h core/model core/float_products core/engine/common kernels   | "
    "core/engine/gpu     | core/types core/result.h core/model core/engine/common core/engine/blocks core/engine/weights kernels | "
    "core/engine/step    | core/types core/result.h core/model core/engine/common core/engine/blocks core/engine/weights core/engine/gpu kernels | "
    "core/wording/words     | core/types core/tokenizer                                                        | "
    "core/wording/text      | core/types core/wording/words                                                    | "
    "core/wording/questions | core/types core/wording/words core/wording/text                                  | "
    "core/wording/quoting   | core/types core/wording/words core/wording/text core/wording/questions           | "
    "core/answering   | core/types core/result.h core/tokenizer core/model core/engine core/wording            | "
    "core/documents   | core/types core/result.h core/formats                                                  | qt"
    "core/documents/client   | core/types core/result.h core/formats                                           | "
    "core/documents/text     | core/types core/result.h core/formats core/documents/client                     | qt"
    "core/documents/html     | core/types core/result.h core/formats core/documents/client core/documents/text | qt"
    "core/documents/markup   | core/types core/result.h core/formats core/documents/client core/documents/text core/documents/html | "
    "core/documents/packages | core/types core/result.h core/formats core/documents/client core/documents/text core/documents/html | "
    "core/documents/pdf      | core/types core/result.h core/formats core/documents/client core/documents/text | qt"
    "core/corpora     | core/types core/result.h core/formats core/answering                                   | "
    "core/training    | core/types core/result.h core/formats core/tokenizer core/model core/engine core/wording core/answering core/corpora kernels | torch"
    "core/evaluation  | core/types core/result.h core/formats core/tokenizer core/model core/engine core/wording core/answering core/corpora kernels | "
    "kernels          |                                                                                        | cuda"
    "kernels/vectors   |                                                                                       | "
    "kernels/rows      | kernels/vectors                                                                       | "
    "kernels/products  | kernels/vectors kernels/rows                                                          | "
    "kernels/retrieval | kernels/vectors kernels/rows                                                          | "
    "kernels/attention | kernels/vectors kernels/rows                                                          | "
    "kernels/benchmark | kernels tests/kernels                                                                 | cuda"
    "storage          | core/types core/result.h                                                               | "
    "storage/bytes    | core/types core/result.h                                                               | "
    "storage/files    | core/types core/result.h                                                               | "
    "storage/records  | core/types core/result.h storage/bytes                                                 | "
    "storage/database | core/types core/result.h storage/files                                                 | "
    "storage/schema   | core/types core/result.h storage/database                                              | "
    "storage/tables   | core/types core/result.h storage/bytes storage/records storage/database                | "
    "storage/blocks   | core/types core/result.h storage/bytes storage/files storage/database storage/schema   | "
    "storage/session  | core/types core/result.h storage/bytes storage/files storage/records storage/database storage/schema storage/tables | "
    "storage/folders  | core/types core/result.h storage/bytes storage/files storage/records storage/database storage/schema storage/session | "
    "storage/rescue   | core/types core/result.h storage/bytes storage/files storage/records storage/database storage/schema storage/tables storage/session storage/folders | "
    "ui               | core/types core/result.h                                                               | qt"
    "app              | core kernels storage ui                                                                | qt torch"
    "app/window/desktop  | core/types core/result.h storage | qt"
    "app/window/session  | core storage ui app/client app/common app/conversation app/protocol app/session | qt"
    "app/window/settings | core storage ui app/client app/common app/conversation app/protocol app/session app/window/session app/window/desktop | qt"
    "app/window/areas    | core storage ui app/client app/common app/conversation app/protocol app/session app/window/session app/window/settings | qt"
    "tests            | core kernels storage ui app                                                            | qt torch")

# All includes of `file`, "quoted" or <angled>, as a list of paths in `out`.
function(includes_of file out)
    file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
    set(paths "")
    foreach(line IN LISTS lines)
        if(line MATCHES "#[ \t]*include[ \t]*[<\"]([^>\"]+)[>\"]")
            list(APPEND paths "${CMAKE_MATCH_1}")
        endif()
    endforeach()
    set(${out} "${paths}" PARENT_SCOPE)
endfunction()

# qt, torch, cuda, ours, or empty for everything else.
function(kind_of path out)
    if(path MATCHES "^(core|kernels|storage|ui|app|tests)/")
        set(kind ours)
    elseif(path MATCHES "^(torch|ATen|c10|caffe2)/")
        set(kind torch)
    elseif(path MATCHES "^Q([A-Z][A-Za-z0-9]*/?)+$" OR path MATCHES "^(qt|Qt)[a-zA-Z0-9]*[./]")
        set(kind qt)
    elseif(path MATCHES "^(cuda|cub/|cublas|cudnn|cooperative_groups|mma\\.h|nvToolsExt|nvml)")
        set(kind cuda)
    else()
        set(kind "")
    endif()
    set(${out} "${kind}" PARENT_SCOPE)
endfunction()

function(fault text)
    set_property(GLOBAL APPEND PROPERTY layering_faults "${text}")
endfunction()

function(check_file root folder allowed foreign file)
    file(RELATIVE_PATH name ${root} ${file})
    includes_of(${file} paths)
    set(seen "")
    foreach(path IN LISTS paths)
        kind_of(${path} kind)
        list(APPEND seen "${kind}")
        if(kind STREQUAL "ours")
            set(fits FALSE)
            foreach(prefix IN ITEMS ${folder} LISTS allowed)
                if(path STREQUAL prefix OR path MATCHES "^${prefix}/")
                    set(fits TRUE)
                endif()
            endforeach()
            if(NOT fits)
                fault("${name}: ${folder} may not include ${path}")
            endif()
        elseif(kind STREQUAL "cuda" AND NOT name MATCHES "\\.(cu|cuh)$")
            fault("${name}: CUDA headers belong in .cu and .cuh files: ${path}")
        elseif(kind AND NOT kind IN_LIST foreign)
            fault("${name}: ${folder} may not include ${kind} headers: ${path}")
        endif()
    endforeach()
    if("qt" IN_LIST seen AND "torch" IN_LIST seen)
        fault("${name}: Qt and torch in one file")
    endif()
endfunction()

function(check_tree root)
    foreach(row IN LISTS rows)
        string(REPLACE "|" ";" cells "${row}")
        list(GET cells 0 folder)
        list(GET cells 1 allowed)
        list(GET cells 2 foreign)
        string(STRIP "${folder}" folder)
        string(REGEX MATCHALL "[^ ]+" allowed "${allowed}")
        string(REGEX MATCHALL "[^ ]+" foreign "${foreign}")
        file(GLOB_RECURSE files ${root}/${folder}/*.h ${root}/${folder}/*.cpp ${root}/${folder}/*.in ${root}/${folder}/*.cu
             ${root}/${folder}/*.cuh)
        foreach(inner IN LISTS rows)   # a folder within this one that has a row of its own
            string(REGEX REPLACE " *\\|.*" "" inner "${inner}")
            string(STRIP "${inner}" inner)
            if(inner MATCHES "^${folder}/")
                list(FILTER files EXCLUDE REGEX "/${inner}/")
            endif()
        endforeach()
        foreach(file IN LISTS files)
            check_file(${root} ${folder} "${allowed}" "${foreign}" ${file})
        endforeach()
        list(LENGTH files count)
        math(EXPR total "${total} + ${count}")
    endforeach()
    set(total ${total} PARENT_SCOPE)
endfunction()

# Every wrong arrow below must be found, and the right ones left alone.
function(self_test)
    set(tree ${CMAKE_CURRENT_BINARY_DIR}/layering_self_test)
    file(REMOVE_RECURSE ${tree})
    file(WRITE ${tree}/core/types/a.h "#include \"core/model/b.h\"\n")
    file(WRITE ${tree}/core/formats/a.h "#include <QString>\n")
    file(WRITE ${tree}/core/tokenizer/a.cpp "  #  include \"core/model/b.h\"\n")
    file(WRITE ${tree}/core/engine/engine.h "#include <torch/torch.h>\n")
    file(WRITE ${tree}/core/model/a.cpp "#include <ATen/ATen.h>\n")
    file(WRITE ${tree}/core/documents/a.cpp "#include \"core/engine/engine.h\"\n")
    file(WRITE ${tree}/core/documents/text/a.cpp "#include \"core/documents/pdf/b.h\"\n")
    file(WRITE ${tree}/core/wording/text/a.cpp "#include \"core/wording/questions/b.h\"\n")
    file(WRITE ${tree}/kernels/a.cpp "#include <cuda_runtime.h>\n")
    file(WRITE ${tree}/kernels/b.h "#include \"core/types/ids.h\"\n")
    file(WRITE ${tree}/storage/a.cpp "#include <QtCore/QString>\n")
    file(WRITE ${tree}/storage/records/a.h "#include \"storage/tables/hashed_table.h\"\n")
    file(WRITE ${tree}/ui/a.cpp "#include \"storage/database/database.h\"\n")
    file(WRITE ${tree}/app/a.cpp "#include <QString>\n#include <c10/util/Half.h>\n")
    set(wrong 14)
    file(WRITE ${tree}/kernels/good.cu "#include <cuda_runtime.h>\n#include \"kernels/b.h\"\n")
    file(WRITE ${tree}/core/engine/good.cpp "#include \"core/float_products/good.h\"\n#include \"core/model/model.h\"\n#include <vector>\n")
    file(WRITE ${tree}/core/float_products/good.cpp "#include <ATen/ATen.h>\n")
    file(WRITE ${tree}/ui/good.h "#include <QWidget>\n#include \"core/types/trace.h\"\n// #include \"storage/x.h\"\n")
    check_tree(${tree})
    get_property(faults GLOBAL PROPERTY layering_faults)
    list(LENGTH faults found)
    file(REMOVE_RECURSE ${tree})
    if(NOT found EQUAL wrong)
        list(JOIN faults "\n  " text)
        message(FATAL_ERROR "Self-test: ${found} of ${wrong} planted wrong arrows were found:\n  ${text}")
    endif()
    set_property(GLOBAL PROPERTY layering_faults "")
endfunction()

if(NOT ROOT)
    get_filename_component(ROOT ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
endif()
if(SELF_TEST)
    self_test()
endif()
set(total 0)
check_tree(${ROOT})
if(total LESS 20)
    message(FATAL_ERROR "Only ${total} sources under ${ROOT}: is this the source tree?")
endif()
get_property(faults GLOBAL PROPERTY layering_faults)
if(faults)
    list(JOIN faults "\n  " text)
    message(FATAL_ERROR "Wrong arrows between folders:\n  ${text}")
endif()
message(STATUS "${total} files, all arrows as in tests/layering.cmake")
