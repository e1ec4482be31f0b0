import PagerModel
import PagerWire

/// What the cases are carried out against: something that answers requests and publishes events.
protocol Target: AnyObject {
    /// One message in, its one reply out.
    func exchange(_ message: [UInt8]) throws -> [UInt8]

    /// All that was published so far, complete up to a seq, in the order in which it came.
    func published(through seq: Int) throws -> [Publication]
}

/// One published event, both frames.
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

/// The target did not do what the protocol asks for; the case says nothing then.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Speaks JSON-RPC with a target.
struct Client {
    let target: any Target
    private var lastID = 0

    init(_ target: any Target) { self.target = target }

    /// The result.
    ///
    /// - Throws: `Refused` for an error reply, `Broken` for what is no reply to this request.
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
