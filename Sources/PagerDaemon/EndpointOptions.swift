/// The options that name the daemon's endpoints.
enum EndpointOptions {
    private static let names = ["--command", "--events", "--plugins"]

    /// Returns an option that the arguments contain more than once. Only the last one would take
    /// effect, and clients of the other endpoint would wait forever.
    static func repeated(in arguments: [String]) -> String? {
        names.first { name in
            arguments.count { $0 == name || $0.hasPrefix(name + "=") } > 1
        }
    }
}
