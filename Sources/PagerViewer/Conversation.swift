internal import PagerModel
internal import PagerWire

/// The handler of the messages that browsers send over their WebSockets.
///
/// A browser sends `{"token": TEXT}` first. If the text is empty, the token in the browser's cookie
/// is checked. Then the browser may send:
/// - `{"request": {id, method, params}}`, to which pagerview replies with `{"reply": ...}`
/// - `{"resync": true}`, if events are missing and it needs a snapshot
/// - `{"screen": ...}`, its entry in the register of screens
/// - `{"ended": PAGE}`, when the video of a page has ended
/// - with the token for commands, `{"screens": true}`, to which pagerview replies with
///   `{"screens": [...]}`
/// - with the token for commands, `{"book": VERSION}`, to which pagerview replies with
///   `{"book": ...}`, the pages of the book, if the version is another one
/// - with the token for editing, `{"edit": ...}` and `{"upload": ...}`, to which pagerview replies
///   with `{"edited": ...}`, after a `{"book": ...}` for an edit; see `BookEditing`
/// - with the token for commands, `{"talk": ...}`, see `SharedTalk`, which all browsers receive
/// - with the token for commands, `{"remote": true}`, to which pagerview replies with
///   `{"remote": ...}`, an address for a phone
///
/// pagerview sends objects with the members `welcome`, `daemon`, `snapshot`, `events` and `beat`.
/// It sends `{"files": [...]}` with the addresses of contents whose files have changed, relative to
/// the folder in `welcome`, or `{"files": true}` if they are too many.
/// It sends an object with `alive` if it sent nothing else for a second, and an object with
/// `refused` before it disconnects a browser.
struct Conversation: Sendable {
    /// The maximum number of bytes of a message from a browser with the token for commands.
    static let longestMessage = 8 << 20
    /// The maximum number of bytes of a message from a browser without the token for commands.
    static let longestForeignMessage = 4 << 10
    /// The maximum number of commands for one page turn after a video.
    private static let mostAttempts = 3

    let origins: OriginPolicy
    let tokens: AccessTokens
    let folders: ContentFolders
    let hub: BrowserHub
    let forwarder: CommandForwarder
    /// Whether browsers without a valid token may watch.
    let admitsWatchers: Bool
    var editing = BookEditing(book: nil)
    /// Whether a page that no screen can show is skipped in a pager that turns by itself.
    var skipsFailures = true

    /// The permissions of a browser.
    enum Standing: Equatable {
        /// The browser has sent no message yet.
        case unknown
        case watches(browser: Int)
        case commands(browser: Int)
        /// The browser may also edit the book.
        case edits(browser: Int)

        var browser: Int? {
            switch self {
            case .unknown: nil
            case .watches(let browser), .commands(let browser), .edits(let browser): browser
            }
        }

        var right: AccessTokens.Right? {
            switch self {
            case .unknown: nil
            case .watches: .watch
            case .commands, .edits: .command
            }
        }

        var mayCommand: Bool { right == .command }

        var mayEdit: Bool { if case .edits = self { true } else { false } }

        /// The maximum number of bytes of the browser's next message.
        var longestMessage: Int {
            mayCommand ? Conversation.longestMessage : Conversation.longestForeignMessage
        }
    }

    /// An error that ends a conversation. If `refusal` is not nil, pagerview sends it before it
    /// disconnects the browser.
    struct Ending: Error {
        var refusal: String?
    }

    /// Handles a complete message from a browser. The first message must contain the token.
    ///
    /// - Throws: `Ending` if the browser must be disconnected: the message is malformed or not
    ///   permitted, the token is wrong, or too many browsers are connected.
    func take(_ bytes: [UInt8], _ standing: inout Standing, of visitor: Visitor) throws(Ending) {
        guard let message = try? JSONParser.parse(bytes) else { throw Ending() }
        guard let browser = standing.browser else {
            guard let token = message["token"]?.string else { throw Ending() }
            standing = try admit(token, visitor)
            return
        }
        if let request = message["request"] {
            command(
                request, bytes.count, browser, mayCommand: standing.mayCommand)
        } else if message["resync"] != nil {
            hub.resynchronize(browser)
        } else if let screen = message["screen"] {
            report(
                Screen(screen), bytes.count, browser, from: visitor,
                isWatcher: !standing.mayCommand)
        } else if let page = message["ended"]?.string {
            video(
                of: page, size: bytes.count, browser,
                isWatcher: !standing.mayCommand
            )
        } else if message["screens"] != nil, standing.mayCommand {
            hub.sendScreens(to: browser)
        } else if let talk = message["talk"], standing.mayCommand {
            if let (note, isPassing) = hub.talk.take(talk) { hub.tell(note, isPassing: isPassing) }
        } else if message["remote"] != nil, standing.mayCommand {
            hub.send(remote(for: visitor.origin), to: browser)
        } else if ["book", "edit", "upload"].contains(where: { message[$0] != nil }),
            standing.mayCommand
        {
            let hub = hub
            editing.take(message, of: browser, mayEdit: standing.mayEdit) {
                hub.send($0, to: browser)
            }
        } else {
            throw Ending()
        }
    }

    private func admit(_ given: String, _ visitor: Visitor) throws(Ending) -> Standing {
        let verdict = given.isEmpty ? visitor.verdict : tokens.check(given, from: visitor.address)
        let right = try right(verdict)
        let mayCommand = right == .command
        let contents = origins.contents(origin: visitor.origin) ?? ""
        let welcome = Value.object([
            .init("mayCommand", .bool(mayCommand)),
            .init("folder", .string("\(contents)/book/\(folders.key(for: right))/")),
            .init("skipsFailures", .bool(skipsFailures)),
            .init("tokenIsWrong", .bool(verdict.map { $0 != .right(right) } ?? false)),
        ])
        let text = Array(Value.object([.init("welcome", welcome)]).json.utf8)
        guard let browser = hub.open(isWatcher: !mayCommand, welcome: text) else {
            throw Ending(refusal: "too many browsers are open; close one of them")
        }
        if let note = hub.talk.note { hub.send(note, to: browser) }
        if tokens.mayEdit(given.isEmpty ? visitor.cookie ?? "" : given) {
            return .edits(browser: browser)
        }
        return mayCommand ? .commands(browser: browser) : .watches(browser: browser)
    }

    /// Returns the right of a browser, given the result of the check of its token.
    ///
    /// - Parameter verdict: Nil if the browser has sent no token.
    private func right(_ verdict: AccessTokens.Verdict?) throws(Ending) -> AccessTokens.Right {
        switch verdict {
        case .right(let right): return right
        case nil where admitsWatchers, .wrong where admitsWatchers, .wait where admitsWatchers:
            return .watch
        case .wait(let seconds):
            throw Ending(
                refusal: "Too many wrong tokens came from the address of this browser. Reload the "
                    + "page after \(seconds) s.")
        case nil:
            throw Ending(
                refusal: "This viewer needs its token: open the whole address that pagerview "
                    + "printed.")
        case .wrong:
            throw Ending(
                refusal: "The token of this address is wrong: open the whole address that "
                    + "pagerview printed last.")
        }
    }

    /// Records a report of a screen. If no screen can show the page, shows the next one.
    private func report(
        _ screen: Screen, _ size: Int, _ browser: Int, from visitor: Visitor, isWatcher: Bool
    ) {
        hub.report(screen, of: browser, from: visitor.address)
        guard skipsFailures, screen.isFailed, let request = hub.request(skipping: screen.page)
        else { return }
        forwarder.send(request, size: size, of: browser, isWatcher: isWatcher) { _ in }
    }

    /// Selects the next page after the video of `page` has ended, if the content of `page` has the
    /// member `untilEnd`. A browser may report the end of a video even without the token for
    /// commands.
    private func video(of page: String, size: Int, _ browser: Int, isWatcher: Bool) {
        turn(after: page, size, browser, isWatcher, attempts: Self.mostAttempts)
    }

    private func turn(
        after page: String, _ size: Int, _ browser: Int, _ isWatcher: Bool, attempts: Int
    ) {
        guard attempts > 0, let request = hub.request(afterVideoOf: page) else { return }
        let conversation = self
        forwarder.send(request, size: size, of: browser, isWatcher: isWatcher) { reply in
            let error = (try? JSONParser.parse(reply))?["error"]?["data"]?["name"]
            // Another part of the state has changed meanwhile.
            guard error == .string(ErrorName.staleRevision.rawValue) else { return }
            conversation.turn(after: page, size, browser, isWatcher, attempts: attempts - 1)
        }
    }

    private func command(_ request: Value, _ size: Int, _ browser: Int, mayCommand: Bool) {
        let hub = hub
        let answer: @Sendable ([UInt8]) -> Void = { reply in
            hub.send(Array("{\"reply\":".utf8) + reply + Array("}".utf8), to: browser)
        }
        // The description of the methods is not secret; all other methods need the token.
        guard mayCommand || request["method"] == .string(ServerDescribe.method) else {
            answer(
                CommandForwarder.failure(
                    request, "notPermitted",
                    "this browser may only watch: open the address with the token that pagerview "
                        + "printed"))
            return
        }
        forwarder.send(request, size: size, of: browser, isWatcher: !mayCommand, answer: answer)
    }

    /// Removes the browser after it has disconnected.
    func end(_ standing: Standing) {
        guard let browser = standing.browser else { return }
        hub.close(browser)
        forwarder.leave(browser)
        if standing.mayEdit { editing.leave(browser) }
    }

    /// Returns the message that tells a browser the reason why it is refused.
    static func refusal(_ text: String) -> [UInt8] {
        Array(Value.object([.init("refused", .string(text))]).json.utf8)
    }
}
