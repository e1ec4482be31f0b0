/// The properties of UIViewController that return the nearest ancestor of one class [12.1]. The raw
/// values are the names of the record members.
package enum AncestorProperty: String, CaseIterable, BitwiseCopyable, Sendable {
    case navigationController, tabBarController, splitViewController
}

/// A kind that descendants find by an ancestor property. UIKit has no further properties of this
/// sort, so added kinds have none.
package protocol AncestorDeclaration: KindDeclaration {
    static var ancestorProperty: AncestorProperty { get }
}

extension Kinds {
    /// Each property with the kind that it finds.
    package static let ancestors: [(property: AncestorProperty, kind: String)] =
        all.compactMap { kind in
            (kind as? any AncestorDeclaration.Type).map {
                ($0.ancestorProperty, $0.name.description)
            }
        }
}
