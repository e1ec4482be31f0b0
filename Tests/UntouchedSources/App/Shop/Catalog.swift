// swift-format-ignore-file

import Foundation

/// One article of the shop.
struct Article: Equatable {
    let name: String
    let price: Int
    var isFavourite = false

    init(name: String, price: Int) {
        self.name = name
        self.price = price
    }
}

extension Notification.Name {
    static let cartDidChange = Notification.Name("cartDidChange")
}

@objcMembers
class Cart: NSObject {
    static let shared = Cart()
    private(set) var articles: [Article] = []

    dynamic var total: Int { return articles.reduce(0) { $0 + $1.price } }

    func add(_ article: Article) {
        articles.append(article)
        NotificationCenter.default.post(name: .cartDidChange, object: self)
    }

    func empty() {
        articles.removeAll()
        NotificationCenter.default.post(name: .cartDidChange, object: self)
    }
}

@objc protocol CatalogDelegate: NSObjectProtocol {
    @objc optional func catalog(_ catalog: CatalogController, titleFor row: Int) -> String
    @objc optional func catalog(_ catalog: CatalogController, didShow controller: UIViewController)
    @objc optional func catalogShouldShowDetails(_ catalog: CatalogController) -> Bool
    @objc optional var catalogHeader: String { get }
}
