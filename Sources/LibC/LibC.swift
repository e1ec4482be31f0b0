// The system's C library, for targets that are written for Linux and macOS.
#if canImport(Darwin)
    @_exported public import Darwin
#else
    @_exported public import Glibc
#endif
