internal import PagerModel

/// A browser's latest report: the page that it shows, the size of its window, and the errors of the
/// viewer's scripts. pagerview discards the report when the browser disconnects.
struct Screen: Equatable {
    static let longestText = 128
    static let longestError = 256

    /// The name of the screen: the parameter `name` in the address of the viewer's page. Empty if
    /// there is none.
    var name = ""
    /// The id of the daemon's window that the browser shows. Empty if there is none.
    var window = ""
    /// The id of the page that the browser shows. Empty if there is none.
    var page = ""
    /// The width of the browser's window in CSS pixels.
    var width = 0
    /// The height of the browser's window in CSS pixels.
    var height = 0
    /// The latest error of the viewer's scripts in the browser. Empty if there is none.
    var error = ""
    /// The number of errors of the viewer's scripts in the browser.
    var errors = 0
    /// Whether the browser has stored a copy of the viewer's files, so that it can reload the page
    /// while pagerview does not run.
    var hasOfflineCopy = false

    /// Reads a browser's report. Truncates long strings and clamps numbers.
    init(_ message: Value) {
        name = Self.text(message["name"], Self.longestText)
        window = Self.text(message["window"], Self.longestText)
        page = Self.text(message["page"], Self.longestText)
        width = Self.number(message["width"])
        height = Self.number(message["height"])
        error = Self.text(message["error"], Self.longestError)
        errors = Self.number(message["errors"])
        hasOfflineCopy = message["offlineCopy"] == true
    }

    private static func text(_ value: Value?, _ most: Int) -> String {
        String((value?.string ?? "").unicodeScalars.prefix(most))
    }

    private static func number(_ value: Value?) -> Int {
        min(max(value?.integer ?? 0, 0), 1_000_000)
    }

    /// Returns the entry for this browser in the register of screens (the connected browsers).
    ///
    /// - Parameters:
    ///   - address: The address of the browser.
    ///   - isWatcher: Whether the browser has no token for commands.
    ///   - age: The seconds since the browser's last report.
    func record(_ address: String, isWatcher: Bool, age: Double) -> ScreenRecord {
        var record = ScreenRecord()
        record.name = name
        record.address = address
        record.right = isWatcher ? .watch : .command
        record.window = window
        record.page = page
        record.width = width
        record.height = height
        record.error = error
        record.errors = errors
        record.hasOfflineCopy = hasOfflineCopy
        record.lastSeen = Int(max(age, 0))
        return record
    }
}
