// swift-format-ignore-file

import UIKit
import os.log

private let log = OSLog(subsystem: "shop", category: "catalog")

final class ArticleCell: UITableViewCell {
    static let identifier = "ArticleCell"

    @IBOutlet private weak var priceLabel: UILabel!

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: .value1, reuseIdentifier: reuseIdentifier)
        let label = UILabel()
        contentView.addSubview(label)
        priceLabel = label
        accessoryType = .disclosureIndicator
    }

    required init?(coder aDecoder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        priceLabel.text = nil
    }

    func show(_ article: Article) {
        textLabel?.text = article.name
        priceLabel.text = "\(article.price) €"
    }
}

class CatalogController: UITableViewController {
    weak var delegate: CatalogDelegate?
    var articles: [Article] = []
    var events: [String] = []
    private lazy var cartButton = UIBarButtonItem(
        title: "Cart", style: .plain, target: self, action: #selector(showCart))

    @IBInspectable var showsPrices: Bool = true

    override func viewDidLoad() {
        super.viewDidLoad()
        os_log("loaded with %d articles", log: log, type: .info, articles.count)
        title = delegate?.catalogHeader ?? "Catalog"
        tableView.register(ArticleCell.self, forCellReuseIdentifier: ArticleCell.identifier)
        tableView.rowHeight = 60
        navigationItem.rightBarButtonItem = cartButton
        refreshControl = UIRefreshControl()
        refreshControl?.addTarget(self, action: #selector(refresh(_:)), for: .valueChanged)
        NotificationCenter.default.addObserver(
            self, selector: #selector(cartDidChange(_:)), name: .cartDidChange, object: nil)
        events.append("viewDidLoad")
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
    }

    @objc private func cartDidChange(_ notification: Notification) {
        guard let cart = notification.object as? Cart else { return }
        cartButton.title = "Cart (\(cart.articles.count))"
        events.append("cart \(cart.total)")
    }

    @objc func refresh(_ sender: UIRefreshControl) {
        sender.beginRefreshing()
        perform(#selector(endRefreshing), with: nil, afterDelay: 0.5)
    }

    @objc private func endRefreshing() {
        refreshControl?.endRefreshing()
        tableView.reloadData()
        events.append("refreshed")
    }

    @IBAction func showCart() {
        let controller = CartController()
        let navigation = UINavigationController(rootViewController: controller)
        navigation.modalPresentationStyle = .formSheet
        present(navigation, animated: true) { [weak self] in
            self?.events.append("cart shown")
        }
    }
}

// MARK: - Appearance

extension CatalogController {
    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        events.append("viewWillAppear(\(animated))")
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        events.append("viewDidAppear(\(animated))")
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        events.append("viewWillDisappear(\(animated))")
    }
}

// MARK: - Table

extension CatalogController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return articles.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: ArticleCell.identifier, for: indexPath) as! ArticleCell
        cell.show(articles[indexPath.row])
        if let title = delegate?.catalog?(self, titleFor: indexPath.row) {
            cell.textLabel?.text = title
        }
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        guard delegate?.catalogShouldShowDetails?(self) ?? true else {
            tableView.deselectRow(at: indexPath, animated: true)
            return
        }
        let details = DetailsController(article: articles[indexPath.row])
        details.onFavourite = { [weak self] isFavourite in
            self?.articles[indexPath.row].isFavourite = isFavourite
            self?.tableView.reloadRows(at: [indexPath], with: .automatic)
        }
        navigationController?.pushViewController(details, animated: true)
        delegate?.catalog?(self, didShow: details)
    }

    override func tableView(_ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {
        guard editingStyle == .delete else { return }
        articles.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath], with: .fade)
    }
}
