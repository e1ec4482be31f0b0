import PagerModel
import Testing

/// A shape of a scene with a command in it, at any size.
struct ScalingCase: Sendable, CustomTestStringConvertible {
    /// The allowed growth of the work in a scene of four times the size.
    enum Growth: Sendable {
        /// The size is the number of objects that the command names or affects.
        case linear
        /// The size is the number of other objects, which must not affect the work.
        case none
    }

    let method: String
    let shape: String
    var growth = Growth.linear
    var size = 100
    let build: @Sendable (inout ScalingStage, Int) throws -> Void

    init(
        _ method: String, _ shape: String, _ growth: Growth = .linear, size: Int = 100,
        _ build: @escaping @Sendable (inout ScalingStage, Int) throws -> Void
    ) {
        self.method = method
        self.shape = shape
        self.growth = growth
        self.size = size
        self.build = build
    }

    /// Creates a case that counts its command once, with the same parameters at any size.
    init(
        _ method: String, _ shape: String, _ growth: Growth = .linear, size: Int = 100,
        with params: Value,
        after prepare: @escaping @Sendable (inout ScalingStage, Int) throws -> Void
    ) {
        self.init(method, shape, growth, size: size) { stage, size in
            try prepare(&stage, size)
            stage.count(method, params)
        }
    }

    var testDescription: String { "\(method), \(shape)" }

    /// Returns the largest allowed work at four times the size: four times the work, plus some
    /// for logarithms and the order of hashed sets, and a constant.
    func most(for work: Int) -> Int {
        switch growth {
        case .linear: work * 46 / 10 + 200
        case .none: work + work / 10 + 50
        }
    }
}
