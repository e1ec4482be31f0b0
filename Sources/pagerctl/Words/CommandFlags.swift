internal import PagerModel

/// The command-line options that pagerctl handles itself and does not send to the daemon.
struct CommandFlags {
    /// Whether to wait for the end of the transition that the command starts.
    private(set) var waits = false
    /// Whether pagerctl exits with a special status if the command starts no transition.
    private(set) var hasExitCode = false

    static let exitCode = "--exit-code"

    /// Removes the flags before `--` from the arguments of a command that can start a transition.
    /// Other commands have no flags.
    static func take(
        from arguments: [String], for form: CommandForm
    ) -> (flags: CommandFlags, rest: [String]) {
        var flags = CommandFlags()
        guard form.startsTransition else { return (flags, arguments) }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let rest = arguments[..<end].filter { argument in
            switch argument {
            case TransitionWait.flag: flags.waits = true
            case exitCode: flags.hasExitCode = true
            default: return true
            }
            return false
        }
        return (flags, rest + arguments[end...])
    }
}
