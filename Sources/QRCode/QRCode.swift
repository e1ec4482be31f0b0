internal import CQREncode

/// A QR code: a square of dark and light modules that represent a string. The library libqrencode
/// creates the code.
public struct QRCode: Sendable {
    /// The maximum length of the string in bytes. The code of a longer string would be hard to
    /// scan.
    public static let longestText = 512

    /// The number of modules along each side, without the light border that a scanner needs.
    public let size: Int
    private let dark: [Bool]

    /// Encodes a string with the error correction level M. O(size²).
    ///
    /// - Returns: Nil if the string is empty, contains a zero byte or is too long.
    public init?(_ text: String) {
        guard (1...Self.longestText).contains(text.utf8.count), !text.utf8.contains(0),
            let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        self.size = size
        // The lowest bit of a byte is the colour, 1 for dark.
        dark = (0..<size * size).map { data[$0] & 1 == 1 }
    }

    /// Returns whether a module is dark. Modules outside of the code are light.
    public func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return dark[row * size + column]
    }

    /// The rows from the top, each as a string of `1` for dark and `0` for light modules.
    public var rows: [String] {
        (0..<size).map { row in
            String((0..<size).map { isDark(row, $0) ? "1" : "0" })
        }
    }

    /// The code as lines for a terminal, with the border that a scanner needs. Each line contains
    /// two rows of modules. The lines draw the light modules, so they suit a terminal with light
    /// text on a dark background.
    public var blocks: [String] {
        let border = 4
        return stride(from: -border, to: size + border, by: 2).map { row in
            String(
                (-border..<size + border).map { column -> Character in
                    switch (isDark(row, column), isDark(row + 1, column)) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                })
        }
    }
}
