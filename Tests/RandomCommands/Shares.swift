/// The numbers of accepted and refused random commands in each family.
package struct Shares: Sendable {
    private struct Count {
        var accepted = 0
        var refused = 0
        var all: Int { accepted + refused }
    }

    private var counts: [Swarm.Family: Count] = [:]

    package init() {}

    package var refused: Int { counts.values.reduce(0) { $0 + $1.refused } }

    /// Counts a command. Commands without a family are ignored.
    package mutating func count(_ step: Step, isRefused: Bool) {
        guard let family = Swarm.Family(of: step.method) else { return }
        if isRefused {
            counts[family, default: Count()].refused += 1
        } else {
            counts[family, default: Count()].accepted += 1
        }
    }

    package mutating func merge(_ other: Shares) {
        for (family, count) in other.counts {
            counts[family, default: Count()].accepted += count.accepted
            counts[family, default: Count()].refused += count.refused
        }
    }

    /// Returns messages about the families that occurred too rarely, or whose share of accepted or
    /// refused commands is below the declared minimum.
    package func problems() -> [String] {
        let all = counts.values.reduce(0) { $0 + $1.all }
        return Swarm.Family.allCases.flatMap { family -> [String] in
            let count = counts[family] ?? Count()
            guard count.all * 100 >= all, count.all > 0 else {
                return ["only \(count.all) of \(all) commands are of the family \(family)"]
            }
            let (accepted, refused) = family.least
            return [("accepted", count.accepted, accepted), ("refused", count.refused, refused)]
                .filter { Double($0.1) < $0.2 * Double(count.all) }
                .map { "\(family): only \($0.1) of \(count.all) commands were \($0.0)" }
        }
    }

    /// One line for each family.
    package var table: String {
        Swarm.Family.allCases.compactMap { family in
            counts[family].map { "\(family): \($0.accepted) accepted, \($0.refused) refused" }
        }.joined(separator: "\n")
    }
}

extension Swarm.Family {
    /// The family of a method, or nil for methods that the swarm does not use.
    package init?(of method: String) {
        switch method {
        case "controller.create", "controller.update": self = .create
        case "controller.destroy": self = .destroy
        case "controller.transition": self = .fromTo
        case "controller.beginAppearanceTransition", "controller.endAppearanceTransition":
            self = .appearance
        default:
            let prefix = method.prefix { $0 != "." }
            guard let family = Self.byPrefix[String(prefix)] else { return nil }
            self = family
        }
    }

    private static let byPrefix: [String: Self] = [
        "window": .window, "controller": .containment, "view": .views, "pager": .pager,
        "tabBar": .tabBar, "navigation": .navigation, "page": .page, "split": .split,
        "modal": .modal, "clock": .clock, "transition": .handle,
    ]

    /// The minimum shares of accepted and refused commands in a long run.
    fileprivate var least: (accepted: Double, refused: Double) {
        switch self {
        // On the manual clock, an advance is refused only while the journal is full.
        case .clock: (0.8, 0)
        // Two children of one visible container are rarely named together.
        case .fromTo: (0.02, 0.05)
        // Interactive transitions need a visible container, and random commands rarely make one.
        case .handle: (0, 0.05)
        default: (0.05, 0.05)
        }
    }
}
