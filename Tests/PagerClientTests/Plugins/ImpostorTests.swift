import DaemonUnderTest
import PagerModel
import PagerWire
import Testing
import ZMQ

/// A peer that takes over the routing id of a plugin as soon as the plugin has disconnected.
@Suite struct ImpostorTests {
    private static func peer(
        _ name: String, _ context: Context, at endpoint: String, milliseconds: Int32
    ) throws -> Socket {
        let socket = try Socket(context, .dealer)
        try socket.set(.routingID, Array(name.utf8))
        try socket.set(.receiveTimeout, milliseconds)
        try socket.connect(endpoint)
        return socket
    }

    private static func ask(
        _ socket: borrowing Socket, _ method: String, _ params: Value
    ) throws -> Value? {
        let request: Value = [
            "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
        ]
        _ = try socket.send(Array(request.json.utf8))
        var message = Message()
        guard try socket.receive(into: &message) else { return nil }
        return try JSONParser.parse(message.bytes)
    }

    /// Registers a plugin whose connection ends at once.
    private static func attach(_ name: String, _ context: Context, _ endpoint: String) throws {
        let plugin = try peer(name, context, at: endpoint, milliseconds: 60_000)
        let params: Value = ["name": .string(name), "kinds": []]
        let reply = try #require(try ask(plugin, "plugin.register", params))
        try #require(reply["result"] != nil, "\(reply.json)")
    }

    @Test func `A peer with the routing id of a disconnected plugin is not that plugin`() throws {
        let daemon = try TestDaemon()
        let context = try Context()
        for attempt in 0..<10 {
            try Self.attach("p\(attempt)", context, daemon.plugins)
            var reply: Value?
            // libzmq delivers no message while it closes the previous connection.
            for _ in 0..<240 where reply == nil {
                let impostor = try Self.peer(
                    "p\(attempt)", context, at: daemon.plugins, milliseconds: 250)
                reply = try Self.ask(impostor, "plugin.heartbeat", [:])
            }
            #expect(reply?["error"]?["data"]?["name"] == "invalidRequest", "\(reply?.json ?? "")")
        }
    }
}
