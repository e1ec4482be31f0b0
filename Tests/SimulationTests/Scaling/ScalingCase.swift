import Testing

/// One shape of a scene and a command in it, at any size.
struct ScalingCase: Sendable, CustomTestStringConvertible {
    /// How much more work there may be in a scene of four times the size.
    enum Growth: Sendable {
        /// The size is that of what the command names or touches.
        case linear
        /// The size is that of something else: the work is the same.
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

    var testDescription: String { "\(method), \(shape)" }

    /// The most work that is allowed at four times the size: a tenth above four times the work, for
    /// logarithms, and some that does not depend on the size.
    func most(for work: Int) -> Int {
        switch growth {
        case .linear: work * 44 / 10 + 200
        case .none: work + work / 10 + 50
        }
    }
}
