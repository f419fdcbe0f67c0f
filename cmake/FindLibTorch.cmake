# The CPU side of LibTorch from the folder that packaging/setup.sh fills (CAIRN_DEPS): imported target LibTorch::LibTorch.
# find_package(Torch) of the wheel wants the CUDA toolkit, an architecture list and every CUDA library; we link libtorch_cpu
# and libc10 only, the CUDA side is loaded at run time where a GPU answers.
set(LibTorch_ROOT "${CAIRN_DEPS}/libtorch-2.11.0")
foreach(found LibTorch_INCLUDE_DIR LibTorch_CPU_LIBRARY LibTorch_C10_LIBRARY)
    string(FIND "${${found}}" "${LibTorch_ROOT}/" at)
    if(NOT at EQUAL 0)
        unset(${found} CACHE)   # of another folder
    endif()
endforeach()
find_path(LibTorch_INCLUDE_DIR ATen/ATen.h PATHS ${LibTorch_ROOT}/include NO_DEFAULT_PATH)
find_library(LibTorch_CPU_LIBRARY torch_cpu PATHS ${LibTorch_ROOT}/lib NO_DEFAULT_PATH)
find_library(LibTorch_C10_LIBRARY c10 PATHS ${LibTorch_ROOT}/lib NO_DEFAULT_PATH)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch
    REQUIRED_VARS LibTorch_CPU_LIBRARY LibTorch_C10_LIBRARY LibTorch_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "LibTorch is not in ${CAIRN_DEPS}. Run packaging/setup.sh, or set CAIRN_DEPS.")

if(LibTorch_FOUND AND NOT TARGET LibTorch::LibTorch)
    add_library(LibTorch::LibTorch INTERFACE IMPORTED)
    target_include_directories(LibTorch::LibTorch SYSTEM INTERFACE
        ${LibTorch_INCLUDE_DIR} ${LibTorch_INCLUDE_DIR}/torch/csrc/api/include)
    target_link_libraries(LibTorch::LibTorch INTERFACE ${LibTorch_CPU_LIBRARY} ${LibTorch_C10_LIBRARY})
    # libtorch_cpu names libcudart and libcupti; its own run path finds them beside it.
    target_link_options(LibTorch::LibTorch INTERFACE
        "LINKER:-rpath-link,${CAIRN_DEPS}/nvidia/cu13/lib" "LINKER:-rpath-link,${LibTorch_ROOT}/lib")
endif()
