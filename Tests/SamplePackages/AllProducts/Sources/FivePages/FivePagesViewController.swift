import UIKit

/// Five pages in an inset container view. A swipe to the left or to the right curls to the page
/// beside; a swipe down dissolves to the first page.
public final class FivePagesViewController: UIViewController {
    private let pages = [FirstPage(), SecondPage(), ThirdPage(), FourthPage(), FifthPage()]
    private let containerView = UIView()
    private let dots = (0..<5).map { _ in UIView() }
    private var index = 0
    private var isTurning = false

    public init() {
        super.init(nibName: nil, bundle: nil)
        title = "Five pages"
    }

    public required init?(coder: NSCoder) {
        fatalError("FivePagesViewController is made in code")
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .secondarySystemBackground
        view.addSubview(containerView)
        for dot in dots { view.addSubview(dot) }
        addSwipe(.left)
        addSwipe(.right)
        addSwipe(.down)
        markDots()
        install(pages[index])
    }

    public override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let inset = UIEdgeInsets(top: 24, left: 24, bottom: 56, right: 24)
        containerView.frame = view.bounds.inset(by: inset)
        // During a transition, the views of both pages are in the container.
        for child in children { child.view.frame = containerView.bounds }
        for (place, dot) in dots.enumerated() {
            let offset = CGFloat(place - dots.count / 2) * 24
            dot.frame = CGRect(
                x: view.bounds.midX + offset - 5, y: view.bounds.maxY - 33, width: 10, height: 10)
        }
    }

    // MARK: Swipes

    private func addSwipe(_ direction: UISwipeGestureRecognizer.Direction) {
        let swipe = UISwipeGestureRecognizer(
            target: self, action: FivePagesViewController.didSwipe)
        swipe.direction = direction
        view.addGestureRecognizer(swipe)
    }

    private func didSwipe(_ swipe: UISwipeGestureRecognizer) {
        switch swipe.direction {
        case .left: show(index + 1, with: .transitionCurlUp)
        case .right: show(index - 1, with: .transitionCurlDown)
        default: show(0, with: .transitionCrossDissolve)
        }
    }

    // MARK: State

    public override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(index, forKey: "index")
    }

    public override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let saved = coder.decodeInteger(forKey: "index")
        guard pages.indices.contains(saved), saved != index else { return }
        let old = pages[index]
        index = saved
        guard isViewLoaded else { return }
        uninstall(old)
        install(pages[index])
        markDots()
    }

    // MARK: Pages

    private func install(_ page: UIViewController) {
        addChild(page)
        page.view.frame = containerView.bounds
        containerView.addSubview(page.view)
        page.didMove(toParent: self)
    }

    private func uninstall(_ page: UIViewController) {
        page.willMove(toParent: nil)
        page.view.removeFromSuperview()
        page.removeFromParent()
    }

    private func show(_ target: Int, with options: UIView.AnimationOptions) {
        guard !isTurning, target != index, pages.indices.contains(target) else { return }
        let (old, new) = (pages[index], pages[target])
        isTurning = true
        index = target
        old.willMove(toParent: nil)
        addChild(new)
        new.view.frame = containerView.bounds
        transition(
            from: old, to: new, duration: 0.5, options: options,
            animations: { self.markDots() },
            completion: { _ in
                old.removeFromParent()
                new.didMove(toParent: self)
                self.isTurning = false
            })
    }

    private func markDots() {
        for (place, dot) in dots.enumerated() {
            dot.backgroundColor = place == index ? .systemIndigo : .lightGray
        }
    }
}
