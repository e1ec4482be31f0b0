import PagerModel

/// The events, with the token form and record type of each.
enum EventTable {
    struct Row: Sendable {
        let category: String
        let event: String
        /// The name in a token, including the category if the token shows it.
        let tokenName: String
        /// The fields that become arguments, in this order.
        let fields: [String]
        let record: String

        /// Whether a field becomes several arguments.
        var hasList: Bool {
            !Set(fields).isDisjoint(with: ["controllers", "pages", "to", "previous"])
        }
    }

    static let rows: [Row] =
        containment + lifecycle + view + transition + presentation + ofKinds + records

    /// The record type of layout passes.
    static let layout = "layout"

    static func row(_ category: String, _ event: String) -> Row? {
        byEvent["\(category).\(event)"]
    }

    static func row(tokenName: String) -> Row? { byTokenName[tokenName] }

    /// Whether cases may filter by the word: a record type or an event name.
    static func isRecord(_ word: String) -> Bool { words.contains(word) }

    private static let byEvent = Dictionary(
        uniqueKeysWithValues: rows.map { ("\($0.category).\($0.event)", $0) })
    private static let byTokenName = Dictionary(
        uniqueKeysWithValues: rows.map { ($0.tokenName, $0) })
    private static let words = Set(
        rows.flatMap { [$0.record, String($0.tokenName.split(separator: ".").last ?? "")] })

    /// Returns the rows of one category. Tokens of containment and lifecycle, which most cases
    /// contain, leave the category out.
    private static func rows(
        _ category: String, _ events: [(event: String, fields: [String], record: String)]
    ) -> [Row] {
        let isBare = category == "containment" || category == "lifecycle"
        return events.map { entry in
            let name = shortened[entry.event] ?? entry.event
            return Row(
                category: category, event: entry.event,
                tokenName: isBare ? name : "\(category).\(name)", fields: entry.fields,
                record: entry.record)
        }
    }

    private static let shortened = ["willMoveToParent": "willMove", "didMoveToParent": "didMove"]

    private static let containment = rows(
        "containment",
        [
            ("willMoveToParent", ["parent"], "move"),
            ("didMoveToParent", ["parent"], "move"),
            ("removeFromParent", [], "implicitRemove"),
            ("parentChanged", ["parent"], "edge"),
        ])

    private static let lifecycle = rows(
        "lifecycle",
        [
            ("loadView", [], "load"),
            ("viewDidLoad", [], "load"),
            ("viewWillAppear", ["animated"], "appear"),
            ("viewIsAppearing", ["animated"], "isAppearing"),
            ("viewDidAppear", ["animated"], "appear"),
            ("viewWillDisappear", ["animated"], "appear"),
            ("viewDidDisappear", ["animated"], "appear"),
            ("viewWillLayoutSubviews", [], layout),
            ("viewDidLayoutSubviews", [], layout),
            ("willTransitionToTraits", ["horizontal", "vertical"], "size"),
            ("viewWillTransitionToSize", ["size"], "size"),
            ("preferredContentSizeDidChange", ["child"], "size"),
            ("traitCollectionDidChange", ["horizontal", "vertical"], "traits"),
        ])

    private static let view = rows(
        "view",
        [
            ("didMoveToSuperview", ["superview"], "view"),
            ("didChangeFrame", ["frame"], "view"),
            ("didChangeHidden", ["hidden"], "view"),
        ])

    private static let transition = rows(
        "transition",
        [
            ("began", ["from", "to"], "began"),
            ("progressed", ["progress"], "progressed"),
            ("interactionEnded", ["cancelled"], "interactionEnded"),
            ("completion", ["finished"], "completion"),
            ("ended", ["outcome"], "ended"),
            ("animatesAlongside", [], "alongside"),
            ("queued", ["command"], "queue"),
            ("dropped", ["command", "error"], "queue"),
        ])

    private static let presentation = rows(
        "presentation",
        [
            ("presentationTransitionWillBegin", [], "presentation"),
            ("presentationTransitionDidEnd", ["completed"], "presentation"),
            ("dismissalTransitionWillBegin", [], "presentation"),
            ("dismissalTransitionDidEnd", ["completed"], "presentation"),
            ("shouldDismiss", [], "delegate"),
            ("willDismiss", [], "delegate"),
            ("didDismiss", [], "delegate"),
            ("didAttemptToDismiss", [], "delegate"),
            ("detentChanged", ["detent"], "presentation"),
            ("didChangeSelectedDetent", ["detent"], "delegate"),
        ])

    /// The events that the kinds declare.
    private static let ofKinds = DeclaredEvents.builtIn.ofKinds.map {
        EventDescription($0, among: .builtIn)
    }.compactMap { event in
        event.check.map {
            Row(
                category: event.category, event: event.name,
                tokenName: "\(event.category).\(event.name)", fields: $0.arguments,
                record: $0.group)
        }
    }

    private static let records =
        rows(
            "window",
            [
                ("rootChanged", ["controller"], "window"), ("resized", ["size"], "window"),
                ("safeAreaInsetsChanged", [], "window"),
                ("willResize", ["size", "duration"], "window"),
                ("didResize", ["finished"], "window"),
            ])
        + rows(
            "controller",
            [
                ("created", ["kind", "title"], "controller"), ("updated", [], "controller"),
                ("destroyed", [], "controller"), ("contentChanged", [], "controller"),
            ])
        + rows(
            "diagnostic",
            [
                ("unbalanced", ["message"], "log"), ("misuse", ["message"], "log"),
                ("warning", ["message"], "log"),
            ])
        + rows(
            "plugin",
            [
                ("attached", [], "plugin"), ("lost", ["reason"], "plugin"),
                ("restored", [], "plugin"), ("decisionRequested", [], "plugin"),
                ("decisionMade", [], "plugin"),
            ])
}
