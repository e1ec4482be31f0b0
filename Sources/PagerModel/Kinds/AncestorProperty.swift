/// The properties of UIViewController that return the nearest ancestor of a certain class [12.1].
/// The raw values are also the names of the corresponding members of controller records.
package enum AncestorProperty: String, CaseIterable, BitwiseCopyable, Sendable {
    case navigationController, tabBarController, splitViewController
}

/// The declaration of a container kind that has an ancestor property. An ancestor property is a
/// property of UIViewController, such as `navigationController`, that returns the nearest ancestor
/// of a certain kind. UIKit has only three such properties, so kinds that a program adds have none.
package protocol AncestorDeclaration: KindDeclaration {
    static var ancestorProperty: AncestorProperty { get }
}

extension Kinds {
    /// All ancestor properties, each with the kind of the controllers that the property returns.
    package static let ancestors: [(property: AncestorProperty, kind: String)] =
        all.compactMap { kind in
            (kind as? any AncestorDeclaration.Type).map {
                ($0.ancestorProperty, $0.name.description)
            }
        }
}
