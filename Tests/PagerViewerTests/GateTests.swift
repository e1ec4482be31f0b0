import Testing

@testable import PagerViewer

@Suite struct GateTests {
    private let gate = Gate(token: "correct horse")

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
        let gate = Gate(token: "\u{e9}")
        #expect(gate.admits(token: "\u{e9}"))
        #expect(!gate.admits(token: "e\u{301}"))
    }

    @Test func secretsAreLongAndNeverTheSame() {
        let secrets = (0..<100).map { _ in Gate().token } + (0..<100).map { _ in Gate().key }
        #expect(Set(secrets).count == secrets.count)
        #expect(secrets.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
    }
}
