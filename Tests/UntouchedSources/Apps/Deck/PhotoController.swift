// swift-format-ignore-file

import UIKit

struct Photo: Equatable {
    var title: String
    var image: UIImage
}

final class ZoomingScrollView: UIScrollView, UIScrollViewDelegate {
    let imageView = UIImageView()
    private var doubleTap: UITapGestureRecognizer!
    private var lastSize = CGSize.zero

    init(image: UIImage) {
        super.init(frame: .zero)
        imageView.image = image
        imageView.frame = CGRect(origin: .zero, size: image.size)
        addSubview(imageView)
        contentSize = image.size
        delegate = self
        bouncesZoom = true
        showsVerticalScrollIndicator = false
        indicatorStyle = .white
        contentInsetAdjustmentBehavior = .never
        decelerationRate = UIScrollView.DecelerationRate.fast
        doubleTap = UITapGestureRecognizer(target: self, action: #selector(doubleTapped(_:)))
        doubleTap.numberOfTapsRequired = 2
        addGestureRecognizer(doubleTap)
        pinchGestureRecognizer?.isEnabled = true
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard bounds.size != lastSize else { return }
        lastSize = bounds.size
        updateZoomScale()
    }

    func updateZoomScale() {
        guard imageView.bounds.width > 0, imageView.bounds.height > 0, bounds.width > 0 else { return }
        let fit = min(bounds.width / imageView.bounds.width, bounds.height / imageView.bounds.height)
        minimumZoomScale = fit
        maximumZoomScale = max(fit * 4, 1)
        zoomScale = fit
        centre()
    }

    private func centre() {
        let dx = max(0, (bounds.width - contentSize.width) / 2)
        let dy = max(0, (bounds.height - contentSize.height) / 2)
        contentInset = UIEdgeInsets(top: dy, left: dx, bottom: dy, right: dx)
    }

    @objc private func doubleTapped(_ recognizer: UITapGestureRecognizer) {
        if zoomScale > minimumZoomScale {
            setZoomScale(minimumZoomScale, animated: true)
        } else {
            let point = recognizer.location(in: imageView)
            let size = CGSize(width: bounds.width / maximumZoomScale, height: bounds.height / maximumZoomScale)
            zoom(to: CGRect(x: point.x - size.width / 2, y: point.y - size.height / 2, width: size.width, height: size.height), animated: true)
        }
    }

    func viewForZooming(in scrollView: UIScrollView) -> UIView? { imageView }
    func scrollViewDidZoom(_ scrollView: UIScrollView) { centre() }
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
        panGestureRecognizer.isEnabled = scale > minimumZoomScale
    }
}

protocol PhotoZoomSource: class {
    func imageViewForZoom(_ photo: Photo) -> UIImageView?
}

final class PhotoController: UIViewController {
    let photo: Photo
    lazy var scrollView = ZoomingScrollView(image: photo.image)
    private lazy var dismissPan = UIPanGestureRecognizer(target: self, action: #selector(dismissPanned))
    let zoomTransition: PhotoZoomTransition
    private(set) var barsAreHidden = false {
        didSet {
            guard barsAreHidden != oldValue else { return }
            UIView.animate(withDuration: TimeInterval(UINavigationController.hideShowBarDuration)) {
                self.setNeedsStatusBarAppearanceUpdate()
                self.view.backgroundColor = self.barsAreHidden ? .black : .systemBackground
            }
            navigationController?.setToolbarHidden(barsAreHidden, animated: true)
        }
    }

    init(photo: Photo, source: PhotoZoomSource?) {
        self.photo = photo
        zoomTransition = PhotoZoomTransition(photo: photo, source: source)
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .fullScreen
        transitioningDelegate = zoomTransition
        hidesBottomBarWhenPushed = true
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override var prefersStatusBarHidden: Bool { barsAreHidden }
    override var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    override var shouldAutorotate: Bool { true }

    override func viewDidLoad() {
        super.viewDidLoad()
        scrollView.frame = view.bounds
        scrollView.autoresizingMask = [.flexibleHeight, .flexibleWidth]
        view.addSubview(scrollView)
        dismissPan.delegate = self
        view.addGestureRecognizer(dismissPan)
        let tap = UITapGestureRecognizer(target: self, action: #selector(toggleBars))
        scrollView.gestureRecognizers?.compactMap { $0 as? UITapGestureRecognizer }.forEach { tap.require(toFail: $0) }
        view.addGestureRecognizer(tap)
        let press = UILongPressGestureRecognizer(target: self, action: #selector(pressed(_:)))
        press.minimumPressDuration = 0.6
        view.addGestureRecognizer(press)
        toolbarItems = [
            UIBarButtonItem(systemItem: .action),
            UIBarButtonItem.flexibleSpace(),
            UIBarButtonItem(systemItem: .trash, primaryAction: UIAction { [weak self] _ in self?.confirmDelete() }, menu: nil),
        ]
    }

    override var keyCommands: [UIKeyCommand]? {
        return [UIKeyCommand(input: UIKeyCommand.inputEscape, modifierFlags: [], action: #selector(close), discoverabilityTitle: "Close")]
    }

    override var canBecomeFirstResponder: Bool { true }

    @objc private func close() { dismiss(animated: true) }

    @objc private func toggleBars() { barsAreHidden.toggle() }

    @objc private func pressed(_ recognizer: UILongPressGestureRecognizer) {
        guard recognizer.state == .began else { return }
        let sheet = UIAlertController(title: photo.title, message: nil, preferredStyle: .actionSheet)
        sheet.addAction(UIAlertAction(title: "Copy", style: .default) { _ in UIPasteboard.general.image = self.photo.image })
        sheet.addAction(UIAlertAction(title: "Delete", style: .destructive) { _ in self.confirmDelete() })
        sheet.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        sheet.popoverPresentationController?.sourceRect = CGRect(origin: recognizer.location(in: view), size: .zero)
        sheet.popoverPresentationController?.sourceView = view
        present(sheet, animated: true)
    }

    private func confirmDelete() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { [weak self] in self?.close() }
    }

    @objc private func dismissPanned() {
        let translation = dismissPan.translation(in: view)
        let progress = min(1, abs(translation.y) / view.bounds.height)
        switch dismissPan.state {
        case .changed:
            scrollView.transform = CGAffineTransform(translationX: 0, y: translation.y).scaledBy(x: 1 - progress / 2, y: 1 - progress / 2)
            view.backgroundColor = UIColor.black.withAlphaComponent(1 - progress)
        case .ended where progress > 0.2, .ended where abs(dismissPan.velocity(in: view).y) > 800:
            close()
        case .ended, .cancelled:
            UIViewPropertyAnimator.runningPropertyAnimator(withDuration: 0.3, delay: 0, options: [.curveEaseOut], animations: {
                self.scrollView.transform = CGAffineTransform.identity
                self.view.backgroundColor = UIColor.black
            })
        default:
            break
        }
    }
}

extension PhotoController: UIGestureRecognizerDelegate {
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer == dismissPan else { return true }
        let velocity = dismissPan.velocity(in: view)
        return scrollView.zoomScale <= scrollView.minimumZoomScale && abs(velocity.y) > abs(velocity.x)
    }
}

final class PhotoZoomTransition: NSObject, UIViewControllerTransitioningDelegate, UIViewControllerAnimatedTransitioning {
    private let photo: Photo
    private weak var source: PhotoZoomSource?
    private var isPresenting = true

    init(photo: Photo, source: PhotoZoomSource?) {
        self.photo = photo
        self.source = source
    }

    func animationController(forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController) -> UIViewControllerAnimatedTransitioning? {
        isPresenting = true
        return self
    }

    func animationController(forDismissed dismissed: UIViewController) -> UIViewControllerAnimatedTransitioning? {
        isPresenting = false
        return self
    }

    func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval { 0.4 }

    func animateTransition(using context: UIViewControllerContextTransitioning) {
        let container = context.containerView
        let toView = context.view(forKey: .to)
        let fromView = context.view(forKey: .from)
        if let toView = toView, let to = context.viewController(forKey: .to) {
            toView.frame = context.finalFrame(for: to)
            isPresenting ? container.addSubview(toView) : container.insertSubview(toView, at: 0)
        }
        let photoView = isPresenting ? toView : fromView
        guard let imageView = source?.imageViewForZoom(photo), let snapshot = imageView.snapshotView(afterScreenUpdates: false) else {
            photoView?.alpha = isPresenting ? 0 : 1
            UIView.animate(withDuration: transitionDuration(using: context), animations: {
                photoView?.alpha = self.isPresenting ? 1 : 0
            }, completion: { _ in context.completeTransition(!context.transitionWasCancelled) })
            return
        }
        let small = container.convert(imageView.bounds, from: imageView)
        let large = AVMakeRect(aspectRatio: photo.image.size, insideRect: container.bounds)
        snapshot.frame = isPresenting ? small : large
        container.addSubview(snapshot)
        photoView?.alpha = 0
        imageView.isHidden = true
        let animator = UIViewPropertyAnimator(duration: transitionDuration(using: context), dampingRatio: 0.85) {
            snapshot.frame = self.isPresenting ? large : small
        }
        animator.addCompletion { _ in
            imageView.isHidden = false
            photoView?.alpha = 1
            snapshot.removeFromSuperview()
            context.completeTransition(!context.transitionWasCancelled)
        }
        animator.startAnimation()
    }

    private func AVMakeRect(aspectRatio: CGSize, insideRect rect: CGRect) -> CGRect {
        let scale = min(rect.width / max(1, aspectRatio.width), rect.height / max(1, aspectRatio.height))
        let size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
        return CGRect(x: rect.midX - size.width / 2, y: rect.midY - size.height / 2, width: size.width, height: size.height)
    }
}
