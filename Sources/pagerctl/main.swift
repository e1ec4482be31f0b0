internal import Glibc

// A closed reader causes the error EPIPE instead of a signal.
signal(SIGPIPE, SIG_IGN)
exit(Invocation.run(Array(CommandLine.arguments.dropFirst())))
