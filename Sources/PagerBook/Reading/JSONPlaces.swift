/// A scanner for the positions of values in a text that is valid JSON.
struct JSONPlaces {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var column = 1

    /// Returns the positions of the value in a text and of all its parts. O(bytes).
    static func read(_ bytes: [UInt8]) -> Places {
        var scanner = JSONPlaces(bytes: bytes)
        return scanner.value()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func step() {
        if next == UInt8(ascii: "\n") {
            line += 1
            column = 0
        }
        position += 1
        // Only the first byte of each character counts.
        if next & 0xC0 != 0x80 { column += 1 }
    }

    /// Skips white space and the separators between values, such as commas.
    private mutating func skip() {
        while position < bytes.count {
            switch next {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"),
                UInt8(ascii: ","), UInt8(ascii: ":"):
                step()
            default: return
            }
        }
    }

    private mutating func value() -> Places {
        skip()
        var place = Places(line: line, column: column)
        switch next {
        case UInt8(ascii: "["):
            step()
            while skipping() != UInt8(ascii: "]") { place.append(value()) }
            step()
        case UInt8(ascii: "{"):
            step()
            while skipping() != UInt8(ascii: "}") {
                let (line, column) = (line, column)
                string()
                place.append(Places(line: line, column: column, ofMember: value()))
            }
            step()
        case UInt8(ascii: "\""):
            string()
        default:
            word()
        }
        return place
    }

    private mutating func skipping() -> UInt8 {
        skip()
        return next
    }

    private mutating func string() {
        step()
        while next != UInt8(ascii: "\"") {
            if next == UInt8(ascii: "\\") { step() }
            step()
        }
        step()
    }

    /// Skips a number, true, false or null.
    private mutating func word() {
        while position < bytes.count {
            switch next {
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "E"):
                step()
            default: return
            }
        }
    }
}
