internal import Glibc

// A reader that goes away shall be seen as EPIPE, not as a signal.
signal(SIGPIPE, SIG_IGN)
exit(Invocation.run(Array(CommandLine.arguments.dropFirst())))
