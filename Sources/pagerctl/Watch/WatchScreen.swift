internal import CLinux
internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The whole screen of a terminal, used for drawing. When this object is released, it restores the
/// terminal.
struct WatchScreen: ~Copyable {
    private var before = termios()
    /// Whether the program has changed the terminal's mode, so that `deinit` must restore it.
    /// `deinit` also runs if `init` throws before the change.
    private var isTakenOver = false
    private(set) var width = 80
    private(set) var height = 24
    /// The lines that the terminal currently shows.
    private var lines: [String] = []

    /// Takes over the terminal: selects the alternate screen and raw mode.
    ///
    /// - Throws: `Failure` with exit status 64 if standard input or output is not a terminal.
    init() throws(Failure) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
            tcgetattr(STDIN_FILENO, &before) == 0
        else {
            throw .usage("watch needs a terminal; pagerctl subscribe works without one")
        }
        isTakenOver = true
        setlocale(LC_CTYPE, "C.UTF-8")
        tcsetattr(STDIN_FILENO, TCSAFLUSH, rawAttributes(before))
        // These codes select the alternate screen, hide the cursor and turn off line wrapping.
        Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
        measure()
    }

    deinit {
        guard isTakenOver else { return }
        Self.write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        tcsetattr(STDIN_FILENO, TCSAFLUSH, before)
    }

    /// Reads the size of the terminal and clears the screen. The next `show` then draws all lines.
    mutating func measure() {
        if let size = terminalSize(STDOUT_FILENO), size.columns > 0, size.rows > 0 {
            (width, height) = size
        }
        lines = []
        Self.write("\u{1B}[2J")
    }

    /// Shows lines, which must be as wide as the terminal. Writes only the lines that have changed.
    mutating func show(_ next: [String]) {
        var output = ""
        for (row, line) in next.prefix(height).enumerated()
        where row >= lines.count || lines[row] != line {
            // The row is erased before the line is written. Erasing it afterwards would also erase
            // the last column.
            output += "\u{1B}[\(row + 1);1H\u{1B}[K\(line)\u{1B}[0m"
        }
        for row in next.count..<max(next.count, lines.count) where row < height {
            output += "\u{1B}[\(row + 1);1H\u{1B}[K"
        }
        lines = next
        if !output.isEmpty { Self.write(output) }
    }

    private static func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = SystemCalls.write(STDOUT_FILENO, rest)
            if count < 0, errno != EINTR, errno != EAGAIN { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}

/// Functions that fit text into terminal columns.
enum Columns {
    /// Returns a string that is padded to a width, or cut to this width with an ellipsis at the
    /// end. Control characters are replaced by dots, because any client can set a title that
    /// contains them.
    static func fit(_ text: String, _ width: Int) -> String {
        var result = ""
        var used = 0
        /// The longest beginning of the text that leaves a column for the ellipsis.
        var beginning = (text: "", columns: 0)
        for character in text {
            let columns = columns(of: character)
            guard used + abs(columns) <= width else {
                let ending = width > beginning.columns ? "…" : ""
                return pad(beginning.text + ending, beginning.columns + ending.count, to: width)
            }
            result += columns < 0 ? "·" : String(character)
            used += abs(columns)
            if used < width { beginning = (result, used) }
        }
        return pad(result, used, to: width)
    }

    private static func pad(_ text: String, _ columns: Int, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns))
    }

    /// Returns the number of columns of a character, or -1 for a control character.
    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        let width = Int(wcwidth(wchar_t(bitPattern: first.value)))
        guard width >= 0, !character.unicodeScalars.contains(where: \.isControl) else {
            return -1
        }
        // The other scalars combine with the first one, so they take no columns.
        return character.unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : width
    }
}
