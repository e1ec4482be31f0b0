/// The position and reason of an error in JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The byte offset of the error.
    public let offset: Int
    /// The line of the error, counted from 1.
    public let line: Int
    /// The column of the error in Unicode scalars, counted from 1.
    public let column: Int
    /// The reason for the error, as a sentence without a full stop.
    public let message: String

    public init(offset: Int, line: Int, column: Int, message: String) {
        self.offset = offset
        self.line = line
        self.column = column
        self.message = message
    }

    /// Creates an error and computes its line and column. O(offset).
    init(_ message: String, at offset: Int, in bytes: JSONText) {
        var line = 1
        var column = 1
        for place in 0..<offset {
            let byte = bytes[place]
            if byte == Ascii.newline {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.init(offset: offset, line: line, column: column, message: message)
    }

    public var description: String { "line \(line), column \(column): \(message)" }
}

/// The ASCII codes of the characters that have a meaning in JSON.
enum Ascii {
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let slash = UInt8(ascii: "/")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let dot = UInt8(ascii: ".")
    static let plus = UInt8(ascii: "+")
    static let minus = UInt8(ascii: "-")
    static let zero = UInt8(ascii: "0")
    static let nine = UInt8(ascii: "9")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")

    static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }
}
