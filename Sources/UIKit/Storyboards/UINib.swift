/// A nib file. The simulation has no nib files: the class lets code compile, and reports an issue
/// when a nib is used.
@preconcurrency @MainActor
open class UINib: NSObject {
    private let name: String

    public init(nibName name: String, bundle: Bundle?) {
        self.name = name
        super.init()
    }

    /// Reports an issue, because UIKit raises an exception for a missing nib. Returns no objects.
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
