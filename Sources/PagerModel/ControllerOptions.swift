/// One call of a reaction: a method and its parameters, `$self` and `$animated` still in place.
public struct ReactionStep: FieldObject, Hashable {
    public var method = ""
    public var params: Value = .object([])
    /// Fields of the callback and their values; the step is left out where one has another.
    public var when: Value?

    public init() {}

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("method", &method, "a method that reactions may call")
        try visitor.defaulted(
            "params", &params, "`$self` is the controller, `$FIELD` a field of the callback")
        try visitor.optional(
            "when", &when,
            "values of fields of the callback; the step is left out where one differs")
    }

    /// Bytes of its texts and names, and 8 for each value. O(size).
    public var footprint: Int {
        method.utf8.count + params.footprint + (when?.footprint ?? 0)
    }
}

/// What a controller does inside its callbacks: what a subclass would do after super.
public struct Reactions: FieldValue, Hashable {
    public var steps: [(callback: Callback, steps: [ReactionStep])] = []

    public init() {}

    public static var schema: Schema {
        .dictionary(Callback.allCases.map(\.rawValue), [ReactionStep].schema)
    }

    public init(reading value: Value) throws(CommandError) {
        guard case .object(let members) = value else { throw .mismatch(Self.schema, value) }
        for member in members {
            guard let callback = Callback(named: member.name) else {
                let names = Schema.enumeration(Callback.allCases.map(\.rawValue))
                throw CommandError(
                    .invalidParams, "\(quoted(member.name)) is not a callback: \(names.phrase)",
                    path: beginning(of: member.name))
            }
            do {
                steps.append((callback, try [ReactionStep](reading: member.value)))
            } catch {
                throw error.inside(member.name)
            }
        }
    }

    public func write<W: ValueWriter>(to writer: inout W) {
        writer.beginObject()
        for (callback, steps) in steps {
            writer.key(callback.rawValue)
            steps.write(to: &writer)
        }
        writer.endObject()
    }

    /// The callbacks that have at least one step.
    public var callbacks: CallbackSet {
        var set = CallbackSet()
        for entry in steps where !entry.steps.isEmpty { set.insert(entry.callback) }
        return set
    }

    /// Bytes of its texts and names, and 8 for each value. O(size).
    public var footprint: Int {
        steps.reduce(0) { sum, entry in
            entry.steps.reduce(sum + entry.callback.rawValue.utf8.count) {
                $0 + $1.footprint
            }
        }
    }

    /// The steps of one callback, in order.
    public subscript(callback: Callback) -> [ReactionStep] {
        steps.first { $0.callback == callback }?.steps ?? []
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.steps.elementsEqual(right.steps) { $0.callback == $1.callback && $0.steps == $1.steps }
    }

    public func hash(into hasher: inout Hasher) {
        for entry in steps {
            hasher.combine(entry.callback)
            hasher.combine(entry.steps)
        }
    }
}

/// What every controller can be told, whatever its kind.
public struct ControllerOptions: FieldObject, Hashable {
    public var title: String?
    public var content: Value?
    public var forwardsAppearance = true
    public var definesPresentationContext = false
    public var providesPresentationContextTransitionStyle = false
    public var modalPresentationStyle = PresentationStyle.automatic
    public var modalTransitionStyle = "coverVertical"
    public var isModalInPresentation = false
    public var preferredContentSize = Size.zero
    public var dwellTime = 0.0
    public var sheet = SheetOption.none
    public var hidesBottomBarWhenPushed = false
    public var additionalSafeAreaInsets: Insets?
    public var reactions: Reactions?

    public init() {}

    /// Bytes of the content and of the reactions: texts and names, and 8 for each value. O(these).
    package var contentFootprint: Int { (content?.footprint ?? 0) + (reactions?.footprint ?? 0) }

    @inlinable
    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("title", &title, "for people")
        try visitor.optional(
            "content", &content,
            "any JSON; by convention {type: MIME, body: text} or {type: MIME, url: ...}")
        try visitor.defaulted(
            "forwardsAppearance", &forwardsAppearance,
            "shouldAutomaticallyForwardAppearanceMethods [2.4]")
        try visitor.defaulted(
            "definesPresentationContext", &definesPresentationContext,
            "as in UIKit [11.2]; a navigation controller's is true by default [11.3]")
        try visitor.defaulted(
            "providesPresentationContextTransitionStyle",
            &providesPresentationContextTransitionStyle, "as in UIKit [11.5]")
        try visitor.defaulted(
            "modalPresentationStyle", &modalPresentationStyle,
            "how it is presented, where the command does not say [10.8]")
        try visitor.defaulted(
            "modalTransitionStyle", &modalTransitionStyle,
            "with which style of transition it is presented")
        try visitor.defaulted(
            "isModalInPresentation", &isModalInPresentation,
            "whether a person may not drag away the sheet that it is, or that shows it [10.12]")
        try visitor.defaulted(
            "preferredContentSize", &preferredContentSize, "its wish to its parent [13.5]")
        try visitor.defaulted(
            "dwellTime", &dwellTime,
            "seconds that a pager with autoAdvance shows it as a page; 0 for the pager's own time")
        try visitor.optional("on", &reactions, "what it does in its callbacks")
        try visitor.defaulted(
            "sheet", &sheet,
            "{detents, selectedDetent, largestUndimmedDetent} for when it is presented as a sheet, "
                + "null for a sheet as high as the window [10.13]")
        try visitor.defaulted(
            "hidesBottomBarWhenPushed", &hidesBottomBarWhenPushed,
            "whether the tab bar is hidden while it is on a stack, above the root [7.9]")
        try visitor.optional(
            "additionalSafeAreaInsets", &additionalSafeAreaInsets,
            "insets that it adds to those of its view, and so to those of the views in it [13.9]")
    }
}
