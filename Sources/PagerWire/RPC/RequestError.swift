public import PagerModel

/// The reason why a message is not a valid request, and the request id for the error reply.
public struct RequestError: Error, Equatable, Sendable {
    public var refusal: CommandError
    /// The request's id if it could be read, otherwise null.
    public var id: Value

    public init(_ refusal: CommandError, id: Value = .null) {
        self.refusal = refusal
        self.id = id
    }

    init(_ error: JSONError) {
        self.init(
            CommandError(
                .parseError, error.description,
                details: [
                    Value.Member("offset", .integer(error.offset)),
                    Value.Member("line", .integer(error.line)),
                    Value.Member("column", .integer(error.column)),
                ]))
    }
}
