package import PagerModel

extension DeclaredEvents {
    /// The category of a name on the wire.
    package func category(named name: String) -> EventCategory? {
        allCategories.first { self.name(of: $0).description == name }
    }
}

extension EventCategories {
    /// Those of a daemon to which nothing is added, by their names.
    package static func named(_ names: String...) -> EventCategories {
        names.reduce(into: []) { categories, name in
            guard let category = DeclaredEvents.builtIn.category(named: name) else {
                preconditionFailure("there is no category \(name)")
            }
            categories.insert(EventCategories(category))
        }
    }
}
