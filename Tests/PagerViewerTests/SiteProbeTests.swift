import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import PagerViewer

/// Tests of what decides whether another site is asked, and whether it can be shown.
@Suite struct SiteProbeTests {
    @Test(arguments: [
        ("https://wall.example", "wall.example", 443, "/"),
        ("HTTP://Wall.Example:8080/a?b#c", "wall.example", 8_080, "/a?b"),
        ("http://wall.example?a", "wall.example", 80, "/?a"),
        ("http://[2001:db8::1]:81/x", "2001:db8::1", 81, "/x"),
        ("https://wall.example/ä b\r\nX: y", "wall.example", 443, "/%C3%A4%20b%0D%0AX:%20y"),
    ])
    func `An address has a host, a port and a path that is safe to send`(
        _ text: String, _ name: String, _ port: Int, _ path: String
    ) throws {
        let address = try #require(SiteAddress(text))
        #expect((address.name, address.port, address.path) == (name, port, path))
    }

    @Test(arguments: [
        "", "wall.html", "ftp://wall.example", "http://", "http://user@wall.example/",
        "http://wall.example:0/", "http:/wall.example", "javascript:alert(1)",
    ])
    func `A text that is not the address of a site is refused`(_ text: String) {
        #expect(SiteAddress(text) == nil)
    }

    @Test(arguments: [
        ("https://other.example/x", "https://other.example", "/x"),
        ("//other.example/x", "http://other.example", "/x"),
        ("/x?y", "http://a.example:81", "/x?y"),
        ("x", "http://a.example:81", "/b/x"), ("?y", "http://a.example:81", "/b/c?y"),
        ("a/b:c", "http://a.example:81", "/b/a/b:c"),
    ])
    func `A redirection is relative to the address that was asked`(
        _ location: String, _ origin: String, _ path: String
    ) throws {
        let next = try #require(
            SiteAddress("http://a.example:81/b/c?d/e")?.redirected(to: location))
        #expect((next.origin.text, next.path) == (origin, path))
    }

    @Test(arguments: ["ftp://a.example/x", "mailto:someone@a.example", "javascript:alert(1)"])
    func `A redirection to another scheme leads to no site`(_ location: String) throws {
        let address = try #require(SiteAddress("http://a.example:81/b/c?d/e"))
        #expect(address.redirected(to: location) == nil)
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "0.0.0.0", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::1", "::",
        "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
        "2002:a00:1::",
    ])
    func `An address that the internet does not reach is private`(_ text: String) throws {
        #expect(try SocketAddress(ipAddress: text, port: 80).isPrivate)
    }

    @Test(arguments: ["1.1.1.1", "172.32.0.1", "192.169.0.1", "100.128.0.1", "2606:4700::1111"])
    func `An address of the internet is not private`(_ text: String) throws {
        #expect(try !SocketAddress(ipAddress: text, port: 80).isPrivate)
    }

    @Test(.timeLimit(.minutes(10)))
    func `A verdict older than 15 seconds is marked until the next check has ended`() async {
        let seconds = Mutex(100.0)
        let probe = SiteProbe(privateHosts: [], viewers: []) { seconds.withLock { $0 } }
        // A private address that is not listed is shown without a request.
        func verdict() -> (verdict: SiteProbe.Verdict, isOld: Bool) {
            probe.verdict(on: "http://127.0.0.1:9/", isTrusted: false)
        }
        #expect(verdict() == (.waiting, true))
        while verdict() != (.shown, false) { await Task.yield() }
        seconds.withLock { $0 += SiteProbe.longestAge + 1 }
        #expect(verdict() == (.shown, true))
        while verdict() != (.shown, false) { await Task.yield() }
    }

    private static let viewers = ["wall.example:8443", "127.0.0.1:8000"]

    @Test(arguments: [
        [("X-Frame-Options", "DENY")], [("x-frame-options", "sameorigin")],
        [("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")],
        [("Content-Security-Policy", "frame-ancestors")],
        [("Content-Security-Policy", "frame-ancestors 'self' https://other.example")],
        [
            ("Content-Security-Policy", "frame-ancestors *"),
            ("Content-Security-Policy", "frame-ancestors 'self'"),
        ],
    ])
    func `A site may forbid frames`(_ headers: [(String, String)]) {
        #expect(
            FramePermission.refusal(
                in: HTTPHeaders(headers), isTrusted: true, viewers: Self.viewers) != nil)
    }

    @Test(arguments: [
        [], [("X-Frame-Options", "ALLOW-FROM https://other.example")],
        [("Content-Security-Policy", "default-src 'none'")],
        [("X-Frame-Options", "DENY"), ("Content-Security-Policy", "frame-ancestors *")],
        [("Content-Security-Policy", "frame-ancestors https:")],
        [("Content-Security-Policy", "frame-ancestors https://wall.example:8443/")],
        [("Content-Security-Policy", "frame-ancestors *.example")],
        [("Content-Security-Policy", "frame-ancestors https://wall.example:8443/screens/hall")],
    ])
    func `A site may permit frames of a viewer that it trusts`(_ headers: [(String, String)]) {
        #expect(
            FramePermission.refusal(
                in: HTTPHeaders(headers), isTrusted: true, viewers: Self.viewers) == nil)
    }

    @Test func `A frame without an origin is admitted only if every origin is`() {
        for (sources, isAdmitted) in [("*", true), ("https:", false), ("wall.example", false)] {
            let headers: HTTPHeaders = ["Content-Security-Policy": "frame-ancestors \(sources)"]
            let refusal = FramePermission.refusal(
                in: headers, isTrusted: false, viewers: Self.viewers)
            #expect((refusal == nil) == isAdmitted, "\(sources)")
        }
    }
}
