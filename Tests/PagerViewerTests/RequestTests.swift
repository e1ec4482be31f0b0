import NIOCore
import NIOEmbedded
import NIOHTTP1
import PagerClient
import Testing

@testable import PagerViewer

/// A connection to a viewer, without a socket.
final class TestConnection {
    let channel = EmbeddedChannel()
    let server: WebServer
    let connection: BrowserConnection

    init(token: String = "t0ken") throws {
        let loop = channel.embeddedEventLoop
        server = WebServer(on: loop, encryption: nil, limits: ConnectionLimits(descriptors: 1_024))
        let viewer = try #require(WebOrigin("http://127.0.0.1:8000"))
        let contents = try #require(WebOrigin("http://127.0.0.1:8001"))
        let origins = OriginPolicy([.init(viewer: viewer, contents: contents)])
        let tokens = AccessTokens(command: token)
        let folders = ContentFolders()
        let hub = BrowserHub()
        let sources = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let address = try Address.resolve(
            name: nil, command: "ipc:///nowhere/command", events: "ipc:///nowhere/events")
        server.serve(
            Site(
                origins: origins, tokens: tokens,
                web: try #require(WebFolder(path: "/\(sources)/clients/web")),
                contents: Contents(
                    origins: origins, folders: folders, hub: hub, files: nil,
                    probe: SiteProbe(privateHosts: [], viewers: []), mayFetch: false),
                conversation: Conversation(
                    origins: origins, tokens: tokens, folders: folders, hub: hub,
                    forwarder: CommandForwarder(address), admitsWatchers: false),
                port: 8_000, isForwarded: false), on: [])
        connection = BrowserConnection(channel, number: 1, of: server)
        try RequestHandler.add(to: channel.pipeline.syncOperations, connection)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// Returns the output after some bytes have arrived.
    func send(_ bytes: some Sequence<UInt8>) throws -> String {
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        var sent = ""
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
            sent += String(buffer: buffer)
        }
        return sent
    }

    func send(_ text: String) throws -> String { try send(text.utf8) }

    deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }
}

@Suite struct RequestTests {
    private static let host = "Host: 127.0.0.1:8000\r\n"

    /// Returns the status of the response to some bytes, or nil if there is none.
    private func status(_ text: String) throws -> Int? {
        let answer = try TestConnection().send(text)
        return answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    @Test func `A request gets a response however its bytes arrive`() throws {
        let request = "GET /?a=b#c HTTP/1.1\r\n\(Self.host)X-A: 1:2\r\n\r\n"
        for cut in 0..<request.utf8.count {
            let connection = try TestConnection()
            #expect(try connection.send(request.utf8.prefix(cut)) == "")
            #expect(
                try connection.send(request.utf8.dropFirst(cut)).hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func `Requests that arrive together get responses in order`() throws {
        let request = "GET /nothing HTTP/1.1\r\n\(Self.host)\r\n"
        let answers = try TestConnection().send(String(repeating: request, count: 40))
        #expect(answers.split(separator: "HTTP/1.1 404").count == 40)
    }

    @Test func `A request with two Host headers is refused`() throws {
        #expect(try status("GET / HTTP/1.1\r\n\(Self.host)\(Self.host)\r\n") == 403)
    }

    @Test(arguments: [
        "GET x HTTP/1.1", "GET /\u{301} HTTP/1.1", "\u{301} / HTTP/1.1", "GET / HTTP/2",
        "GET / HTTP/1.1\r\n: x", "GET / HTTP/1.1\r\nx", "GET / HTTP/1.1\r\nx\u{301}: y",
        "GET / HTTP/1.1\r\nx: \0", "GET / HTTP/1.1\r\nx: y\u{301}", " GET / HTTP/1.1",
        "G(T / HTTP/1.1", "GET /a\tb HTTP/1.1", "GET / HTTP/1.", "GET / HTTP/1.11",
        "GET /\r HTTP/1.1",
    ])
    func `An invalid request head is refused`(text: String) throws {
        #expect(try status("\(text)\r\n\(Self.host)\r\n") == 400)
    }

    /// RFC 9112 requires a server to refuse them: a proxy may see a body or line end where this
    /// server sees none.
    @Test(arguments: [
        "Transfer-Encoding : chunked", "Content-Length\t: 5", "Host : x", "A B: x", "A\"B: x",
        "X: a\rb", "X: a\rContent-Length: 5", "\rX: a", "X\r: a", " Content-Length: 5",
        "\tfolded", "X: a\r\n folded", "Content-Length: x",
        "Content-Length: 1\r\nContent-Length: 2",
    ])
    func `A header that proxies could parse differently is refused`(header: String) throws {
        #expect(try status("GET / HTTP/1.1\r\n\(header)\r\n\(Self.host)\r\n") == 400)
    }

    @Test(arguments: ["/\(String(repeating: "a", count: 16_400))", "/"])
    func `A request head that never ends is refused as too long`(path: String) throws {
        let header = "X: \(String(repeating: "a", count: 16_400))"
        #expect(try status("GET \(path) HTTP/1.1\r\n\(path == "/" ? header : "")") == 431)
    }

    @Test func `More than 100 headers are too many`() throws {
        let headers = String(repeating: "a: b\r\n", count: 101)
        #expect(try status("GET / HTTP/1.1\r\n\(Self.host)\(headers)\r\n") == 431)
    }

    @Test(arguments: ["Content-Length: 1", "Transfer-Encoding: chunked"])
    func `A request with a body is refused`(header: String) throws {
        #expect(try status("GET / HTTP/1.1\r\n\(Self.host)\(header)\r\n\r\n") == 413)
    }

    @Test func `After a request for another protocol, the connection ends`() throws {
        let connection = try TestConnection()
        let upgrade = "Upgrade: h2c\r\nConnection: Upgrade\r\n"
        let answer = try connection.send("GET / HTTP/1.1\r\n\(Self.host)\(upgrade)\r\n")
        #expect(answer.lowercased().contains("connection: close"))
    }
}

@Suite struct WebSocketTests {
    private static let handshake =
        "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nOrigin: http://127.0.0.1:8000\r\n"
        + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    private static let close: [UInt8] = [0x88, 2, 0x03, 0xf0]

    private func open() throws -> TestConnection {
        let connection = try TestConnection()
        let answer = try connection.send(Self.handshake)
        #expect(answer.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        return connection
    }

    private func frame(_ first: UInt8, _ payload: [UInt8], masked: Bool = true) -> [UInt8] {
        var head = MessageHandler.head(1, count: payload.count)
        var bytes = head.readBytes(length: head.readableBytes) ?? []
        bytes[0] = first
        bytes[1] |= masked ? 0x80 : 0
        let mask: [UInt8] = masked ? [1, 2, 3, 4] : [0, 0, 0, 0]
        return bytes + (masked ? mask : []) + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    @Test func `A message is received however its frames arrive`() throws {
        let token = Array("{\"token\":\"t0ken\"}".utf8)
        let whole = frame(0x81, token)
        let parts =
            frame(0x01, Array(token[..<5])) + frame(0x89, []) + frame(0x80, Array(token[5...]))
        for cut in [1, 2, 5, whole.count - 1] {
            let connection = try open()
            #expect(try connection.send(whole[..<cut]) == "")
            #expect(try connection.send(whole[cut...]).contains("welcome"))
        }
        #expect(try open().send(parts).contains("welcome"))
        let together = try TestConnection().send(Array(Self.handshake.utf8) + whole)
        #expect(together.contains("101") && together.contains("welcome"))
    }

    @Test func `A long frame is refused because of its length`() throws {
        for head: [UInt8] in [
            [0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4],
            [0x81, 0xff, 127] + [UInt8](repeating: 255, count: 7) + [1, 2, 3, 4],
        ] {
            let connection = try open()
            _ = try connection.send(head)
            _ = try connection.send([UInt8](repeating: 0, count: 5_000))
            _ = try connection.send([0])
            #expect(connection.connection.isEnding)
        }
        let connection = try open()
        _ = try connection.send(frame(0x81, [UInt8](repeating: 0x20, count: 4_097)))
        #expect(connection.connection.isEnding)
    }

    @Test func `A frame that a browser would not send ends the connection`() throws {
        for whole in [
            frame(0x81, [1], masked: false), frame(0x91, [1]), frame(0x83, [1]), frame(0x09, [1]),
            frame(0x88, [UInt8](repeating: 0, count: 126)), frame(0x80, [1]), frame(0x82, [1]),
        ] {
            let connection = try open()
            _ = try connection.send(whole)
            #expect(connection.connection.isEnding, "\(whole)")
        }
    }

    @Test(arguments: [0, 125, 126, 65_535, 65_536])
    func `A message to a browser contains its length`(count: Int) {
        let head = MessageHandler.head(MessageHandler.text, count: count)
        let sizes: [UInt8: Int] = [126: 4, 127: 10]
        #expect(head.getInteger(at: 0, as: UInt8.self) == 0x81)
        #expect(head.readableBytes == sizes[head.getInteger(at: 1) ?? 0] ?? 2)
        let length: Int? =
            switch head.readableBytes {
            case 2: head.getInteger(at: 1, as: UInt8.self).map(Int.init)
            case 4: head.getInteger(at: 2, as: UInt16.self).map(Int.init)
            default: head.getInteger(at: 2, as: UInt64.self).map(Int.init)
            }
        #expect(length == count)
    }
}
