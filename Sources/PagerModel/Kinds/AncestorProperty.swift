/// The properties of UIViewController that find the nearest ancestor of one class [12.1], by the
/// members of records that tell of them.
package enum AncestorProperty: String, CaseIterable, BitwiseCopyable, Sendable {
    case navigationController, tabBarController, splitViewController
}

/// A kind whose controllers their descendants find by such a property. UIKit has no more of them,
/// so kinds that are added have none.
package protocol AncestorDeclaration: KindDeclaration {
    static var ancestorProperty: AncestorProperty { get }
}

extension Kinds {
    /// Each property, and the kind that it finds.
    package static let ancestors: [(property: AncestorProperty, kind: String)] =
        all.compactMap { kind in
            (kind as? any AncestorDeclaration.Type).map {
                ($0.ancestorProperty, $0.name.description)
            }
        }
}
