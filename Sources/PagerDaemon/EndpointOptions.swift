/// The options that name the daemon's endpoints.
enum EndpointOptions {
    private static let names = ["--command", "--events", "--plugins"]

    /// Returns one that stands in the arguments more than once. The last one would count, and
    /// clients of the other would wait at an endpoint that is never bound.
    static func repeated(in arguments: [String]) -> String? {
        names.first { name in
            arguments.count { $0 == name || $0.hasPrefix(name + "=") } > 1
        }
    }
}
