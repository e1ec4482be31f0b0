// swift-format-ignore-file

import UIKit

struct OnboardingPage {
    let title: String
    let text: String
    let imageName: String
    let tint: UIColor
}

final class OnboardingPageController: UIViewController {
    let page: OnboardingPage
    let index: Int
    private lazy var imageView = UIImageView(image: UIImage(named: page.imageName, in: Bundle(for: type(of: self)), compatibleWith: nil) ?? UIImage(systemName: "photo"))
    private lazy var titleLabel: UILabel = {
        $0.attributedText = NSAttributedString(string: page.title, attributes: [
            .font: UIFont.preferredFont(forTextStyle: .largeTitle),
            .foregroundColor: page.tint,
            .underlineStyle: NSUnderlineStyle.single.rawValue,
        ])
        $0.textAlignment = .center
        $0.numberOfLines = 2
        $0.minimumScaleFactor = 0.5
        $0.adjustsFontSizeToFitWidth = true
        return $0
    }(UILabel())
    private lazy var textLabel: UILabel = {
        let label = UILabel()
        let style = NSMutableParagraphStyle()
        style.lineSpacing = 4
        style.alignment = .center
        label.attributedText = NSMutableAttributedString(string: page.text, attributes: [.paragraphStyle: style])
        label.numberOfLines = 0
        return label
    }()

    init(page: OnboardingPage, index: Int) {
        self.page = page
        self.index = index
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { return nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        let stack = UIStackView(arrangedSubviews: [imageView, titleLabel, textLabel])
        stack.axis = .vertical
        stack.alignment = .center
        stack.distribution = .equalSpacing
        stack.spacing = UIStackView.spacingUseSystem
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        imageView.contentMode = .scaleAspectFill
        imageView.clipsToBounds = true
        imageView.layer.masksToBounds = true
        NSLayoutConstraint.activate([
            stack.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
            stack.leadingAnchor.constraint(greaterThanOrEqualTo: view.leadingAnchor, constant: 32),
            stack.widthAnchor.constraint(lessThanOrEqualToConstant: 480),
            imageView.heightAnchor.constraint(lessThanOrEqualTo: view.heightAnchor, multiplier: 0.4),
        ])
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        imageView.transform = CGAffineTransform(scaleX: 0.9, y: 0.9).rotated(by: .pi / 20)
        UIView.animate(withDuration: 0.6, delay: 0.1, usingSpringWithDamping: 0.6, initialSpringVelocity: 0.8, options: [], animations: {
            self.imageView.transform = .identity
        })
    }
}

@objc protocol OnboardingControllerDelegate {
    func onboardingDidFinish(_ controller: OnboardingController)
    @objc optional func onboarding(_ controller: OnboardingController, didShowPageAt index: Int)
}

final class OnboardingController: UIPageViewController {
    private let onboardingPages: [OnboardingPage]
    weak var onboardingDelegate: OnboardingControllerDelegate?
    private let pageControl = UIPageControl()
    private let nextButton = UIButton(type: .system)
    private let skipButton = UIButton(type: .custom)
    private(set) var currentIndex = 0 {
        didSet {
            pageControl.currentPage = currentIndex
            updateButtons()
            onboardingDelegate?.onboarding?(self, didShowPageAt: currentIndex)
        }
    }
    private lazy var pageControllers = onboardingPages.enumerated().map { OnboardingPageController(page: $1, index: $0) }

    init(pages: [OnboardingPage]) {
        onboardingPages = pages
        super.init(transitionStyle: .scroll, navigationOrientation: .horizontal, options: [.interPageSpacing: 20])
    }

    required init?(coder: NSCoder) {
        onboardingPages = []
        super.init(coder: coder)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        dataSource = self
        delegate = self
        view.backgroundColor = UIColor { traits in
            traits.userInterfaceStyle == .dark ? .black : .white
        }
        for case let scrollView as UIScrollView in view.subviews {
            scrollView.delaysContentTouches = false
        }
        setViewControllers([pageControllers[0]], direction: .forward, animated: false, completion: nil)
        pageControl.numberOfPages = pageControllers.count
        pageControl.pageIndicatorTintColor = .systemGray4
        pageControl.currentPageIndicatorTintColor = .label
        pageControl.hidesForSinglePage = true
        pageControl.addTarget(self, action: #selector(pageControlChanged(_:)), for: .valueChanged)
        nextButton.setTitle("Next", for: .normal)
        nextButton.setTitleColor(.white, for: [])
        nextButton.titleLabel?.font = .systemFont(ofSize: 17, weight: .bold)
        nextButton.contentEdgeInsets = UIEdgeInsets(top: 12, left: 24, bottom: 12, right: 24)
        nextButton.backgroundColor = view.tintColor
        nextButton.layer.cornerRadius = 12
        nextButton.addTarget(self, action: #selector(next(_:)), for: .touchUpInside)
        if #available(iOS 15.0, *) {
            var configuration = UIButton.Configuration.plain()
            configuration.title = "Skip"
            configuration.image = UIImage(systemName: "forward")
            configuration.imagePadding = 6
            configuration.baseForegroundColor = .secondaryLabel
            configuration.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 12, bottom: 8, trailing: 12)
            configuration.buttonSize = .large
            configuration.cornerStyle = .capsule
            skipButton.configuration = configuration
        } else {
            skipButton.setTitle("Skip", for: .normal)
            skipButton.setImage(UIImage(systemName: "forward"), for: .normal)
            skipButton.imageEdgeInsets.right = 6
        }
        skipButton.addAction(UIAction(title: "Skip") { [unowned self] _ in self.finish() }, for: .primaryActionTriggered)
        let controls = UIStackView(arrangedSubviews: [skipButton, pageControl, nextButton])
        controls.translatesAutoresizingMaskIntoConstraints = false
        controls.distribution = .fillProportionally
        controls.alignment = .firstBaseline
        view.addSubview(controls)
        let guide = view.safeAreaLayoutGuide
        let width = controls.widthAnchor.constraint(equalTo: guide.widthAnchor, constant: -32)
        width.priority = .defaultHigh
        NSLayoutConstraint.activate([
            controls.centerXAnchor.constraint(equalTo: guide.centerXAnchor),
            controls.bottomAnchor.constraint(equalTo: guide.bottomAnchor, constant: -16),
            controls.widthAnchor.constraint(lessThanOrEqualToConstant: 600),
            width,
            controls.heightAnchor.constraint(equalToConstant: 50),
        ])
        updateButtons()
    }

    private func updateButtons() {
        let isLast = currentIndex == pageControllers.count - 1
        nextButton.setTitle(isLast ? "Start" : "Next", for: .normal)
        UIView.performWithoutAnimation { nextButton.layoutIfNeeded() }
        skipButton.isHidden = isLast
        nextButton.accessibilityIdentifier = isLast ? "start" : "next"
    }

    @objc private func next(_ sender: UIButton) {
        guard currentIndex + 1 < pageControllers.count else { return finish() }
        go(to: currentIndex + 1)
    }

    @objc private func pageControlChanged(_ sender: UIPageControl) { go(to: sender.currentPage) }

    private func go(to index: Int) {
        let direction: UIPageViewController.NavigationDirection = index > currentIndex ? .forward : .reverse
        view.isUserInteractionEnabled = false
        setViewControllers([pageControllers[index]], direction: direction, animated: true) { [weak self] finished in
            self?.view.isUserInteractionEnabled = true
            if finished { self?.currentIndex = index }
        }
    }

    private func finish() {
        onboardingDelegate?.onboardingDidFinish(self)
        dismiss(animated: true)
    }
}

extension OnboardingController: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    func pageViewController(_ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController) -> UIViewController? {
        guard let page = viewController as? OnboardingPageController, page.index > 0 else { return nil }
        return pageControllers[page.index - 1]
    }

    func pageViewController(_ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController) -> UIViewController? {
        guard let page = viewController as? OnboardingPageController, page.index + 1 < pageControllers.count else { return nil }
        return pageControllers[page.index + 1]
    }

    func pageViewController(_ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController]) {
        nextButton.isEnabled = false
    }

    func pageViewController(_ pageViewController: UIPageViewController, didFinishAnimating finished: Bool, previousViewControllers: [UIViewController], transitionCompleted completed: Bool) {
        nextButton.isEnabled = true
        guard completed, let page = viewControllers?.first as? OnboardingPageController else { return }
        currentIndex = page.index
    }

    func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
}
