package import PagerModel

extension DeclaredEvents {
    /// Returns the category with a name on the wire.
    package func category(named name: String) -> EventCategory? {
        allCategories.first { self.name(of: $0).description == name }
    }
}

extension EventCategories {
    /// Returns the built-in categories with these names.
    package static func named(_ names: String...) -> EventCategories {
        names.reduce(into: []) { categories, name in
            guard let category = DeclaredEvents.builtIn.category(named: name) else {
                preconditionFailure("there is no category \(name)")
            }
            categories.insert(EventCategories(category))
        }
    }
}
