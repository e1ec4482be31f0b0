// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Apple's frameworks.

public enum objc_AssociationPolicy: UInt, Sendable {
    /// Kept alive as the other policies do: there are no references without an owner here.
    case OBJC_ASSOCIATION_ASSIGN = 0
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    case OBJC_ASSOCIATION_RETAIN = 769
    case OBJC_ASSOCIATION_COPY = 771
}

/// Returns what code has associated with a view or a controller under a key.
///
/// - Parameter key: whose address counts.
@preconcurrency @MainActor
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    (object as? UIResponder)?.associated?[Int(bitPattern: key)]
}

/// Keeps a value with a view or a controller as long as that lives; nil removes it. Other objects
/// keep none, which is an issue.
///
/// - Parameter key: whose address counts.
@preconcurrency @MainActor
public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    guard let responder = object as? UIResponder else {
        Simulation.current.report(
            Simulation.Issue(
                text: "objc_setAssociatedObject: a \(type(of: object)) keeps no values here; views "
                    + "and view controllers do"))
        return
    }
    responder.associated = responder.associated ?? [:]
    responder.associated?[Int(bitPattern: key)] = value
}
