internal import CLinux
internal import Glibc
internal import SystemCalls

/// One connection to the web server: what has come of a request or message, and what of a response
/// or message is still to be sent.
final class BrowserConnection {
    /// Bytes that are read at once.
    static let longestRead = 64 << 10
    /// Bytes that are sent at once.
    static let longestWrite = 1 << 20
    /// Bytes that are thrown away after the last response, so that it arrives.
    static let longestDrain = 256 << 10

    let descriptor: Int32
    /// Higher than that of every connection before.
    let number: Int
    /// Bytes that have come and are not yet part of a request or message.
    private(set) var input: [UInt8] = []
    /// Of these, bytes in which no end of a request was found.
    private var searched = 0
    private var output: [[UInt8]] = []
    /// Bytes of the first part that are sent.
    private var sent = 0
    private var file: (file: OpenFile, place: Int)?
    private var isEnding = false
    /// Since when the last response is sent and further input is discarded.
    private(set) var drainingSince: Double?
    private var drained = 0
    var isDraining: Bool { drainingSince != nil }
    /// Whether the connection speaks the WebSocket protocol.
    private(set) var isWebSocket = false
    var standing = Conversation.Standing.unknown
    /// Whether a request has shown that the browser has the token.
    private(set) var hasToken = false
    /// Parts of a message in several frames.
    private var fragments: [UInt8]?
    /// Kept until the message is sent.
    private var delivery: Snapshots.Delivery?

    /// When it last began to wait for a request or for the token; nil after either.
    private(set) var waitingSince: Double?
    /// When the last request or message was whole, or when it came.
    private(set) var heard: Double
    /// When the message that is being sent began, and when the browser last took some of it.
    private(set) var sendingSince: Double?
    private(set) var progressed = 0.0
    /// When the next message may go out.
    var nextMessage = 0.0

    init(descriptor: Int32, number: Int, at time: Double) {
        self.descriptor = descriptor
        self.number = number
        waitingSince = time
        heard = time
    }

    deinit { close(descriptor) }

    var hasOutput: Bool { !output.isEmpty || file != nil }

    enum Flow { case open, ended }

    /// Reads some of what has come.
    func read() -> Flow {
        let (piece, count) = receive(descriptor, atMost: Self.longestRead)
        guard count > 0 else {
            return count < 0 && (errno == EAGAIN || errno == EINTR) ? .open : .ended
        }
        if isDraining {
            drained += count
            return drained > Self.longestDrain ? .ended : .open
        }
        input += piece
        return .open
    }

    // MARK: requests

    /// Takes a whole request; nil where it is not whole.
    ///
    /// - Throws: `RequestHead.Problem`.
    func takeRequest(at time: Double) throws(RequestHead.Problem) -> RequestHead? {
        guard let length = try RequestHead.length(in: input, from: searched) else {
            searched = input.count
            if !input.isEmpty, waitingSince == nil { waitingSince = time }
            return nil
        }
        let head = try RequestHead(parsing: input[..<length])
        input.removeFirst(length)
        searched = 0
        heard = time
        waitingSince = nil
        return head
    }

    /// Sends a response.
    func respond(_ response: Response) {
        output.append(response.head)
        switch response.body {
        case .bytes(let bytes): output.append(bytes)
        case .file(let file): if file.count > 0 { self.file = (file, 0) }
        }
        output.removeAll { $0.isEmpty }
        isEnding = response.isLast
        if response.isForToken { hasToken = true }
        if response.status == .switchingProtocols { isWebSocket = true }
    }

    /// Begins to wait for the token.
    func beginConversation(at time: Double) { waitingSince = time }

    // MARK: messages

    /// What one frame brought.
    enum Frame {
        case message([UInt8])
        /// Part of a message, or a ping or pong.
        case other
    }

    /// Takes a whole frame; nil where it is not whole.
    ///
    /// - Throws: `WebSocket.Problem`.
    func takeFrame(at time: Double) throws(WebSocket.Problem) -> Frame? {
        let limit = standing.longestMessage
        let known = fragments?.count ?? 0
        guard let frame = try WebSocket.takeFrame(from: &input, limit: limit - known) else {
            return nil
        }
        heard = time
        switch frame.opcode {
        case .text where fragments == nil, .continuation where fragments != nil:
            guard known + frame.payload.count <= limit else { throw .tooLong }
            fragments = fragments ?? []
            fragments?.append(contentsOf: frame.payload)
            guard frame.isFinal, let message = fragments else { return .other }
            fragments = nil
            return .message(message)
        case .ping:
            // One pong at a time, so that pings without reading fill no memory.
            if !hasOutput { send([frame.payload], as: .pong, at: time) }
            return .other
        case .pong: return .other
        case .text, .binary, .close, .continuation: throw .malformed
        }
    }

    /// Sends a whole message.
    func send(
        _ parts: [[UInt8]], as opcode: WebSocket.Opcode = .text,
        keeping delivery: Snapshots.Delivery? = nil,
        at time: Double
    ) {
        output.append(WebSocket.head(opcode, count: parts.reduce(0) { $0 + $1.count }))
        output += parts.filter { !$0.isEmpty }
        self.delivery = delivery
        sendingSince = time
        progressed = time
    }

    /// Sends a close frame, after which the connection ends.
    func sendClose(at time: Double) {
        // 1008: a policy was violated.
        send([[0x03, 0xf0]], as: .close, at: time)
        isEnding = true
    }

    /// It has shown the token, or watches.
    func wasAdmitted() { waitingSince = nil }

    // MARK: writing

    /// Sends what it can without waiting, up to a limit: others have their turn, too.
    func write(at time: Double) -> Flow {
        var total = 0
        while true {
            guard total < Self.longestWrite else { return .open }
            if output.isEmpty, let file { fill(from: file) }
            guard let first = output.first else { break }
            let count = SystemCalls.send(descriptor, first[sent...], Int32(MSG_NOSIGNAL))
            guard count > 0 else { return errno == EAGAIN || errno == EINTR ? .open : .ended }
            progressed = time
            total += count
            sent += count
            if sent == first.count {
                output.removeFirst()
                sent = 0
            }
        }
        sendingSince = nil
        delivery = nil
        guard isEnding, !isDraining else { return .open }
        // To close it now would throw the response away if something is still coming.
        shutdown(descriptor, Int32(SHUT_WR))
        drainingSince = time
        input = []
        return .open
    }

    private func fill(from file: (file: OpenFile, place: Int)) {
        let count = min(file.file.count - file.place, Self.longestRead)
        guard let piece = file.file.read(at: file.place, count: count) else {
            // The length was promised, and cannot be kept.
            isEnding = true
            self.file = nil
            return
        }
        output.append(piece)
        let next = file.place + piece.count
        self.file = next < file.file.count ? (file.file, next) : nil
    }
}
