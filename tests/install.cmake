# What an installation holds works where it lies: cmake -DBUILD=DIR -DCASE=DIR -P tests/install.cmake.
# cairn-lab links LibTorch, and the recorded case, with 32-bit weights, needs the library that programs load from ../lib/cairn.
set(prefix ${CMAKE_CURRENT_BINARY_DIR}/install_test)
file(REMOVE_RECURSE ${prefix})

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT code EQUAL 0)
        file(REMOVE_RECURSE ${prefix})
        message(FATAL_ERROR "${ARGN}: ${code}\n${output}")
    endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${prefix}/bin/cairn-cli --version)
run(${prefix}/bin/cairn-engine --version)
run(${prefix}/bin/cairn-lab golden ${CASE})
file(REMOVE_RECURSE ${prefix})
