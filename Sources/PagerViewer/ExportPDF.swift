internal import ArgumentParser
internal import Glibc
internal import PagerModel
internal import SystemCalls

/// The command `pagerview export-pdf`, which writes the slides of a talk to a PDF. It starts a
/// Chromium that opens the page `/print`.
struct ExportPDF: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export-pdf",
        abstract: "Writes the slides that a running pagerview shows into a PDF.",
        discussion: """
            It needs Chromium. The address is one that pagerview printed, with its token. Each \
            slide is a page with all its items and without notes.

            EXAMPLE
              pagerview export-pdf 'http://127.0.0.1:8000/#token=TOKEN' talk.pdf
            """)

    @Argument(help: "The address that pagerview printed after \"ready\" or \"watch\".")
    var address: String

    @Argument(help: "The PDF to write. The file must not exist.")
    var file: String

    @Flag(help: "Accepts any certificate. Only for a pagerview on this machine.")
    var anyCertificate = false

    mutating func validate() throws {
        guard Self.printAddress(address) != nil else {
            throw ValidationError(
                "\(quoted(address)) is not an address of pagerview; write it as pagerview printed "
                    + "it, such as http://127.0.0.1:8000/#token=TOKEN")
        }
        guard access(file, F_OK) != 0 else {
            throw ValidationError("\(file) exists; name another file, or remove it")
        }
    }

    /// Returns the address of a viewer with `/print` as its path. Keeps the query and the fragment;
    /// the fragment contains the token. Returns nil if the argument is not an http or https
    /// address.
    static func printAddress(_ address: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: { address.hasPrefix($0) }) else {
            return nil
        }
        let rest = address.dropFirst(scheme.count)
        let host = rest.prefix { !"/?#".contains($0) }
        guard WebOrigin(scheme + host) != nil else { return nil }
        let tail = rest.dropFirst(host.count).drop { !"?#".contains($0) }
        return scheme + host + "/print" + tail
    }

    func run() throws {
        guard let address = Self.printAddress(address) else { throw ExitCode.validationFailure }
        // Chromium may end before it reads a command.
        signal(SIGPIPE, SIG_IGN)
        do throws(Chromium.Failure) {
            let chromium = try Chromium(ignoringCertificates: anyCertificate)
            defer { chromium.end() }
            let pdf = try Self.draw(address, by: chromium)
            try write(pdf)
        } catch {
            throw ValidationError(Self.text(of: error))
        }
    }

    private func write(_ pdf: [UInt8]) throws(Chromium.Failure) {
        do { try WholeFile.write(pdf, to: file) } catch {
            throw .refused("\(error)")
        }
        print("made \(file)")
    }

    private static func text(of failure: Chromium.Failure) -> String {
        switch failure {
        case .missing: "Chromium is missing; install it (Debian: apt install chromium)"
        case .ended:
            "Chromium has ended; this command shows why:\n  chromium --headless --dump-dom about:blank"
        case .silent: "the slides did not load within a minute; check that the daemon runs"
        case .refused(let text): text
        }
    }

    private static func draw(
        _ address: String, by chromium: Chromium
    ) throws(Chromium.Failure) -> [UInt8] {
        let target =
            try chromium.call(
                "Target.createTarget", [.init("url", "about:blank")])["targetId"] ?? .null
        let session = try chromium.call(
            "Target.attachToTarget", [.init("targetId", target), .init("flatten", true)]
        )["sessionId"]?.string
        _ = try chromium.call("Page.enable", session: session)
        let opened = try chromium.call(
            "Page.navigate", [.init("url", .string(address))], session: session,
            until: "Page.loadEventFired")
        if let problem = opened["errorText"]?.string {
            throw .refused("the address cannot be opened: \(problem)")
        }
        let ready = try chromium.call(
            "Runtime.evaluate",
            [
                .init("expression", "import('/js/print.js').then(({ ready }) => ready)"),
                .init("awaitPromise", true), .init("returnByValue", true),
            ], session: session)
        if let problem = ready["exceptionDetails"] {
            let text = problem["exception"]?["description"]?.string ?? "the page failed"
            throw .refused(String(text.prefix { $0 != "\n" }))
        }
        let printed = try chromium.call(
            "Page.printToPDF",
            [.init("printBackground", true), .init("preferCSSPageSize", true)], session: session)
        guard let data = printed["data"]?.string, let pdf = Base64.decoded(data) else {
            throw .silent
        }
        return pdf
    }
}

/// A decoder of Base64 (RFC 4648).
enum Base64 {
    /// Decodes a Base64 string. Returns nil if the string is not Base64. O(count).
    static func decoded(_ text: String) -> [UInt8]? {
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        let padding = text.utf8.dropFirst(digits.count)
        guard text.utf8.count % 4 == 0, padding.count <= 2,
            padding.allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for character in digits {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            bits &= 1 << UInt32(count) - 1
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
