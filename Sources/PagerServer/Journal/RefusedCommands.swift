internal import PagerModel
internal import PagerWire

/// A readable list of the refused commands of a request.
struct RefusedCommands {
    private let request: Value
    private let reply: Value

    /// The maximum length of a command's parameters in the sentence about the command. Longer
    /// parameters are cut off, and `...` is appended.
    private static let shown = 120

    init(_ request: Value?, reply: Value?) {
        self.request = request ?? .null
        self.reply = reply ?? .null
    }

    /// Returns a sentence for each refused command.
    ///
    /// - Parameter includesBatch: Whether to include refused commands of an accepted batch.
    func sentences(ofBatch includesBatch: Bool) -> [String] {
        if let error = reply["error"] {
            return [Self.sentence(request["method"], request["params"], error)]
        }
        guard includesBatch, let results = reply["result"]?["results"]?.array else { return [] }
        let commands = request["params"]?["commands"]?.array ?? []
        return zip(commands, results).compactMap { command, result in
            result["error"].map {
                Self.sentence(command["method"], command["params"], $0) + " (in a batch)"
            }
        }
    }

    private static func sentence(_ method: Value?, _ params: Value?, _ error: Value) -> String {
        let text = (params ?? .object([])).json
        let shown = text.count > shown ? text.prefix(Self.shown) + "..." : text[...]
        return "\(method?.string ?? "?") \(shown): \(error["message"]?.string ?? error.json)"
    }
}
