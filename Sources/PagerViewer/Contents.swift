internal import FlyingFox
internal import Foundation
internal import PagerModel

/// Serves what pages show, below an address that other sites cannot guess: `/book/KEY/PATH` is a
/// file of the book, `/book/KEY/;page=ID` the body of a page, so that both find their neighbours.
struct Contents: Sendable {
    let gate: Gate
    let relay: Relay
    /// Nil where nobody said where the book lies.
    let folder: BookFolder?

    /// What stands before the name of a controller.
    private static let page = ";page="

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let parts = request.target.path(percentEncoded: true).utf8
            .split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: true)
            .map { String(Substring($0)) }
        guard parts.count == 3, gate.admits(key: parts[1]),
            let path = parts[2].removingPercentEncoding
        else { return Answers.refusal(.notFound, "no such content") }
        let host = request.headers[.host] ?? ""
        let base = "http://\(host)/book/\(gate.key)/"
        if path.hasPrefix(Self.page) {
            return body(of: String(path.dropFirst(Self.page.count)), base)
        }
        return file(path, base)
    }

    private func body(of controller: String, _ base: String) -> HTTPResponse {
        guard let content = relay.content(of: controller), let body = content["body"]?.string else {
            return Answers.refusal(.notFound, "no such page")
        }
        let type = content["type"]?.string ?? "text/plain"
        // The type is a stranger's text in a header: only one that looks like a type is sent.
        let plain =
            type.utf8.allSatisfy { (0x21...0x7e).contains($0) }
            && type.utf8.contains(UInt8(ascii: "/"))
        return Answers.content(
            (plain ? type : "text/plain") + "; charset=utf-8", Data(body.utf8), folder: base)
    }

    private func file(_ path: String, _ base: String) -> HTTPResponse {
        guard let folder else {
            return Answers.refusal(.notFound, "start pagerview with --book to show files")
        }
        do throws(BookFolder.Problem) {
            return Answers.content(MediaType.of(path), try folder.read(path), folder: base)
        } catch {
            return Self.refusal(error)
        }
    }

    private static func refusal(_ problem: BookFolder.Problem) -> HTTPResponse {
        switch problem {
        case .outside:
            Answers.refusal(
                .forbidden, "this path leads outside the book's folder; --allow FOLDER permits it")
        case .tooLarge: Answers.refusal(.payloadTooLarge, "the file is larger than is served")
        case .missing:
            Answers.refusal(.notFound, "there is no such file in the book's folder")
        }
    }
}
