import UIKit

/// A controller that logs its callbacks.
final class RecordingController: UIViewController {
    private let log: CallbackLog
    /// Closures that a test runs in callbacks, after the callback has been logged.
    var reactions: [String: (RecordingController) -> Void] = [:]
    var forwards = true

    init(_ name: String, _ log: CallbackLog) {
        self.log = log
        super.init(nibName: nil, bundle: nil)
        title = name
    }

    required init?(coder: NSCoder) { fatalError("a recording controller is made in code") }

    override var shouldAutomaticallyForwardAppearanceMethods: Bool { forwards }

    /// Adds a child with its view, like a container that shows it at once.
    func install(_ child: UIViewController) {
        addChild(child)
        child.view.frame = view.bounds
        view.addSubview(child.view)
        child.didMove(toParent: self)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        log.load(self, "viewDidLoad")
        react("viewDidLoad")
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        log.appear(self, "viewWillAppear", animated)
        react("viewWillAppear")
    }

    override func viewIsAppearing(_ animated: Bool) {
        super.viewIsAppearing(animated)
        log.appear(self, "viewIsAppearing", animated)
        react("viewIsAppearing")
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        log.appear(self, "viewDidAppear", animated)
        react("viewDidAppear")
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        log.appear(self, "viewWillDisappear", animated)
        react("viewWillDisappear")
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        log.appear(self, "viewDidDisappear", animated)
        react("viewDidDisappear")
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        log.layout(self)
    }

    override func willMove(toParent parent: UIViewController?) {
        super.willMove(toParent: parent)
        log.move(self, "willMove", parent)
    }

    override func didMove(toParent parent: UIViewController?) {
        super.didMove(toParent: parent)
        log.move(self, "didMove", parent)
    }

    private func react(_ callback: String) { reactions[callback]?(self) }
}
