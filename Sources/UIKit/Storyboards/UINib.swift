/// There are no nib files. Code that mentions them compiles, and says so where it needs one.
@preconcurrency @MainActor
open class UINib: NSObject {
    private let name: String

    public init(nibName name: String, bundle: Bundle?) {
        self.name = name
        super.init()
    }

    /// It is an issue with UIKit's exception; the result is empty.
    open func instantiate(
        withOwner owner: Any?, options: [AnyHashable: Any]? = nil
    ) -> [Any] {
        Simulation.current.report(
            Simulation.Issue(
                text: "Could not load NIB in bundle: with name '\(name)'",
                exception: "NSInternalInconsistencyException"))
        return []
    }
}
