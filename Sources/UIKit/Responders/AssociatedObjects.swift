// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Apple's frameworks.

public enum objc_AssociationPolicy: UInt, Sendable {
    /// Keeps the value alive. In Objective-C, this policy stores an unowned reference instead.
    case OBJC_ASSOCIATION_ASSIGN = 0
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    case OBJC_ASSOCIATION_RETAIN = 769
    case OBJC_ASSOCIATION_COPY = 771
}

/// Returns the value that is associated with a view or controller under a key.
///
/// - Parameter key: A pointer whose address identifies the value.
@preconcurrency @MainActor
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    (object as? UIResponder)?.associated?[Int(bitPattern: key)]
}

/// Associates a value with a view or controller for its lifetime; nil removes the value. For any
/// other object, reports an issue and stores nothing.
///
/// - Parameter key: A pointer whose address identifies the value.
@preconcurrency @MainActor
public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    guard let responder = object as? UIResponder else {
        Simulation.current.report(
            Simulation.Issue(
                text: "objc_setAssociatedObject: only views and view controllers can have "
                    + "associated values, got a \(type(of: object))"))
        return
    }
    responder.associated = responder.associated ?? [:]
    responder.associated?[Int(bitPattern: key)] = value
}
