public import PagerModel

/// Why a message is not a request, and the id its answer goes to.
public struct RequestError: Error, Equatable, Sendable {
    public var refusal: Refusal
    /// The request's id as far as it could be read, else null.
    public var id: Value

    public init(_ refusal: Refusal, id: Value = .null) {
        self.refusal = refusal
        self.id = id
    }

    init(_ error: JSONError) {
        self.init(
            Refusal(
                .parseError, error.description,
                details: [
                    Value.Member("offset", .integer(error.offset)),
                    Value.Member("line", .integer(error.line)),
                    Value.Member("column", .integer(error.column)),
                ]))
    }
}
