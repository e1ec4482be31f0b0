internal import PagerModel
internal import ZMQ

/// The pages of one snapshot or list so far. It refuses a sequence that no daemon sends, so that
/// reading the pages ends.
struct PagedReply {
    private let method: String
    private let limit: Int
    private var pages = 0
    private var records = 0
    private var bytes = 0
    /// The most records. There are at most as many running transitions as containers and presenters.
    static let mostRecords = 2 * Limits.nodes

    /// - Parameter limit: The most records of one page.
    init(_ method: String, limit: Int) {
        self.method = method
        self.limit = max(limit, 1)
    }

    /// The most pages: a page that is not the last one has `limit` records or `Limits.listBytes`.
    private var mostPages: Int {
        Self.mostRecords / limit + 2 * Limits.pagedBytes / Limits.listBytes
    }

    /// Counts a page.
    ///
    /// - Parameter isLast: Whether the page has no `next`.
    /// - Throws: `badReply` if there are too many pages, records or bytes, or if a page without
    ///   records is not the last one.
    mutating func add(_ page: Reply, records count: Int, isLast: Bool) throws(ClientError) {
        pages += 1
        records += count
        bytes += page.bytes.count
        if bytes > Limits.pagedBytes { throw refusal("more than \(Limits.pagedBytes) bytes") }
        if isLast { return }
        if count == 0 { throw refusal("an empty page before its last one") }
        if records > Self.mostRecords { throw refusal("more than \(Self.mostRecords) records") }
        if pages >= mostPages { throw refusal("more than \(mostPages) pages") }
    }

    private func refusal(_ what: String) -> ClientError {
        .badReply("the result of \(method) has \(what); the server is not a pagerd")
    }
}

extension Message {
    /// The most commas, between values and in texts, of a message that is longer than a page. A
    /// parsed value takes up to 16 times as much memory as its text, `0,`.
    private static let mostCommas = 8 << 20

    /// Checks the size of a message before it is copied or parsed.
    ///
    /// - Throws: `badReply` for more than `Limits.replyBytes`, or more values than a daemon sends.
    func checkSize(from endpoint: String) throws(ClientError) {
        guard count <= Limits.replyBytes else {
            throw .badReply(
                "a message of \(endpoint) has \(count) bytes, more than \(Limits.replyBytes); the "
                    + "server is not a pagerd")
        }
        guard count <= Limits.listBytes || commas <= Self.mostCommas else {
            throw .badReply(
                "a message of \(endpoint) has more than \(Self.mostCommas) values; the server is "
                    + "not a pagerd")
        }
    }

    private var commas: Int {
        withBytes { bytes in
            var found = 0
            for index in bytes.indices where bytes[index] == UInt8(ascii: ",") { found &+= 1 }
            return found
        }
    }
}
