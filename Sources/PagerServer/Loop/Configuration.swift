package import PagerPlugins
package import Containment
package import PagerModel
package import PagerWire

/// The start options of a daemon.
package struct Configuration: Sendable {
    package var name = "default"
    package var command: String?
    package var events: String?
    package var plugins: String?
    package var insecureTCP = false
    /// Whether the daemon also binds each socket at its default ipc path, in addition to the
    /// configured endpoint.
    package var isLocal = false
    /// The path of the file with the daemon's secret key, which authenticates TCP connections.
    package var key: String?
    /// The path of the file with the access list: clients and their roles.
    package var access: String?
    /// The path of the audit log, which records each change and its sender. Nil without an audit
    /// log.
    package var audit: String?
    package var clock = ClockMode.real
    /// The Unix time at which a manual clock begins. Nil for the current time of the machine.
    package var epoch: Double?
    package var uikit = 18
    package var retainedEvents = Limits.retainedEvents
    /// The plugin programs that the daemon starts and restarts.
    package var pluginConfigurations: [PluginConfiguration] = []
    /// The controller kinds, commands and styles that a program adds to the built-in ones.
    package var additions = Plugins()
    /// The book to show before clients can connect. Nil without a book.
    package var book: (any StartingBook)?
    package var journal = JournalLocation.standard
    package var journalSync = JournalSync.second
    /// The minimum number of bytes by which the journal grows after a snapshot before the daemon
    /// writes another snapshot.
    package var journalGrowth = 1 << 20
    /// Whether the daemon recovers a damaged journal at its start. If false, the daemon refuses to
    /// start with a damaged journal.
    package var recovers = false

    package init() {}
}

/// The book that a daemon shows at its start: a file or folder that describes the state. Each page
/// with a mistake is replaced by a warning.
package protocol StartingBook: Sendable {
    /// The path of the book's file or folder.
    var path: String { get }

    /// Descriptions of the mistakes in the pages that were replaced by warnings.
    var problems: [String] { get }
    /// What the book contains that is not shown as its author meant. No mistakes.
    var remarks: [String] { get }

    /// Returns the commands that turn the restored state into the state that the book describes.
    ///
    /// - Parameter replacing: Whether the book replaces the whole state.
    /// - Throws: `StartProblem` for a mistake outside of pages.
    func commands(
        over state: RunningState, replacing: Bool
    ) throws(StartProblem) -> BookCommands

    /// Marks the page that contains a refused command, so that the next call of `commands` replaces
    /// the page with a warning. Returns false if the command is not part of a page, or if the page
    /// is already marked.
    func replacePage(refusedWith refusal: CommandError) -> Bool

    /// Returns a message with the error of a command and the position in the book that caused it.
    func describe(_ refusal: CommandError) -> String
}

/// The journal's location.
package enum JournalLocation: Sendable {
    case none
    case file(String)
    /// A file in the state directory. The file is named after the daemon.
    case standard
}

/// The daemon's state before it shows a book (a file or folder that describes pages). The state is
/// either empty or restored from the journal.
package struct RunningState: Sendable {
    package let windows: [WindowRecord]
    package let controllers: [ControllerRecord]
    /// All styles, including the built-in ones.
    package let styles: [TransitionStyle]
    /// The views without a controller, and the loaded views of controllers.
    package let views: [ViewRecord]
    /// The presentation of each presented controller.
    package let presentations: [ModalGet.Reply]

    /// Whether there are styles other than the built-in ones and those that the program adds.
    package let definesStyles: Bool

    package var isEmpty: Bool {
        windows.isEmpty && controllers.isEmpty && views.isEmpty && !definesStyles
    }
}
