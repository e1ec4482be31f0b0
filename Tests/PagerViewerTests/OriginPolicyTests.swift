import Testing

@testable import PagerViewer

@Suite struct OriginPolicyTests {
    private static func address(_ viewer: String, _ contents: String) -> OriginPolicy.Address {
        OriginPolicy.Address(viewer: WebOrigin(viewer)!, contents: WebOrigin(contents)!)
    }

    private static let own = ["127.0.0.1", "localhost", "[::1]"].map {
        address("http://\($0):8000", "http://\($0):8001")
    }
    private static let proxy = address("https://wall.example", "https://wall-content.example")

    private let origins = OriginPolicy(Self.own)
    private let behindProxy = OriginPolicy(Self.own, publicAddress: Self.proxy)

    @Test func `The host distinguishes the viewer from its contents`() {
        for host in ["127.0.0.1", "localhost", "[::1]"] {
            #expect(origins.isOfViewer(host: "\(host):8000"))
            #expect(!origins.isOfContents(host: "\(host):8000"))
            #expect(origins.isOfContents(host: "\(host):8001"))
            #expect(!origins.isOfViewer(host: "\(host):8001"))
        }
    }

    @Test(arguments: [
        "", "127.0.0.1", "127.0.0.1:80", "evil.example:8000", "127.0.0.1:8000.evil.example",
        "127.0.0.1:8000 ", "127.0.0.2:8000", "user@127.0.0.1:8000", "[::1]:80001", "wall.example",
    ])
    func `Every other host is refused`(host: String) {
        #expect(!origins.isOfViewer(host: host) && !origins.isOfContents(host: host))
    }

    @Test func `An origin must match the requested host`() {
        #expect(origins.admits(origin: "http://127.0.0.1:8000", host: "127.0.0.1:8000"))
        for origin in [
            "null", "", "http://localhost:8000", "https://127.0.0.1:8000", "http://x",
            "http://127.0.0.1:8001",
        ] {
            #expect(!origins.admits(origin: origin, host: "127.0.0.1:8000"), "\(origin)")
        }
        #expect(!origins.admits(origin: "http://evil:8000", host: "evil:8000"))
    }

    @Test func `The origin of the content port depends on the origin of the page`() {
        #expect(origins.contents(origin: "http://[::1]:8000") == "http://[::1]:8001")
        #expect(
            behindProxy.contents(origin: "https://wall.example") == "https://wall-content.example")
        #expect(origins.contents(origin: "https://wall.example") == nil)
    }

    @Test func `A reverse proxy may forward its own host or replace it`() {
        for host in ["wall.example", "127.0.0.1:8000"] {
            #expect(behindProxy.admits(origin: "https://wall.example", host: host))
            #expect(!behindProxy.admits(origin: "http://wall.example", host: host))
            #expect(!behindProxy.admits(origin: "https://wall-content.example", host: host))
            #expect(
                behindProxy.contents(viewerHost: host).contains("https://wall-content.example"))
        }
        #expect(behindProxy.isOfContents(host: "wall-content.example"))
        #expect(behindProxy.admits(origin: "http://127.0.0.1:8000", host: "127.0.0.1:8000"))
        #expect(!behindProxy.admits(origin: "http://127.0.0.1:8000", host: "wall.example"))
    }
}

@Suite struct WebOriginTests {
    @Test(arguments: [
        ("https://wall.example", "https://wall.example", "wall.example"),
        ("HTTPS://Wall.Example:443/", "https://wall.example", "wall.example"),
        ("http://wall.example:80", "http://wall.example", "wall.example"),
        ("https://wall.example:80", "https://wall.example:80", "wall.example:80"),
        ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443", "[2001:db8::1]:8443"),
        ("https://[::1]", "https://[::1]", "[::1]"),
    ])
    func `An origin is normalized as in browsers`(text: String, origin: String, host: String) {
        #expect(WebOrigin(text)?.text == origin)
        #expect(WebOrigin(text)?.host == host)
    }

    @Test(arguments: [
        "", "https://", "wall.example", "ftp://wall.example", "https://wall.example/page",
        "https://user@wall.example", "https://wall.example:0", "https://wall.example:65536",
        "https://wall.example:x", "https://[::1", "https://[]", "https://w\u{e4}ll.example",
        "https://wall.example;x", "https://wall example",
        "https://" + String(repeating: "x", count: 300),
    ])
    func `A text that is not an origin is refused`(text: String) {
        #expect(WebOrigin(text) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1:8000", "127.0.0.1", 8_000, true), ("localhost:0", "127.0.0.1", 0, true),
        ("[::1]:80", "[::1]", 80, true), ("0.0.0.0:8443", "0.0.0.0", 8_443, false),
        ("[::]:8443", "[::]", 8_443, false), ("192.168.1.5:1", "192.168.1.5", 1, false),
    ])
    func `An address to listen on has a port`(
        text: String, host: String, port: Int, isLoopback: Bool
    ) {
        #expect(Listening(text)?.host == host && Listening(text)?.port == port)
        #expect(Listening(text)?.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", ":80", "8000", "127.0.0.1", "wall.local:80", "::1:80", "[::1]", "1.2.3.4:x",
    ])
    func `A text that is not an address with a port is refused`(text: String) {
        #expect(Listening(text) == nil)
    }

    @Test func `If the viewer listens on all addresses, the added names come first`() throws {
        let hosts = try #require(Listening("0.0.0.0:1")).hosts(adding: ["wall.local"])
        #expect(hosts.first == "wall.local")
        #expect(hosts.suffix(3) == ["127.0.0.1", "localhost", "[::1]"])
        #expect(Listening("192.168.1.5:1")?.hosts(adding: []) == ["192.168.1.5"])
    }
}
