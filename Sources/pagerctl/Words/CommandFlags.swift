internal import PagerModel

/// The command-line options that pagerctl handles itself and does not send to the daemon.
struct CommandFlags {
    /// Whether to wait for the end of the transition that the command starts.
    private(set) var waits = false
    /// Whether the option `--exit-code` is given. With this option, pagerctl exits with status 4 if
    /// the command does not start a transition.
    private(set) var hasExitCode = false

    static let exitCode = "--exit-code"

    /// Separates the flags `--wait` and `--exit-code` from the other arguments of a command.
    /// Ignores flags after `--`. For a command that cannot start a transition, returns all
    /// arguments unchanged.
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
