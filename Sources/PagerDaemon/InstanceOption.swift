internal import ArgumentParser
internal import PagerPaths

/// The option for the name of an instance, which several commands have.
struct InstanceOption: ParsableArguments {
    @Option(
        name: .customLong("name"),
        help: ArgumentHelp(
            "The name of the instance; default: PAGERD_NAME, or `default`.", valueName: "name"))
    private var given: String?

    /// The name from the command line, else from the environment, else `default`.
    var name: String { given ?? RuntimeDirectory.defaultInstance }
}
