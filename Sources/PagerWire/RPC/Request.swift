public import PagerModel

/// A parsed JSON-RPC 2.0 request.
public struct Request: Sendable {
    /// The request id: a string, a number or null. Nil if the request does not contain an id. In
    /// this case, the id in the reply is null.
    public var id: Value?
    public var method: String
    /// The parameters of the method, without the common parameters `trace` and `ifRevision`.
    public var params: [Value.Member]
    /// The client's name: 1 to 64 letters, digits and `_-.:`. A request with a client's name and an
    /// id can be repeated safely.
    public var client: String?
    /// Whether the reply contains the events of the command.
    public var trace: Bool
    /// The revision that the state must have for the command to be executed. Nil if the state may
    /// have any revision.
    public var ifRevision: Int?

    public init(
        id: Value? = nil, method: String, params: [Value.Member] = [], client: String? = nil,
        trace: Bool = false, ifRevision: Int? = nil
    ) {
        self.id = id
        self.method = method
        self.params = params
        self.client = client
        self.trace = trace
        self.ifRevision = ifRevision
    }

    /// Creates a request from the bytes of a message.
    ///
    /// - Throws: `parseError` if the message is not JSON, `invalidRequest` if it is not a request,
    ///   `invalidParams` if the params are not an object or a common parameter has the wrong type.
    public init(parsing bytes: Span<UInt8>) throws(RequestError) {
        try self.init(message: try Self.message(parsing: bytes), sentAs: bytes)
    }

    /// Parses the JSON of a message.
    ///
    /// - Throws: `parseError` if the bytes are not JSON or have too many members.
    public static func message(parsing bytes: Span<UInt8>) throws(RequestError) -> Value {
        do {
            return try JSONParser.parse(bytes, maximumMembers: Limits.messageMembers)
        } catch {
            throw RequestError(error)
        }
    }

    /// Creates a request from the bytes of a message.
    ///
    /// - Throws: `parseError` if the message is not JSON, `invalidRequest` if it is not a request,
    ///   `invalidParams` if the params are not an object or a common parameter has the wrong type.
    public init(parsing bytes: [UInt8]) throws(RequestError) {
        try self.init(parsing: bytes.span)
    }

    /// Creates a request from a message that `message(parsing:)` has parsed.
    ///
    /// - Parameter bytes: The bytes of the message. The exact digits of a numeric id are read from
    ///   them.
    /// - Throws: `invalidRequest` if the message is not a request, `invalidParams` if the params
    ///   are not an object or a common parameter has the wrong type.
    public init(message: Value, sentAs bytes: Span<UInt8>) throws(RequestError) {
        guard case .object(let members) = message else {
            let advice =
                message.array == nil ? "" : "; the method `batch` takes several commands at once"
            throw RequestError(
                CommandError(
                    .invalidRequest,
                    "a request must be an object, got \(message.typeName)\(advice)"))
        }
        var envelope = Envelope()
        do {
            // The id is read first, so that the reply to any other error has it.
            envelope.id = try Envelope.id(in: members, sentAs: bytes)
            try envelope.read(members)
        } catch {
            throw RequestError(error, id: envelope.id ?? .null)
        }
        self.init(
            id: envelope.id, method: envelope.method, params: envelope.params,
            client: envelope.client, trace: envelope.trace, ifRevision: envelope.ifRevision)
    }
}

/// The parts of a request that have been read so far.
private struct Envelope {
    var id: Value?
    var method = ""
    var params: [Value.Member] = []
    var client: String?
    var trace = false
    var ifRevision: Int?

    static func id(
        in members: [Value.Member], sentAs bytes: Span<UInt8>
    ) throws(CommandError) -> Value? {
        guard let id = members.first(where: { $0.name == "id" })?.value else { return nil }
        switch id {
        case .string, .integer, .null: return id
        case .number(let number):
            return try RequestID.value(
                of: number, sentAs: JSONParser.text(ofMember: "id", in: bytes) ?? [])
        case .bool, .array, .object:
            throw .request("an id must be a string, a number or null, got \(id.typeName)", "id")
        }
    }

    mutating func read(_ members: [Value.Member]) throws(CommandError) {
        var version: Value?
        var method: Value?
        for member in members {
            switch member.name {
            case "jsonrpc": version = member.value
            case "method": method = member.value
            case "params": try readParams(member.value)
            case "client": try readClient(member.value)
            case "id": break
            default:
                throw .request(
                    "a request cannot have the member \(quoted(member.name))",
                    beginning(of: member.name))
            }
        }
        guard version == .string("2.0") else {
            throw .request("the member jsonrpc must be \"2.0\"", "jsonrpc")
        }
        guard case .string(let name) = method else {
            throw .request("the member method must name a method", "method")
        }
        self.method = name
        if client != nil, case .string(let text) = id, text.utf8.count > Limits.requestIDBytes {
            throw .request(
                "the id of a request with a client must be at most \(Limits.requestIDBytes) bytes, "
                    + "got \(text.utf8.count)", "id")
        }
    }

    private mutating func readParams(_ value: Value) throws(CommandError) {
        guard case .object(let members) = value else {
            throw CommandError(
                .invalidParams, "params must be an object, got \(value.typeName)",
                path: "params")
        }
        params = members
        trace = try takeCommon(Bool.self, "trace") ?? false
        ifRevision = try takeCommon(Int.self, "ifRevision")
    }

    /// Removes a common parameter, such as `trace`, from the params and returns its value.
    private mutating func takeCommon<T: FieldValue>(
        _ type: T.Type, _ name: String
    ) throws(CommandError) -> T? {
        guard let index = params.firstIndex(where: { $0.name == name }) else { return nil }
        let member = params.remove(at: index)
        if member.value == .null { return nil }
        do {
            return try T(reading: member.value)
        } catch {
            throw error.inside(member.name)
        }
    }

    private mutating func readClient(_ value: Value) throws(CommandError) {
        guard case .string(let name) = value, (1...Limits.clientBytes).contains(name.utf8.count),
            name.utf8.allSatisfy({
                Identifier.allows($0) || $0 == Ascii.dot || $0 == Ascii.colon
            })
        else {
            throw .request(
                "a client must be 1 to \(Limits.clientBytes) characters of A-Z a-z 0-9 _ - . and :",
                "client")
        }
        client = name
    }
}

extension CommandError {
    fileprivate static func request(_ message: String, _ path: String) -> CommandError {
        CommandError(.invalidRequest, message, path: path)
    }
}

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

/// Functions that convert numbers to request ids, and compare ids.
package enum RequestID {
    /// Returns the id as which the reply memory compares an id: numbers by their decimal value, so
    /// that `1e16` and `10000000000000000` are one id, and strings by their bytes.
    package static func compared(_ id: Value) -> Value {
        guard case .number(let number) = id else { return id }
        return Digits(Array(Value.number(number).json.utf8)).integer.map { .integer($0) } ?? id
    }

    /// Returns the request id for a number that a client has sent. Refuses a number that cannot be
    /// stored with all its digits, so that different numbers never become the same id. `1`, `1.0`
    /// and `1e0` are the same id, also after a replay of the journal. O(length).
    ///
    /// - Parameters:
    ///   - number: A number that the JSON parser has not parsed as an `Int`, such as `1.0` or
    ///     `1e20`.
    ///   - text: The number as written in the message.
    /// - Throws: `invalidRequest` if the number cannot be represented exactly.
    static func value(of number: Double, sentAs text: [UInt8]) throws(CommandError) -> Value {
        let value = number.magnitude < 0x1p53 ? Int(exactly: number) : nil
        let id = value.map { Value.integer($0) } ?? .number(number)
        guard Digits(text) == Digits(Array(id.json.utf8)) else {
            let sent = beginning(of: String(decoding: text, as: UTF8.self))
            throw CommandError(
                .invalidRequest,
                "the id \(sent) cannot be stored exactly as a number; send an integer from "
                    + "\(Int.min) to \(Int.max), or a string", path: "id")
        }
        return id
    }

    /// A decimal number: its digits without zeros at either end, and the power of ten of the last
    /// digit.
    private struct Digits: Equatable {
        private var isNegative = false
        private var digits: [UInt8] = []
        private var exponent = 0

        private static let farthest = 1 << 40

        /// The number as an `Int`. Nil if it is not one.
        var integer: Int? {
            guard exponent >= 0, digits.count + exponent <= 19 else { return nil }
            let zeros = [UInt8](repeating: Ascii.zero, count: exponent)
            let text = (isNegative ? [Ascii.minus] : []) + digits + zeros
            return digits.isEmpty ? 0 : Int(String(decoding: text, as: UTF8.self))
        }

        /// Parses a number into its digits and its power of ten.
        ///
        /// - Parameter text: A number in JSON.
        init(_ text: [UInt8]) {
            var isFraction = false
            var rest = text[...]
            if rest.first == Ascii.minus {
                isNegative = true
                rest.removeFirst()
            }
            while let byte = rest.popFirst(), byte | 0x20 != UInt8(ascii: "e") {
                if byte == Ascii.dot {
                    isFraction = true
                } else {
                    if isFraction { exponent -= 1 }
                    if byte != Ascii.zero || !digits.isEmpty { digits.append(byte) }
                }
            }
            while digits.last == Ascii.zero {
                digits.removeLast()
                exponent += 1
            }
            guard !digits.isEmpty else {
                (isNegative, exponent) = (false, 0)
                return
            }
            // A number whose exponent is beyond this limit has been parsed as 0.
            let sent = Int(String(decoding: rest, as: UTF8.self)) ?? 0
            exponent += min(max(sent, -Self.farthest), Self.farthest)
        }
    }
}

extension JSONParser {
    /// Returns the bytes of a member's value in the outermost object of a valid message, or nil if
    /// there is no such member. O(bytes).
    static func text(ofMember name: String, in bytes: Span<UInt8>) -> [UInt8]? {
        JSONText.with(bytes) { bytes in
            var parser = JSONParser(bytes, Limits.nesting)
            return try? parser.text(ofMember: name)
        }
    }

    private mutating func text(ofMember wanted: String) throws(JSONError) -> [UInt8]? {
        skipSpace()
        guard next == Ascii.openBrace else { return nil }
        repeat {
            position += 1
            skipSpace()
            let name = try string()
            skipSpace()
            position += 1
            skipSpace()
            let start = position
            _ = try value(depth: 1)
            if name == wanted { return bytes[start..<position] }
            skipSpace()
        } while next == Ascii.comma
        return nil
    }
}

/// The authenticated sender of a message.
package struct Peer: Hashable, Sendable {
    /// The user id of the process at the other end of an ipc socket. Nil for any other transport.
    package let uid: UInt32?
    /// The public key that authenticates a CURVE connection. Nil for a connection without CURVE.
    package let key: String?

    package init(uid: UInt32?, key: String? = nil) {
        self.uid = uid
        self.key = key
    }

    /// The peer's name in error messages and in the audit log.
    package var name: String {
        if let key { return "key \(key)" }
        return uid.map { "uid \($0)" } ?? "unknown"
    }
}

/// The sequence number of the last event and the revision of the state. Replies contain both.
public struct StatePoint: Hashable, Sendable, BitwiseCopyable {
    /// The sequence number of the last published event.
    public var seq: Int
    /// The number of transactions that have changed the state.
    public var revision: Int

    public init(seq: Int, revision: Int) {
        self.seq = seq
        self.revision = revision
    }
}
