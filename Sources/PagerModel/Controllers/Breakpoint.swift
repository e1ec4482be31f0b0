/// A condition for the size of the window that contains a controller, in points.
public struct SizeCondition: FieldObject, Hashable {
    public var minWidth: Double?
    public var maxWidth: Double?
    public var minHeight: Double?
    public var maxHeight: Double?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("minWidth", &minWidth, "the smallest width of the window")
        v.field("maxWidth", &maxWidth, "the largest width of the window")
        v.field("minHeight", &minHeight, "the smallest height of the window")
        v.field("maxHeight", &maxHeight, "the largest height of the window")
    }

    /// Returns whether a window of this size meets the condition.
    public func holds(_ size: Size) -> Bool {
        size.width >= minWidth ?? 0 && size.width <= maxWidth ?? .infinity
            && size.height >= minHeight ?? 0 && size.height <= maxHeight ?? .infinity
    }

    /// Checks that there is a bound, and that all bounds are in range and in order.
    ///
    /// - Throws: `invalidArgument` for the first mistake.
    func check() throws(CommandError) {
        let bounds = [
            ("minWidth", minWidth), ("maxWidth", maxWidth), ("minHeight", minHeight),
            ("maxHeight", maxHeight),
        ]
        guard bounds.contains(where: { $0.1 != nil }) else {
            throw .invalidArgument(
                "must have at least one of minWidth, maxWidth, minHeight and maxHeight")
        }
        for case (let name, let bound?) in bounds where !(0...Limits.points).contains(bound) {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.points)) points, got \(bound)", path: name)
        }
        guard minWidth ?? 0 <= maxWidth ?? .infinity else {
            throw .invalidArgument("must not be less than minWidth", path: "maxWidth")
        }
        guard minHeight ?? 0 <= maxHeight ?? .infinity else {
            throw .invalidArgument("must not be less than minHeight", path: "maxHeight")
        }
    }
}

/// Options of a controller's kind that apply while its window has a certain size.
public struct Breakpoint: FieldObject, Hashable {
    public var when = SizeCondition()
    public var options: Value = .object([])

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("when", &when, "the size of the window")
        v.required("options", &options, "options of the controller's kind")
    }

    /// The bytes of all strings and names, plus 8 for each value. O(size).
    public var footprint: Int { 32 + options.footprint }

    /// Checks the condition, and that the options are an object.
    ///
    /// - Throws: `invalidArgument` or `invalidParams` for the first mistake.
    package func check() throws(CommandError) {
        do { try when.check() } catch { throw error.inside("when") }
        guard options.members != nil else {
            throw CommandError(
                .invalidParams, "expected an object, found \(options.typeName)", path: "options")
        }
    }
}

extension ControllerRecord {
    /// The record without the effect of breakpoints: with the values of options that a client has
    /// set.
    package var withoutBreakpoints: ControllerRecord {
        guard let base = options.baseOptions?.members else { return self }
        var record = self
        record.options.baseOptions = nil
        record.ofKind.removeAll { member in base.contains { $0.name == member.name } }
        record.ofKind += base.filter { $0.value != .null }
        return record
    }
}
