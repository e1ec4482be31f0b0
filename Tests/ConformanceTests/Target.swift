import PagerModel
import PagerWire

/// A service that runs the cases: it replies to requests and publishes events.
protocol Target: AnyObject {
    /// Sends one message and returns its reply.
    func exchange(_ message: [UInt8]) throws -> [UInt8]

    /// Returns all events published up to a seq, in order.
    func published(through seq: Int) throws -> [Publication]
}

/// One published event with both frames.
struct Publication {
    let topic: String
    let payload: Value
}

/// An error reply.
struct Refused: Error, CustomStringConvertible {
    let error: Value

    var message: String { error["message"]?.string ?? "" }
    var description: String { error.json }
}

/// An error of the target that violates the protocol, so that the case cannot be judged.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A JSON-RPC client of a target.
struct Client {
    let target: any Target
    private var lastID = 0

    init(_ target: any Target) { self.target = target }

    /// Sends a request and returns its result.
    ///
    /// - Throws: `Refused` for an error reply, `Broken` if the message is not a reply to this
    ///   request.
    mutating func request(_ method: String, _ params: Value) throws -> Value {
        lastID += 1
        let message: Value = [
            "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params,
        ]
        let bytes = try target.exchange(Array(message.json.utf8))
        let reply: Value
        do {
            reply = try JSONParser.parse(bytes)
        } catch {
            throw Broken("the reply to \(method) is not JSON: \(error)")
        }
        guard reply["id"] == .integer(lastID), reply["jsonrpc"] == "2.0" else {
            throw Broken("the reply to \(method) has another id or version: \(reply.json)")
        }
        if let error = reply["error"] { throw Refused(error: error) }
        guard let result = reply["result"] else {
            throw Broken("the reply to \(method) has neither result nor error")
        }
        return result
    }
}
