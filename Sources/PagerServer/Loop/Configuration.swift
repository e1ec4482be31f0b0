package import PagerPlugins
package import Containment
package import PagerModel

/// The start options of a daemon.
package struct Configuration: Sendable {
    package var name = "default"
    package var command: String?
    package var events: String?
    package var plugins: String?
    package var insecureTCP = false
    /// Whether each socket is also bound at the instance's own path.
    package var isLocal = false
    /// The file with the daemon's secret key, which authenticates TCP connections.
    package var key: String?
    /// The file with the access list: clients and their roles.
    package var access: String?
    /// The audit log, which records who changed what.
    package var audit: String?
    package var clock = ClockMode.real
    package var uikit = 18
    package var retainedEvents = Limits.retainedEvents
    /// The plugin programs to start and restart.
    package var pluginConfigurations: [PluginConfiguration] = []
    /// Additional kinds, commands and styles.
    package var additions = Plugins()
    /// Returns the commands that turn the restored state into that of the book. They are executed
    /// before clients can connect. Nil without a book. With `replacing`, the book replaces the
    /// whole state.
    package var book: (@Sendable (RunningState, _ replacing: Bool) throws -> BookCommands)?
    package var journal = JournalPlace.standard
    package var journalSync = JournalSync.second
    /// The minimum number of bytes after a snapshot of the journal before a new one is written.
    package var journalGrowth = 1 << 20
    /// Whether a damaged journal is recovered at the start instead of refused.
    package var recovers = false

    package init() {}
}

/// The journal's location.
package enum JournalPlace: Sendable {
    case none
    case file(String)
    /// In the state directory, under the daemon's name.
    case standard
}

/// The state before a book is shown: empty, or restored from the journal.
package struct RunningState: Sendable {
    package let windows: [WindowRecord]
    package let controllers: [ControllerRecord]
    /// All styles, including the built-in ones.
    package let styles: [TransitionStyle]
    /// The views without a controller, and those of controllers whose views are loaded.
    package let views: [ViewRecord]
    /// The presentations of presented controllers.
    package let presentations: [ModalGet.Reply]

    /// Whether there are styles that are not part of the program.
    package let definesStyles: Bool

    package var isEmpty: Bool {
        windows.isEmpty && controllers.isEmpty && views.isEmpty && !definesStyles
    }
}
