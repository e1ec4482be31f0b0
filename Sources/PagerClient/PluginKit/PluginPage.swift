public import PagerModel

/// A page whose controller lives in a daemon and whose code lives in this program.
///
///     final class Clock: PluginPage {
///         override func viewDidLoad() {
///             every(1) { [unowned self] in refresh() }
///         }
///
///         override var content: Value { ["type": "text/plain", "body": .string(theTime())] }
///     }
///
/// A `Plugin` makes one object for each controller of the page's kind. It calls the overrides on
/// the thread of `Plugin.run()`, in the order of the daemon's events. The events of a transaction
/// arrive after the transaction has ended. When the connection is lost, the page disappears and its
/// object is released; each controller gets a new object after the next registration.
open class PluginPage {
    /// The id of the controller.
    public internal(set) var id = ""
    /// Whether the page is on screen: from `viewWillAppear` to `viewDidDisappear`.
    public var isOnScreen: Bool { appearance != .disappeared }

    enum Appearance: Int {
        case disappeared, appearing, appeared, disappearing
    }

    var appearance = Appearance.disappeared
    var isLoaded = false
    var timers: [PluginTimer] = []
    weak var plugin: Plugin?
    /// The daemon's questions that the pages of this kind answer, in addition to the question
    /// `contentFor`.
    var answers: Set<QuestionKind> = []
    /// The content that the daemon has for the page, or nil if the content is unknown.
    private var told: Value?

    public init() {}

    // MARK: what a page overrides

    /// The content of the page. The daemon requests it when the view loads.
    open var content: Value { .null }

    open func viewDidLoad() {}
    open func viewWillAppear() {}
    open func viewIsAppearing() {}
    open func viewDidAppear() {}
    open func viewWillDisappear() {}
    open func viewDidDisappear() {}

    /// Called for every event of the controller, after the method that has the event's name.
    open func didReceive(_ event: Value) {}

    /// Called when the controller is destroyed or the connection is lost, after `viewDidDisappear`.
    open func close() {}

    /// Answers a question about this page. Called only for the questions that are passed to
    /// `Plugin.page(_:answering:_:)` with the page's kind.
    ///
    /// - Parameter details: The parameters of the question, such as `controller` and `container`.
    open func answer(_ question: QuestionKind, _ details: Value) -> Value { question.standard }

    // MARK: what a page calls

    /// Sends the current value of `content` to the daemon, unless the daemon already has it.
    public final func refresh() { show(content) }

    /// Sends new content for the page to the daemon, unless the daemon already has this content.
    public final func show(_ content: Value) {
        guard content != told else { return }
        told = content
        tell("controller.update", [.init("id", .string(id)), .init("content", content)])
    }

    /// Calls a function every `seconds` seconds while the page is on screen. The first call is when
    /// the page appears, or immediately if the page is already on screen.
    ///
    /// - Precondition: `seconds` is positive.
    public final func every(_ seconds: Double, _ body: @escaping () -> Void) {
        precondition(seconds > 0, "the interval must be positive, got \(seconds) s")
        timers.append(PluginTimer(seconds: seconds, body: body))
    }

    /// Sends a command to the daemon. Without grants (permissions in the daemon's configuration), a
    /// plugin may change only the controllers that it hosts. An error is passed to `Plugin.report`.
    public final func tell(_ method: String, _ params: [Value.Member] = []) {
        plugin?.tell(method, params)
    }

    // MARK: what the plugin calls

    /// Returns the page's content as the answer to `contentFor`, the daemon's question for the
    /// content.
    func answerWithContent() -> Value {
        let content = content
        told = content
        return content
    }

    /// Calls the page's method with the same name as the event, if there is one, and then
    /// `didReceive`.
    func take(_ event: Value) {
        let name = event["event"]?.string ?? ""
        follow(name)
        if name == "contentChanged" { told = event["content"] ?? .null }
        didReceive(event)
    }

    /// Calls `viewDidLoad` if `isLoaded` is true and the view is not loaded yet. Then calls the
    /// callbacks that lead from the current appearance to `goal`.
    func become(isLoaded: Bool, _ goal: Appearance) {
        if isLoaded, !self.isLoaded { follow("viewDidLoad") }
        while appearance != goal { follow(Self.callbacks[appearance.rawValue]) }
    }

    /// Calls the callbacks that are still missing up to `viewDidDisappear`, then `close`.
    func end() {
        become(isLoaded: isLoaded, .disappeared)
        timers = []
        close()
    }

    private static let callbacks = [
        "viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear",
    ]

    private func follow(_ name: String) {
        switch name {
        case "viewDidLoad":
            isLoaded = true
            viewDidLoad()
        case "viewWillAppear":
            appearance = .appearing
            for index in timers.indices { timers[index].begin() }
            viewWillAppear()
        case "viewIsAppearing": viewIsAppearing()
        case "viewDidAppear":
            appearance = .appeared
            viewDidAppear()
        case "viewWillDisappear":
            appearance = .disappearing
            viewWillDisappear()
        case "viewDidDisappear":
            appearance = .disappeared
            viewDidDisappear()
        default: break
        }
    }
}

/// A function that is called at regular intervals while a page is on screen.
struct PluginTimer {
    let seconds: Double
    let body: () -> Void
    private(set) var next = Deadline(seconds: 0)

    init(seconds: Double, body: @escaping () -> Void) {
        self.seconds = seconds
        self.body = body
    }

    /// Sets the time of the next call to now.
    mutating func begin() { next = Deadline(seconds: 0) }

    /// Sets the time of the next call to one interval from now.
    mutating func scheduleNext() { next = Deadline(seconds: seconds) }
}
