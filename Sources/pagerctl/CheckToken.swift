internal import PagerModel

/// One callback as a check writes it: `B.viewWillAppear(true)`.
struct CheckToken: Equatable {
    var subject: String
    /// The event's name as it stands in tokens, with the category where it has one.
    var name: String
    var arguments: [String]
    /// Which record kind it belongs to.
    var kind: String

    /// As it stands in a token, whatever its arguments.
    var call: String { "\(subject).\(name)" }

    var text: String {
        arguments.isEmpty ? call : "\(call)(\(arguments.joined(separator: ",")))"
    }

    /// Whether this token, as somebody wrote it, means that one: arguments count as far as they
    /// are written.
    func means(_ other: CheckToken) -> Bool {
        call == other.call && arguments.count <= other.arguments.count
            && zip(arguments, other.arguments).allSatisfy { $0 == $1 }
    }
}

extension CheckToken {
    private struct Form {
        var name: String
        var fields: [String]
        var kind: String

        init(_ name: String, _ fields: [String], _ kind: String) {
            self.name = name
            self.fields = fields
            self.kind = kind
        }
    }

    /// By `category.event`.
    private static let forms: [String: Form] = {
        var forms = [
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
            forms["lifecycle.\(name)"] = Form(name, ["animated"], "appear")
        }
        for (topic, fields, kind) in others {
            forms[topic] = Form(topic, fields, kind)
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
        ("pager.willSelect", ["from", "to", "index"], "pager"),
        ("pager.didSelect", ["page", "index", "previousIndex"], "pager"),
        ("pager.didSettle", ["page", "index"], "pager"),
        ("pager.didCancel", ["index"], "pager"),
        ("pager.pagesChanged", ["index", "pages"], "pagesChanged"),
        ("pager.bounced", ["edge"], "pager"),
        ("tabBar.didSelect", ["controller", "index"], "delegate"),
        ("navigation.willShow", ["controller", "animated"], "delegate"),
        ("navigation.didShow", ["controller", "animated"], "delegate"),
        ("navigation.stackChanged", ["controllers"], "stack"),
        ("page.willTransition", ["to"], "delegate"),
        ("page.didFinishAnimating", ["completed", "finished", "previous"], "delegate"),
        ("split.collapseSecondary", [], "delegate"),
        ("split.separateSecondary", [], "delegate"),
        ("split.displayModeChanged", ["mode"], "split"),
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

    private static let formsByName: [String: Form] = Dictionary(
        forms.values.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    static let kinds: Set<String> = Set(forms.values.map(\.kind))

    /// Nil for an event that has no token.
    init?(event: Value) {
        let topic = "\(event["category"]?.string ?? "").\(event["event"]?.string ?? "")"
        guard let form = Self.forms[topic], let subject = event["subject"]?.string else {
            return nil
        }
        self.subject = subject
        name = form.name
        kind = form.kind
        arguments = form.fields.flatMap { Self.arguments(event[$0] ?? .null) }
    }

    private static func arguments(_ value: Value) -> [String] {
        switch value {
        case .null: ["nil"]
        case .array(let items): items.flatMap { arguments($0) }
        case .object: [Cell.text(value)]
        default: [Cell.text(value)]
        }
    }

    /// A token as somebody wrote it; nil where there is no such callback.
    init?(_ text: String) {
        let head = text.prefix { $0 != "(" }
        var inner = text.dropFirst(head.count)
        if !inner.isEmpty {
            guard inner.last == ")" else { return nil }
            inner = inner.dropFirst().dropLast()
        }
        guard let dot = head.firstIndex(of: ".") else { return nil }
        let name = String(head[head.index(after: dot)...])
        guard let form = Self.formsByName[name] else { return nil }
        subject = String(head[..<dot])
        self.name = name
        kind = form.kind
        // What is logged is one text, whatever commas it has.
        let parts =
            kind == "log" ? [inner] : inner.split(separator: ",", omittingEmptySubsequences: false)
        arguments = inner.isEmpty ? [] : parts.map { String($0.drop { $0 == " " }) }
    }
}
