public import PagerModel

/// How each event stands in a check: its name there, and the fields that become arguments.
public struct CheckForms: Sendable {
    struct Form: Sendable {
        var name: String
        var fields: [String]
        /// Which record kind it belongs to.
        var kind: String

        init(_ name: String, _ fields: [String], _ kind: String) {
            self.name = name
            self.fields = fields
            self.kind = kind
        }
    }

    /// By `category.event`.
    private var forms: [TextKey: Form]
    private let byName: [TextKey: Form]
    /// The words that `record` may have.
    public let kinds: Set<String>

    /// Those of a daemon to which nothing is added.
    public static let builtIn = CheckForms(.builtIn)

    /// - Parameter events: those of the kinds of a scene.
    public init(_ events: DeclaredEvents) {
        self.init(EventDeclaration.all(events).map { ($0.category, $0.name, $0.check) })
    }

    /// - Parameter description: the result of `server.describe`.
    public init(describedBy description: Value) {
        self.init(
            (description["events"]?.array ?? []).map { event in
                (
                    event["category"]?.string ?? "", event["event"]?.string ?? "",
                    event["check"].flatMap(Self.check)
                )
            })
    }

    private static func check(_ value: Value) -> EventDeclaration.Check? {
        guard let group = value["group"]?.string, let arguments = value["arguments"]?.array else {
            return nil
        }
        return .init(group: group, arguments: arguments.compactMap(\.string))
    }

    private init(_ events: [(category: String, event: String, check: EventDeclaration.Check?)]) {
        forms = Self.core
        for event in events {
            guard let check = event.check else { continue }
            let topic = "\(event.category).\(event.event)"
            forms[TextKey(topic)] = Form(topic, check.arguments, check.group)
        }
        byName = Dictionary(
            forms.values.map { (TextKey($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        kinds = Set(forms.values.map(\.kind))
    }

    subscript(topic: String) -> Form? { forms[TextKey(topic)] }

    /// By the name that stands in tokens.
    subscript(named name: String) -> Form? { byName[TextKey(name)] }

    /// Those of the engine, whatever kinds there are.
    private static let core: [TextKey: Form] = {
        var forms: [TextKey: Form] = [
            "containment.willMoveToParent": Form("willMove", ["parent"], "move"),
            "containment.didMoveToParent": Form("didMove", ["parent"], "move"),
            "containment.removeFromParent": Form("removeFromParent", [], "implicitRemove"),
            "lifecycle.loadView": Form("loadView", [], "load"),
            "lifecycle.viewDidLoad": Form("viewDidLoad", [], "load"),
            "lifecycle.viewIsAppearing": Form("viewIsAppearing", ["animated"], "isAppearing"),
            "lifecycle.viewWillLayoutSubviews": Form("viewWillLayoutSubviews", [], "layout"),
            "lifecycle.viewDidLayoutSubviews": Form("viewDidLayoutSubviews", [], "layout"),
            "lifecycle.willTransitionToTraits":
                Form("willTransitionToTraits", ["horizontal", "vertical"], "size"),
            "lifecycle.viewWillTransitionToSize":
                Form("viewWillTransitionToSize", ["size"], "size"),
            "lifecycle.preferredContentSizeDidChange":
                Form("preferredContentSizeDidChange", ["child"], "size"),
        ]
        for name in ["viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear"] {
            forms[TextKey("lifecycle.\(name)")] = Form(name, ["animated"], "appear")
        }
        for (topic, fields, kind) in others {
            forms[TextKey(topic)] = Form(topic, fields, kind)
        }
        return forms
    }()

    private static let others: [(String, [String], String)] = [
        ("view.didMoveToSuperview", ["superview"], "view"),
        ("view.didChangeFrame", ["frame"], "view"),
        ("view.didChangeHidden", ["hidden"], "view"),
        ("transition.began", ["from", "to", "style", "direction"], "began"),
        ("transition.progressed", ["progress"], "progressed"),
        ("transition.completion", ["finished"], "completion"),
        ("transition.ended", ["outcome"], "ended"),
        ("presentation.presentationTransitionWillBegin", [], "presentation"),
        ("presentation.presentationTransitionDidEnd", ["completed"], "presentation"),
        ("presentation.dismissalTransitionWillBegin", [], "presentation"),
        ("presentation.dismissalTransitionDidEnd", ["completed"], "presentation"),
        ("presentation.shouldDismiss", [], "delegate"),
        ("presentation.willDismiss", [], "delegate"),
        ("presentation.didDismiss", [], "delegate"),
        ("presentation.didAttemptToDismiss", [], "delegate"),
        ("window.rootChanged", ["controller"], "window"),
        ("window.resized", ["size"], "window"),
        ("controller.created", ["kind", "title"], "controller"),
        ("controller.updated", [], "controller"),
        ("controller.destroyed", [], "controller"),
        ("controller.contentChanged", [], "controller"),
        ("controller.custom", ["name", "values"], "custom"),
        ("diagnostic.unbalanced", ["message"], "log"),
        ("diagnostic.misuse", ["message"], "log"),
        ("diagnostic.warning", ["message"], "log"),
    ]
}
