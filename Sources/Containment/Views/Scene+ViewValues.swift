internal import PagerModel

/// Functions that check and set properties of views, such as the opacity. Commands set these
/// properties at once or at the end of a transition.
extension Scene {
    /// Checks the new values of a view's properties. A nil value means that the property is not
    /// changed.
    ///
    /// - Throws: `invalidArgument` for a number outside of its range, `limitExceeded` for a colour
    ///   string that is too long. The error contains the path of the value.
    func check(_ values: AlongsideView) throws(CommandError) {
        if let frame = values.frame { try check(frame, at: "frame") }
        if let alpha = values.alpha, !(0...1).contains(alpha) {
            throw .invalidArgument("must be between 0 and 1, got \(alpha)", path: "alpha")
        }
        if let color = values.backgroundColor { try check(text: color, at: "backgroundColor") }
        if let transform = values.transform { try check(transform, at: "transform") }
    }

    private func check(_ transform: AffineTransform, at path: String) throws(CommandError) {
        let numbers = [
            ("a", transform.a), ("b", transform.b), ("c", transform.c), ("d", transform.d),
            ("tx", transform.tx), ("ty", transform.ty),
        ]
        for (name, number) in numbers where !(abs(number) <= Limits.points) {
            let most = Int(Limits.points)
            throw .invalidArgument(
                "must be between -\(most) and \(most), got \(number)",
                path: "\(path).\(name)")
        }
    }

    mutating func set(_ view: Handle, _ new: ViewAttributes) {
        let old = attributes[view] ?? ViewAttributes()
        guard old != new else { return }
        attributes[view] = new
        let before = Value(fields: old).members ?? []
        var changes = (Value(fields: new).members ?? []).filter { !before.contains($0) }
        if old.transform != nil, new.transform == nil { changes.append(.init("transform", .null)) }
        emit(ViewEvents.Updated { $0.changes = .object(changes) }, of: view)
    }
}

extension ViewAttributes {
    /// Sets each attribute for which `values` contains a value. Attributes whose value is nil keep
    /// their current value.
    mutating func take(_ values: AlongsideView) {
        if let alpha = values.alpha { self.alpha = alpha }
        if let color = values.backgroundColor { backgroundColor = color }
        if let transform = values.transform {
            self.transform = transform.isIdentity ? nil : transform
        }
    }
}
