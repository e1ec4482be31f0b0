/// The pop that a person begins at the left edge.
extension UINavigationController {
    /// Who moves a pop that the gesture has begun, nil where it has not.
    func animatorsOfGesture(for operation: Operation) -> TransitionAnimators? { nil }
}
