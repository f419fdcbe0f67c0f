# Flags of all our targets, in one INTERFACE target.
add_library(cairn_options INTERFACE)
target_compile_features(cairn_options INTERFACE cxx_std_20)
target_compile_options(cairn_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
target_compile_definitions(cairn_options INTERFACE
    QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_NARROWING_CONVERSIONS_IN_CONNECT)
target_include_directories(cairn_options INTERFACE ${PROJECT_SOURCE_DIR})
if(CAIRN_WERROR)
    target_compile_options(cairn_options INTERFACE -Werror)
endif()
if(CAIRN_SANITIZE)
    target_compile_options(cairn_options INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
    target_link_options(cairn_options INTERFACE -fsanitize=address,undefined)
endif()

if(CAIRN_FUZZ)   # clang: packaging/fuzz.sh
    target_compile_options(cairn_options INTERFACE
        -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    target_link_options(cairn_options INTERFACE -fsanitize=address,undefined)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
