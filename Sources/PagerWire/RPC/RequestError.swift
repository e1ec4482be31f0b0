public import PagerModel

/// Why a message is not a request, and the id its answer goes to.
public struct RequestError: Error, Equatable, Sendable {
    public var refusal: CommandError
    /// The request's id as far as it could be read, else null.
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
