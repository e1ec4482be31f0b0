extension NSLayoutConstraint {
    public struct FormatOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
        public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
        public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
        public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
        public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
        public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
        public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
        public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
        public static let directionLeadingToTrailing = FormatOptions([])
        public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
        public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
    }

    /// Creates the constraints that a format such as `H:|-8-[a(==b)]-gap-[b]|` describes.
    ///
    /// - Parameter metrics: Maps names of distances and sizes in the format, such as `gap`, to
    ///   numbers.
    /// - Returns: The constraints. If the format is not valid, returns an empty list and reports
    ///   UIKit's exception as an issue.
    public static func constraints(
        withVisualFormat format: String, options: FormatOptions = [],
        metrics: [String: Any]? = nil, views: [String: Any]
    ) -> [NSLayoutConstraint] {
        var parser = VisualFormat(format, metrics: metrics ?? [:], views: views)
        do {
            return try parser.constraints() + alignments(of: parser.views(), options)
        } catch {
            Simulation.current.report(
                Simulation.Issue(
                    text: "Unable to parse constraint format: \(error.reason): \(format)",
                    exception: "NSInvalidArgumentException"))
            return []
        }
    }

    /// Returns constraints that align each view with the previous view, for each alignment in
    /// `options`.
    private static func alignments(
        of views: [AnyObject], _ options: FormatOptions
    ) -> [NSLayoutConstraint] {
        let attributes: [(FormatOptions, Attribute)] = [
            (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top),
            (.alignAllBottom, .bottom), (.alignAllLeading, .leading),
            (.alignAllTrailing, .trailing), (.alignAllCenterX, .centerX),
            (.alignAllCenterY, .centerY),
        ]
        return attributes.filter { options.contains($0.0) }.flatMap { _, attribute in
            zip(views, views.dropFirst()).map { first, second in
                NSLayoutConstraint(
                    item: second, attribute: attribute, relatedBy: .equal, toItem: first,
                    attribute: attribute, multiplier: 1, constant: 0)
            }
        }
    }
}

/// A parser of visual formats such as `H:|-8-[a(==b)]-gap-[b]|`.
@MainActor
struct VisualFormat {
    struct Failure: Error { let reason: String }

    /// A relation to a number or a view, with a priority.
    private struct Predicate {
        var relation = NSLayoutConstraint.Relation.equal
        var constant: CGFloat = 0
        var other: AnyObject?
        var priority = UILayoutPriority.required
    }

    private let text: [Character]
    private var index = 0
    private let metrics: [String: Any]
    private let named: [String: Any]
    private var isVertical = false
    private var found: [AnyObject] = []

    init(_ format: String, metrics: [String: Any], views: [String: Any]) {
        text = format.filter { !$0.isWhitespace }.map { $0 }
        self.metrics = metrics
        named = views
    }

    /// Returns the views whose names the format contains, in the order of the format. The result is
    /// empty until `constraints()` has been called.
    func views() -> [AnyObject] { found }

    mutating func constraints() throws(Failure) -> [NSLayoutConstraint] {
        if take("V:") { isVertical = true } else { _ = take("H:") }
        var result: [NSLayoutConstraint] = []
        var spacing: [Predicate] = []
        var before: AnyObject?
        var startsAtSuperview = false
        if take("|") {
            startsAtSuperview = true
            spacing = try connection(standard: 20)
        }
        while index < text.count {
            if take("|") {
                guard let last = before, let superview = superview(of: last) else {
                    throw Failure(reason: "the last view has no superview")
                }
                result += relations(superview, end, spacing, last, end)
                break
            }
            let (view, sizes) = try self.view()
            for size in sizes { result.append(self.size(of: view, size)) }
            if startsAtSuperview, before == nil {
                guard let superview = superview(of: view) else {
                    throw Failure(reason: "the first view has no superview")
                }
                result += relations(view, start, spacing, superview, start)
            } else if let before {
                result += relations(view, start, spacing, before, end)
            }
            before = view
            spacing = try connection(standard: peek("|") || peek("-|") ? 20 : 8)
        }
        guard index == text.count else { throw Failure(reason: "unexpected text") }
        return result
    }

    private var start: NSLayoutConstraint.Attribute { isVertical ? .top : .leading }
    private var end: NSLayoutConstraint.Attribute { isVertical ? .bottom : .trailing }

    private func superview(of item: AnyObject) -> UIView? { (item as? UIView)?.superview }

    private func relations(
        _ first: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ spacing: [Predicate],
        _ second: AnyObject, _ other: NSLayoutConstraint.Attribute
    ) -> [NSLayoutConstraint] {
        spacing.map { predicate in
            let constraint = NSLayoutConstraint(
                item: first, attribute: attribute, relatedBy: predicate.relation, toItem: second,
                attribute: other, multiplier: 1, constant: predicate.constant)
            constraint.priority = predicate.priority
            return constraint
        }
    }

    private func size(of view: AnyObject, _ predicate: Predicate) -> NSLayoutConstraint {
        let attribute = isVertical ? NSLayoutConstraint.Attribute.height : .width
        let constraint = NSLayoutConstraint(
            item: view, attribute: attribute, relatedBy: predicate.relation,
            toItem: predicate.other,
            attribute: predicate.other == nil ? .notAnAttribute : attribute,
            multiplier: 1, constant: predicate.constant)
        constraint.priority = predicate.priority
        return constraint
    }
}

// MARK: - Pieces of the text

extension VisualFormat {
    private func peek(_ prefix: String) -> Bool { text[index...].starts(with: Array(prefix)) }

    private mutating func take(_ prefix: String) -> Bool {
        guard peek(prefix) else { return false }
        index += prefix.count
        return true
    }

    /// Parses a name or a number: a sequence of letters, digits, underscores and dots.
    private mutating func word() throws(Failure) -> String {
        let letters = text[index...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        guard !letters.isEmpty else { throw Failure(reason: "a name or a number is missing") }
        index += letters.count
        return String(letters)
    }

    private mutating func view() throws(Failure) -> (AnyObject, [Predicate]) {
        guard take("[") else { throw Failure(reason: "[ is missing") }
        let name = try word()
        guard let view = named[name] else {
            throw Failure(reason: "\(name) is not a key in the views dictionary.")
        }
        found.append(view as AnyObject)
        let sizes = peek("(") ? try predicates() : []
        guard take("]") else { throw Failure(reason: "] is missing") }
        return (view as AnyObject, sizes)
    }

    /// Parses the connection between two views, or between a view and the superview. An empty
    /// connection means a distance of 0, `-` means the standard distance, and `-8-` means 8 points.
    private mutating func connection(standard: CGFloat) throws(Failure) -> [Predicate] {
        guard take("-") else { return [Predicate()] }
        if peek("[") || peek("|") { return [Predicate(constant: standard)] }
        let spacing = peek("(") ? try predicates() : [try predicate()]
        guard take("-") else { throw Failure(reason: "- is missing") }
        return spacing
    }

    private mutating func predicates() throws(Failure) -> [Predicate] {
        guard take("(") else { throw Failure(reason: "( is missing") }
        var result = [try predicate()]
        while take(",") { result.append(try predicate()) }
        guard take(")") else { throw Failure(reason: ") is missing") }
        return result
    }

    private mutating func predicate() throws(Failure) -> Predicate {
        var predicate = Predicate()
        if take(">=") {
            predicate.relation = .greaterThanOrEqual
        } else if take("<=") {
            predicate.relation = .lessThanOrEqual
        } else {
            _ = take("==")
        }
        let sign: CGFloat = take("-") ? -1 : 1
        let name = try word()
        if let number = number(name) {
            predicate.constant = number * sign
        } else if let view = named[name] {
            predicate.other = view as AnyObject
        } else {
            throw Failure(reason: "\(name) is neither a number, a metric nor a view")
        }
        if take("@") {
            let priority = try word()
            guard let value = number(priority) else {
                throw Failure(reason: "\(priority) is not a priority")
            }
            predicate.priority = UILayoutPriority(Float(value))
        }
        return predicate
    }

    private func number(_ name: String) -> CGFloat? {
        if let number = Double(name) { return CGFloat(number) }
        switch metrics[name] {
        case let number as CGFloat: return number
        case let number as Double: return CGFloat(number)
        case let number as Float: return CGFloat(number)
        case let number as Int: return CGFloat(number)
        case let number as NSNumber: return CGFloat(number.doubleValue)
        default: return nil
        }
    }
}
