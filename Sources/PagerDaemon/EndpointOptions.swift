/// The options that set the daemon's endpoints.
enum EndpointOptions {
    private static let names = ["--command", "--events", "--plugins"]

    /// Returns an endpoint option that the arguments contain more than once, or nil. The parser
    /// would use only the last value, and clients of the first endpoint would get no reply.
    static func repeated(in arguments: [String]) -> String? {
        names.first { name in
            arguments.count { $0 == name || $0.hasPrefix(name + "=") } > 1
        }
    }
}
