internal import PagerModel

/// What a browser that shows pages says of itself. Nothing of it is kept when it goes.
struct Screen: Equatable {
    static let longestText = 128
    static let longestError = 256

    /// Its `?name=`, empty without one.
    var name = ""
    /// The window that it shows, empty for none.
    var window = ""
    /// The page that it shows, empty for none.
    var page = ""
    /// In CSS pixels.
    var width = 0
    var height = 0
    /// The latest error of its scripts, empty for none, and how many there were.
    var error = ""
    var errors = 0
    /// Whether its browser keeps an offline copy for a reload without pagerview.
    var hasOfflineCopy = false

    /// Reads what a browser has sent. Texts are cut and numbers are bounded.
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

    /// The entry of the register.
    ///
    /// - Parameters:
    ///   - address: Where its browser is.
    ///   - isWatcher: Whether it has no token for commands.
    ///   - age: Seconds since its last message.
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
