package import PagerPlugins
package import Containment
package import PagerModel

/// What a daemon is started with.
package struct Configuration: Sendable {
    package var name = "default"
    package var command: String?
    package var events: String?
    package var plugins: String?
    package var insecureTCP = false
    /// The file with the daemon's secret key; tcp is locked with it.
    package var key: String?
    /// The file that says who may come in and do what.
    package var access: String?
    /// The file that tells who changed what.
    package var audit: String?
    package var clock = ClockMode.real
    package var uikit = 18
    package var retainedEvents = Limits.retainedEvents
    /// Programs of plugins to start and keep running.
    package var pluginConfigurations: [PluginConfiguration] = []
    /// Kinds, commands and styles beside those of pagerd.
    package var additions = Plugins()
    /// The commands that bring what there is to what the book says, carried out before anybody can
    /// ask; nil where there is no book.
    /// With `replacing`, of what there is nothing stays.
    package var book: (@Sendable (RunningState, _ replacing: Bool) throws -> BookCommands)?
    package var journal = JournalPlace.standard
    package var journalSync = JournalSync.second
    /// Bytes of records behind a snapshot of the journal before there is a new one, at the least.
    package var journalGrowth = 1 << 20
    /// Whether a damaged journal is recovered at the start, and not refused.
    package var recovers = false

    package init() {}
}

/// Where accepted commands outlive the daemon.
package enum JournalPlace: Sendable {
    case none
    case file(String)
    /// In the folder for what outlives daemons, by the daemon's name.
    case standard
}

/// What there is when a book is to be shown: nothing, or what the journal has brought back.
package struct RunningState: Sendable {
    package let windows: [WindowRecord]
    package let controllers: [ControllerRecord]
    /// All of them, the built-in ones too.
    package let styles: [TransitionStyle]
    /// Plain views, and those of controllers whose views are loaded.
    package let views: [ViewRecord]
    /// Of the controllers that are presented.
    package let presentations: [ModalGet.Reply]

    /// Whether there are styles that the program has not brought.
    package let definesStyles: Bool

    package var isEmpty: Bool {
        windows.isEmpty && controllers.isEmpty && views.isEmpty && !definesStyles
    }
}
