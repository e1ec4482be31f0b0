/// The values of those traits that have been set. All other traits have their defaults.
struct TraitValues: UIMutableTraits, Sendable {
    private var values: [ObjectIdentifier: any Hashable & Sendable] = [:]

    init() {}

    var isEmpty: Bool { values.isEmpty }

    /// The value of a trait. Setting the trait's default removes the value.
    subscript<Trait: UITraitDefinition>(_ trait: Trait.Type) -> Trait.Value {
        get { values[ObjectIdentifier(trait)] as? Trait.Value ?? Trait.defaultValue }
        set {
            values[ObjectIdentifier(trait)] = newValue == Trait.defaultValue ? nil : newValue
        }
    }

    /// Copies all values that are set in `others`.
    mutating func take(_ others: TraitValues) {
        values.merge(others.values) { _, new in new }
    }

    mutating func remove(_ trait: ObjectIdentifier) { values[trait] = nil }

    func contains(_ trait: ObjectIdentifier) -> Bool { values[trait] != nil }

    /// Returns whether every trait that is set in `others` has the same value in this object.
    func contains(_ others: TraitValues) -> Bool {
        others.values.keys.allSatisfy { !differs(from: others, in: $0) }
    }

    /// Returns whether the value of a trait differs from the one in `others`.
    func differs(from others: TraitValues, in trait: ObjectIdentifier) -> Bool {
        !Self.isEqual(values[trait], others.values[trait])
    }

    private static func isEqual(
        _ left: (any Hashable & Sendable)?, _ right: (any Hashable & Sendable)?
    ) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        func compare<Value: Hashable>(_ value: Value) -> Bool { value == right as? Value }
        return compare(left)
    }
}

extension TraitValues: Equatable {
    static func == (left: TraitValues, right: TraitValues) -> Bool {
        left.values.count == right.values.count && left.contains(right)
    }
}
