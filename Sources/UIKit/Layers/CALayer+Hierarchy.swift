extension CALayer {
    public func addSublayer(_ layer: CALayer) {
        insertSublayer(layer, at: UInt32(sublayers?.count ?? 0))
    }

    public func insertSublayer(_ layer: CALayer, at index: UInt32) {
        layer.removeFromSuperlayer()
        layer.superlayer = self
        var layers = sublayers ?? []
        layers.insert(layer, at: min(Int(index), layers.count))
        sublayers = layers
    }

    public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(layer, at: UInt32(index(of: sibling) ?? 0))
    }

    public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(
            layer, at: UInt32(index(of: sibling).map { $0 + 1 } ?? sublayers?.count ?? 0))
    }

    public func replaceSublayer(_ old: CALayer, with new: CALayer) {
        guard let index = index(of: old) else { return }
        old.removeFromSuperlayer()
        insertSublayer(new, at: UInt32(index))
    }

    /// Removes the layer from its superlayer. Does nothing for the layer of a view.
    public func removeFromSuperlayer() {
        superlayer?.sublayers?.removeAll { $0 === self }
        superlayer = nil
    }

    public func contains(_ point: CGPoint) -> Bool { bounds.contains(point) }

    private func index(of layer: CALayer?) -> Int? {
        guard let layer else { return nil }
        return sublayers?.firstIndex { $0 === layer }
    }
}

extension CALayer {
    /// Starts an animation, and removes an earlier animation with the same key. The animation does
    /// not change the layer's values. The animation's delegate is called during this call, and
    /// again when the animation ends according to the simulation's clock.
    public func add(_ animation: CAAnimation, forKey key: String?) {
        let key = key ?? UUID().uuidString
        removeAnimation(forKey: key)
        animations.append((key, animation))
        animation.start(on: self, forKey: key)
    }

    public func animation(forKey key: String) -> CAAnimation? {
        animations.first { $0.key == key }?.animation
    }

    /// Returns the keys of the layer's animations, or nil if there are none. An animation that has
    /// ended is included if its `isRemovedOnCompletion` is false.
    public func animationKeys() -> [String]? {
        animations.isEmpty ? nil : animations.map(\.key)
    }

    /// Removes an animation and calls its delegate's `animationDidStop` with `finished: false`.
    public func removeAnimation(forKey key: String) {
        guard let index = animations.firstIndex(where: { $0.key == key }) else { return }
        animations.remove(at: index).animation.stop(finished: false)
    }

    public func removeAllAnimations() {
        for (key, _) in animations { removeAnimation(forKey: key) }
    }

    /// Returns the layer itself, because animations do not set intermediate values.
    public func presentation() -> Self? { self }
    public func model() -> Self { self }
}
