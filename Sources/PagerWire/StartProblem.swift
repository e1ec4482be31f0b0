/// The reason why a daemon cannot start, with advice on what to do.
package struct StartProblem: Error, CustomStringConvertible {
    package let description: String
    /// Whether `pagerd recover` helps, because the journal is damaged or its replay fails.
    package let isRecoverable: Bool

    package init(_ description: String, isRecoverable: Bool = false) {
        self.description = description
        self.isRecoverable = isRecoverable
    }
}
