// swift-format-ignore-file

import UIKit

extension UIViewController {
    /// What an analytics package would record.
    @objc open func screenName() -> String { return String(describing: type(of: self)) }

    @objc open var isModalScreen: Bool { return presentingViewController != nil }
}

class DetailsController: UIViewController {
    let article: Article
    var onFavourite: ((Bool) -> ())?
    fileprivate var isFavourite = false
    private(set) var layoutPasses = 0
    private let nameLabel = UILabel()
    private let buyButton = UIButton(type: .system)
    private var constraintsWereAdded = false

    init(article: Article) {
        self.article = article
        super.init(nibName: nil, bundle: nil)
        hidesBottomBarWhenPushed = true
    }

    required init?(coder aDecoder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func loadView() {
        let scroll = UIScrollView()
        scroll.alwaysBounceVertical = true
        view = scroll
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = article.name
        nameLabel.text = article.name
        nameLabel.translatesAutoresizingMaskIntoConstraints = false
        buyButton.translatesAutoresizingMaskIntoConstraints = false
        buyButton.setTitle("Buy", for: .normal)
        buyButton.addTarget(self, action: #selector(DetailsController.buy(_:)), for: .touchUpInside)
        view.addSubview(nameLabel)
        view.addSubview(buyButton)
        let doubleTap = UITapGestureRecognizer(target: self, action: #selector(toggleFavourite(_:)))
        doubleTap.numberOfTapsRequired = 2
        nameLabel.isUserInteractionEnabled = true
        nameLabel.addGestureRecognizer(doubleTap)
        view.setNeedsUpdateConstraints()
    }

    override func updateViewConstraints() {
        if !constraintsWereAdded {
            constraintsWereAdded = true
            NSLayoutConstraint.activate([
                nameLabel.topAnchor.constraint(equalTo: view.topAnchor, constant: 20),
                nameLabel.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
                nameLabel.widthAnchor.constraint(equalToConstant: 200),
                nameLabel.heightAnchor.constraint(equalToConstant: 40),
                buyButton.topAnchor.constraint(equalTo: nameLabel.bottomAnchor, constant: 10),
                buyButton.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
                buyButton.widthAnchor.constraint(equalToConstant: 100),
                buyButton.heightAnchor.constraint(equalToConstant: 44),
            ])
        }
        super.updateViewConstraints()
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        layoutPasses += 1
    }

    @objc private func buy(_ sender: UIButton) {
        Cart.shared.add(article)
        let alert = UIAlertController(title: "Bought", message: article.name, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default) { [unowned self] _ in
            self.navigationController?.popViewController(animated: true)
        })
        alert.addAction(UIAlertAction(title: "More", style: .cancel, handler: nil))
        present(alert, animated: true, completion: nil)
    }

    @objc func toggleFavourite(_ recognizer: UITapGestureRecognizer) {
        guard recognizer.state == .ended else { return }
        isFavourite = !isFavourite
        onFavourite?(isFavourite)
    }

    override func screenName() -> String { return "Details of \(article.name), " + super.screenName() }
}

final class SpecialDetailsController: DetailsController {
    override func screenName() -> String { return "Special " + super.screenName() }
    override var isModalScreen: Bool { return true }
}

class CartController: UIViewController, UIAdaptivePresentationControllerDelegate {
    private(set) var rows: [String] = []
    private var timer: Timer?
    private(set) var seconds = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            barButtonSystemItem: .done, target: self, action: #selector(done))
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            barButtonSystemItem: .trash, target: self, action: #selector(emptyCart(_:)))
        rows = Cart.shared.articles.map { $0.name }
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        timer = Timer.scheduledTimer(
            timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        timer?.invalidate()
        timer = nil
    }

    @objc private func tick() { seconds += 1 }

    @objc fileprivate func done() { dismiss(animated: true, completion: nil) }

    @objc private func emptyCart(_ sender: Any) {
        Cart.shared.empty()
        rows = []
    }
}
