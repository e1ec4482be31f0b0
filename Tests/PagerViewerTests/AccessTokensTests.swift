import Testing

@testable import PagerViewer

@Suite struct AccessTokensTests {
    private let tokens = AccessTokens(command: "correct horse", watch: "battery staple")

    @Test func `Each token grants its permission`() {
        #expect(tokens.check("correct horse", from: "") == .right(.command))
        #expect(tokens.check("battery staple", from: "") == .right(.watch))
    }

    @Test(arguments: [
        "", "correct", "correct horse ", "correct hors", "Correct horse", "correct horsf",
        String(repeating: "c", count: AccessTokens.longest + 1),
    ])
    func `A token that differs from the right one is refused`(token: String) {
        #expect(tokens.check(token, from: "") == .wrong)
    }

    @Test func `Secrets are compared byte by byte, not by canonical equivalence`() {
        #expect(Secret.equal("\u{e9}", "\u{e9}"))
        #expect(!Secret.equal("e\u{301}", "\u{e9}"))
    }

    @Test func `Secrets have 64 hexadecimal digits and are unique`() {
        let secrets = (0..<100).flatMap { _ in
            let tokens = AccessTokens()
            let folders = ContentFolders()
            return [tokens.command, tokens.watch, folders.command, folders.watch]
        }
        #expect(Set(secrets).count == secrets.count)
        #expect(secrets.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test func `After several wrong tokens, no token is accepted for a while`() {
        for _ in 0..<WrongTokens.burst { #expect(tokens.check("x", from: "a") == .wrong) }
        #expect(tokens.check("correct horse", from: "a") == .wait(1))
        #expect(tokens.check("correct horse", from: "b") == .right(.command))
    }

    @Test func `One wrong token a second is compared, and the log reports it once`() {
        var wrong = WrongTokens()
        var compared = 0
        var told = 0
        for step in 0..<60_000 {
            let time = Double(step) / 1_000
            guard wrong.delay(of: "a", at: time) == 0 else { continue }
            compared += 1
            if wrong.add("a", at: time) == .tooMany { told += 1 }
        }
        #expect((60...75).contains(compared))
        #expect(told == 1)
        #expect(wrong.delay(of: "a", at: 200) == 0)
    }

    @Test func `Failed tokens from any number of addresses take limited memory`() {
        var wrong = WrongTokens()
        for number in 0..<10_000 { _ = wrong.add("\(number)", at: 0) }
        #expect(wrong.delay(of: "new", at: 0) > 1_000, "the others count as one")
        #expect(wrong.delay(of: "1", at: 0) == 0)
    }

    @Test func `An invitation is accepted once, and only in exchange for a token`() {
        let tokens = AccessTokens()
        let invitation = tokens.invite()
        #expect(tokens.check(invitation, from: "a") == .wrong)
        #expect(tokens.exchange(invitation, from: "a") == .right(.command))
        #expect(tokens.exchange(invitation, from: "a") == .wrong)
        #expect(tokens.exchange(tokens.watch, from: "a") == .right(.watch))
    }

    @Test func `Beyond the limit, the oldest invitation expires`() {
        let tokens = AccessTokens()
        let invitations = (0..<9).map { _ in tokens.invite() }
        #expect(tokens.exchange(invitations[0], from: "a") == .wrong)
        #expect(tokens.exchange(invitations[1], from: "a") == .right(.command))
    }
}
