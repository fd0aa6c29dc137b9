# gud_target(NAME): what every target of the project is compiled with.
set(GUD_SANITIZE_FLAGS -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)

function(gud_target name)
  set_target_properties(${name} PROPERTIES
    C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L $<$<BOOL:${SLEPC_FOUND}>:GUD_HAVE_SLEPC>)
  # -fno-math-errno lets sqrt become one instruction; results stay IEEE, so no -ffast-math
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -fno-math-errno)
  if(GUD_WERROR)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
  if(GUD_NATIVE)
    target_compile_options(${name} PRIVATE -march=native)
  endif()
  if(GUD_FUZZ) # the standard macro of fuzzing builds: small meshes only
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
    target_compile_definitions(${name} PRIVATE FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
  endif()
  if(GUD_SANITIZE)
    target_compile_options(${name} PRIVATE ${GUD_SANITIZE_FLAGS})
    get_target_property(kind ${name} TYPE)
    if(NOT kind STREQUAL "OBJECT_LIBRARY")
      target_link_options(${name} PUBLIC $<BUILD_INTERFACE:-fsanitize=address$<COMMA>undefined>)
    endif()
    if(kind STREQUAL "EXECUTABLE")
      target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/keep_modules.c)
      target_link_options(${name} PRIVATE -Wl,--export-dynamic-symbol=dlclose)
    endif()
  endif()
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>)
  add_dependencies(${name} gud_version)
endfunction()

set(CMAKE_C_FLAGS_RELEASE "-O3 -g")
if(GUD_SANITIZE)
  set(CMAKE_C_FLAGS_DEBUG "-O1 -g")
endif()
