internal import LibC
internal import PagerModel

/// The client names of requesters whose programs set none: `PROGRAM-PID-RANDOM`.
///
/// The daemon remembers replies by this name, and events contain it as their cause. So it is
/// different for each requester, and tells people which program sent the command.
public enum ClientName {
    private static let longestProgram = 32
    private static let digits = 16

    static func made(for path: String = CommandLine.arguments.first ?? "") -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        let program = name.filter { Identifier.allows($0) || $0 == UInt8(ascii: ".") }
            .prefix(longestProgram)
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        let random = String(repeating: "0", count: digits - number.utf8.count) + number
        let text = program.isEmpty ? "swift" : String(decoding: program, as: UTF8.self)
        return "\(text)-\(getpid())-\(random)"
    }

    /// Returns whether a client library has made up the name, here or in Python or C.
    public static func isMadeUp(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let library = parts.first, !parts.contains(where: \.isEmpty) else { return false }
        let numbers = parts.dropFirst()
        if ["python", "c"].contains(where: { library.elementsEqual($0.utf8) }) {
            return numbers.allSatisfy(isHexadecimal) && numbers.reduce(0) { $0 + $1.count } > 8
        }
        return numbers.count >= 2 && numbers.suffix(2).allSatisfy(isHexadecimal)
            && numbers.last?.count == digits
    }

    private static func isHexadecimal(_ text: Substring.UTF8View) -> Bool {
        text.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
