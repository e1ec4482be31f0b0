// Re-exports the system's C library on Linux and macOS.
#if canImport(Darwin)
    @_exported public import Darwin
#else
    @_exported public import Glibc
#endif
