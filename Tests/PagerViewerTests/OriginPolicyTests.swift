import Testing

@testable import PagerViewer

@Suite struct OriginPolicyTests {
    private let gate = OriginPolicy(token: "correct horse")

    init() { gate.port = 8_000 }

    @Test(arguments: ["127.0.0.1:8000", "localhost:8000", "LocalHost:8000", "[::1]:8000"])
    func thisMachineIsAdmitted(host: String) {
        #expect(gate.admits(host: host))
    }

    @Test(arguments: [
        nil, "", "127.0.0.1", "127.0.0.1:80", "evil.example:8000", "127.0.0.1:8000.evil.example",
        "127.0.0.1:8000 ", "127.0.0.2:8000", "user@127.0.0.1:8000", "[::1]:80001",
    ])
    func everybodyElseIsNot(host: String?) {
        #expect(!gate.admits(host: host))
    }

    @Test func anOriginIsTheHostThatWasAsked() {
        #expect(gate.admits(origin: nil, host: "127.0.0.1:8000"))
        #expect(gate.admits(origin: "http://127.0.0.1:8000", host: "127.0.0.1:8000"))
        for origin in ["null", "", "http://localhost:8000", "https://127.0.0.1:8000", "http://x"] {
            #expect(!gate.admits(origin: origin, host: "127.0.0.1:8000"), "\(origin)")
        }
        #expect(!gate.admits(origin: "http://evil:8000", host: "evil:8000"))
    }

    @Test(arguments: [
        "", "correct", "correct horse ", "correct hors", "Correct horse", "correct horsf",
    ])
    func onlyTheWholeTokenIsTheToken(token: String) {
        #expect(!gate.admits(token: token))
        #expect(gate.admits(token: "correct horse"))
    }

    @Test func secretsAreComparedAsBytes() {
        let gate = OriginPolicy(token: "\u{e9}")
        #expect(gate.admits(token: "\u{e9}"))
        #expect(!gate.admits(token: "e\u{301}"))
    }

    @Test func secretsAreLongAndNeverTheSame() {
        let secrets =
            (0..<100).map { _ in OriginPolicy().token } + (0..<100).map { _ in OriginPolicy().key }
        #expect(Set(secrets).count == secrets.count)
        #expect(secrets.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
    }
}

@Suite struct PublicAddressTests {
    @Test(arguments: [
        ("https://wall.example", "https://wall.example", "wall.example"),
        ("HTTPS://Wall.Example:443/", "https://wall.example", "wall.example"),
        ("http://wall.example:80", "http://wall.example", "wall.example"),
        ("https://wall.example:80", "https://wall.example:80", "wall.example:80"),
        ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443", "[2001:db8::1]:8443"),
        ("https://[::1]", "https://[::1]", "[::1]"),
    ])
    func anAddressIsReadAsABrowserSendsIt(text: String, origin: String, host: String) {
        #expect(PublicAddress(text)?.origin == origin)
        #expect(PublicAddress(text)?.host == host)
    }

    @Test(arguments: [
        "", "https://", "wall.example", "ftp://wall.example", "https://wall.example/page",
        "https://user@wall.example", "https://wall.example:0", "https://wall.example:65536",
        "https://[::1", "https://[]", "https://w\u{e4}ll.example", "https://wall.example;x",
        "https://wall example", "https://" + String(repeating: "x", count: 300),
    ])
    func anythingElseIsNone(text: String) {
        #expect(PublicAddress(text) == nil)
    }

    @Test func theGateAdmitsItBesideTheMachinesOwnAddresses() {
        let gate = OriginPolicy(publicAddress: PublicAddress("https://wall.example"))
        gate.port = 8_000
        #expect(gate.admits(host: "wall.example") && gate.admits(host: "127.0.0.1:8000"))
        #expect(!gate.admits(host: "wall.example:8000") && !gate.admits(host: "other.example"))
        for host in ["wall.example", "127.0.0.1:8000"] {
            #expect(gate.admits(origin: "https://wall.example", host: host))
            #expect(!gate.admits(origin: "http://wall.example", host: host))
            #expect(!gate.admits(origin: "https://other.example", host: host))
        }
        #expect(gate.admits(origin: "http://127.0.0.1:8000", host: "127.0.0.1:8000"))
        #expect(!gate.admits(origin: "http://127.0.0.1:8000", host: "wall.example"))
    }
}
