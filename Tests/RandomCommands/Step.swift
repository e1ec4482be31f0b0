package import PagerModel

/// One step of a random run: a command, or an advance of the clock.
package struct Step: Sendable {
    package var method: String
    package var params: Value
    /// Whether it was made slightly wrong.
    package var isSpoiled = false

    package init(method: String, params: Value) {
        self.method = method
        self.params = params
    }
}
