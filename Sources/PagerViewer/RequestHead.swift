internal import PagerModel

/// The request line and the headers of an HTTP request.
///
/// Only printable ASCII is accepted, so that comparing and hashing the texts costs what their
/// length says.
struct RequestHead {
    /// Bytes up to the blank line.
    static let longest = 16 << 10
    /// Lines after the request line.
    static let mostHeaders = 100

    /// Why a request is refused before it is looked at.
    enum Problem: Error, Equatable {
        case tooLong
        case malformed
    }

    let method: String
    /// Percent-encoded, without the query.
    let path: String
    private let headers: [(name: String, value: String)]

    /// Finds the end of a head: the bytes up to and with the blank line; nil where it is not there
    /// yet.
    ///
    /// - Parameter start: where to look from; bytes before it were looked at.
    /// - Throws: `tooLong`.
    static func length(in bytes: [UInt8], from start: Int) throws(Problem) -> Int? {
        let newline = UInt8(ascii: "\n")
        var place = max(start - 3, 0)
        while place < min(bytes.count, longest) {
            if bytes[place] == newline, place > 0 {
                if bytes[place - 1] == newline { return place + 1 }
                if place > 2, bytes[place - 1] == UInt8(ascii: "\r"), bytes[place - 2] == newline {
                    return place + 1
                }
            }
            place += 1
        }
        guard bytes.count < longest else { throw .tooLong }
        return nil
    }

    /// Parses a whole head, as strictly as RFC 9112 asks for: a program between the browser and this
    /// one must not find another header, or another end of a line, in the same bytes.
    ///
    /// A line ends with a line feed, with or without a carriage return before it.
    ///
    /// - Throws: `malformed`.
    init(parsing bytes: ArraySlice<UInt8>) throws(Problem) {
        guard bytes.allSatisfy({ (0x20...0x7e).contains($0) || [9, 10, 13].contains($0) }) else {
            throw .malformed
        }
        let carriageReturn = UInt8(ascii: "\r")
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == carriageReturn ? $0.dropLast() : $0 }
        // What stands behind the last line feed, and the blank line.
        while lines.last?.isEmpty == true { lines.removeLast() }
        guard let first = lines.first, lines.count <= Self.mostHeaders + 1,
            !lines.contains(where: { $0.contains(carriageReturn) })
        else { throw .malformed }
        (method, path) = try Self.readRequestLine(first)
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            guard name.endIndex < line.endIndex, Self.isToken(name) else { throw .malformed }
            headers.append(
                (
                    String(decoding: name, as: UTF8.self).lowercased(),
                    String(decoding: Self.trimmed(line[(name.endIndex + 1)...]), as: UTF8.self)
                ))
        }
        self.headers = headers
    }

    private static func readRequestLine(
        _ line: ArraySlice<UInt8>
    ) throws(Problem) -> (method: String, path: String) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, isToken(parts[0]), parts[1].first == UInt8(ascii: "/"),
            parts[1].allSatisfy({ $0 > 0x20 }), parts[2].starts(with: Array("HTTP/1.".utf8)),
            parts[2].count == 8, let minor = parts[2].last, isDigit(minor)
        else { throw .malformed }
        let path = parts[1].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return (
            String(decoding: parts[0], as: UTF8.self), String(decoding: path, as: UTF8.self)
        )
    }

    /// Whether bytes are a token: what methods and the names of headers consist of.
    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                isDigit(byte) || isLetter(byte) || tokenMarks.contains(byte)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)

    /// The value of a header, by its name in lowercase; nil where it is missing or given twice.
    subscript(name: String) -> String? {
        let found = headers.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    /// Whether a header is there, once or more often.
    func has(_ name: String) -> Bool { headers.contains { $0.name == name } }

    /// Whether bytes of a body follow the head.
    var hasBody: Bool {
        has("transfer-encoding") || (has("content-length") && self["content-length"] != "0")
    }

    /// The value of a header without the blanks around it.
    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 9 }
        let front = value.drop(while: isBlank)
        return front[..<((front.lastIndex { !isBlank($0) } ?? front.startIndex - 1) + 1)]
    }
}
