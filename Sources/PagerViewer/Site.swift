internal import FlyingFox
internal import Foundation
internal import PagerModel

/// Everything that is served, behind the gate.
struct Site: HTTPHandler {
    let gate: Gate
    let web: WebFolder
    let contents: Contents
    let conversation: Conversation
    let watch: ConnectionWatch

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let peer = Peer(request.remoteAddress)
        watch.heard(peer)
        if Self.hasLongBody(request) { watch.condemn(peer) }
        let host = request.headers[.host]
        guard gate.admits(host: host) else {
            return Answers.refusal(.forbidden, "this host is not served")
        }
        let path = request.target.path(percentEncoded: true)
        let origin = request.headers[HTTPHeader("Origin")]
        // What a page shows has no origin, and asks for its own pictures; it knows the key.
        let isOwnContent = origin == "null" && path.hasPrefix("/book/")
        guard isOwnContent || gate.admits(origin: origin, host: host) else {
            return Answers.refusal(.forbidden, "another site's pages are not answered")
        }
        guard request.method == .GET else {
            return Answers.refusal(.methodNotAllowed, "only GET")
        }
        if path == "/socket" { return try await open(request, origin, peer) }
        if path.hasPrefix("/book/") { return contents.answer(request) }
        guard let file = web.file(path) else {
            return Answers.refusal(.notFound, "there is nothing here")
        }
        return Answers.own(file.name, file.data)
    }

    /// Nothing here takes a body, and the server would read it to its end before it answers.
    private static func hasLongBody(_ request: HTTPRequest) -> Bool {
        let length = request.headers[HTTPHeader("Content-Length")].flatMap { Int($0) } ?? 0
        return length > 4_096 || request.headers[HTTPHeader("Transfer-Encoding")] != nil
    }

    private func open(
        _ request: HTTPRequest, _ origin: String?, _ peer: Peer?
    ) async throws -> HTTPResponse {
        // Every browser says where a WebSocket comes from; who does not is none.
        guard origin != nil else {
            return Answers.refusal(.forbidden, "a WebSocket needs its Origin")
        }
        var conversation = conversation
        conversation.heard = { [watch] in watch.heard(peer, isConversation: true) }
        return try await WebSocketHTTPHandler(handler: conversation).handleRequest(request)
    }
}

extension Peer {
    fileprivate init?(_ address: HTTPRequest.Address?) {
        guard case .ip4(let name, let port) = address else { return nil }
        self.init(address: name, port: port)
    }
}
