import Testing

@testable import PagerViewer

@Suite struct AccessTokensTests {
    private let tokens = AccessTokens(command: "correct horse", watch: "battery staple")

    @Test func `Each token grants its permission`() {
        #expect(tokens.check("correct horse", from: "") == .right(.command))
        #expect(tokens.check("battery staple", from: "") == .right(.watch))
    }

    @Test func `Only the token for editing permits to edit, and it permits commands, too`() {
        let tokens = AccessTokens(command: "command", watch: "watch", edit: "edit")
        #expect(tokens.check("edit", from: "") == .right(.command))
        #expect(tokens.mayEdit("edit"))
        for token in ["command", "watch", "", "edi", "edit "] { #expect(!tokens.mayEdit(token)) }
        #expect(tokens.token(for: .command, given: "edit") == "edit")
        #expect(tokens.token(for: .command, given: "an invitation") == "command")
        #expect(!self.tokens.mayEdit("correct horse") && !self.tokens.mayEdit(""))
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

    @Test func `After several wrong tokens, wrong ones have to wait, and right ones never`() {
        let invitation = tokens.invite()
        for _ in 0..<WrongTokens.burst { #expect(tokens.check("x", from: "a") == .wrong) }
        #expect(tokens.check("x", from: "a") == .wait(1))
        #expect(tokens.exchange("x", from: "a") == .wait(1))
        #expect(tokens.check("correct horse", from: "a") == .right(.command))
        #expect(tokens.exchange("battery staple", from: "a") == .right(.watch))
        #expect(tokens.exchange(invitation, from: "a") == .right(.command))
        #expect(tokens.check("x", from: "b") == .wrong)
    }

    @Test func `One wrong token a second is counted, and the log reports it once`() {
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

    @Test func `Failed tokens from any number of addresses do not affect other addresses`() {
        var wrong = WrongTokens()
        for number in 0..<100 * WrongTokens.burst {
            _ = wrong.add("2001:db8:\(number % 100)::\(number)", at: 0)
        }
        #expect(wrong.delay(of: "2001:db8:99::ffff", at: 0) > 0, "a /64 counts as one address")
        for number in 0..<10_000 { _ = wrong.add("10.0.\(number >> 8).\(number & 255)", at: 1) }
        for address in ["192.0.2.1", "2001:db8:ffff::1", "unknown", ""] {
            #expect(wrong.delay(of: address, at: 1) == 0)
        }
    }

    @Test(arguments: [
        [
            "192.0.2.7", "::ffff:192.0.2.7", "::FFFF:c000:207", "0:0:0:0:0:ffff:192.0.2.7",
            "::192.0.2.7",
            "64:ff9b::192.0.2.7", "::ffff:0:192.0.2.7", "192.0.2.7:8080", "[::ffff:192.0.2.7]:443",
            " 192.0.2.7", "\"192.0.2.7\"",
        ],
        [
            "2001:db8::1", "2001:DB8:0:0::1", "2001:0db8::ffff:ffff:ffff:ffff", "[2001:db8::2]:443",
            "2001:db8::1%eth0", "2001:db8::192.0.2.7",
        ],
        ["::1", "0:0:0:0:0:0:0:1", "[::1]", "[::1]:80"],
    ])
    func `All spellings of an address, and a whole network, share one counter`(spellings: [String])
    {
        let networks = spellings.map { PeerAddress($0)?.network }
        #expect(networks.allSatisfy { $0 != nil && $0 == networks[0] }, "\(networks)")
        var wrong = WrongTokens()
        for number in 0..<2 * WrongTokens.burst {
            _ = wrong.add(spellings[number % spellings.count], at: 0)
        }
        for spelling in spellings { #expect(wrong.delay(of: spelling, at: 0) > 0, "\(spelling)") }
    }

    @Test(arguments: [
        "", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "01.2.3.4", "::ffff:1.2.3", "x:1",
    ])
    func `A text that is no address is not one`(text: String) {
        #expect(PeerAddress(text) == nil)
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
