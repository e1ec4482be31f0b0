// swift-format-ignore-file

import UIKit

struct Message: Hashable, Identifiable {
    let id: Int
    var subject: String
    var sender: String
    var isRead = false
    var date = Date(timeIntervalSince1970: 0)
}

final class Mailbox {
    static let didChange = Notification.Name("MailboxDidChange")
    private(set) var messages: [Message]

    init(count: Int) {
        messages = (0..<count).map { Message(id: $0, subject: "Subject \($0)", sender: $0.isMultiple(of: 2) ? "Ada" : "Grace") }
    }

    func update(_ id: Message.ID, _ change: (inout Message) -> Void) {
        guard let index = messages.firstIndex(where: { $0.id == id }) else { return }
        change(&messages[index])
        NotificationCenter.default.post(name: Mailbox.didChange, object: self)
    }

    func remove(_ id: Message.ID) {
        messages.removeAll { $0.id == id }
        NotificationCenter.default.post(name: Mailbox.didChange, object: self)
    }
}

final class RootController: UITabBarController {
    let mailbox = Mailbox(count: 12)
    let split = UISplitViewController(style: .doubleColumn)
    lazy var list = MessageListController(mailbox: mailbox)
    lazy var gallery = GalleryController()

    override func viewDidLoad() {
        super.viewDidLoad()
        delegate = self
        list.onSelect = { [weak self] message in self?.showDetail(message) }
        split.delegate = self
        split.preferredDisplayMode = .oneBesideSecondary
        split.preferredSplitBehavior = .tile
        split.minimumPrimaryColumnWidth = 280
        split.maximumPrimaryColumnWidth = 400
        split.preferredPrimaryColumnWidthFraction = 0.4
        split.presentsWithGesture = true
        split.setViewController(UINavigationController(rootViewController: list), for: .primary)
        split.setViewController(MessageController(message: nil), for: .secondary)
        split.tabBarItem = UITabBarItem(title: "Mail", image: UIImage(systemName: "envelope"), selectedImage: UIImage(systemName: "envelope.fill"))
        split.tabBarItem.badgeValue = "\(mailbox.messages.filter { !$0.isRead }.count)"
        split.tabBarItem.badgeColor = .systemRed
        let galleryNavigation = UINavigationController(rootViewController: gallery)
        galleryNavigation.tabBarItem = UITabBarItem(tabBarSystemItem: .favorites, tag: 1)
        setViewControllers([split, galleryNavigation], animated: false)
    }

    private func showDetail(_ message: Message) {
        mailbox.update(message.id) { $0.isRead = true }
        let detail = UINavigationController(rootViewController: MessageController(message: message))
        split.showDetailViewController(detail, sender: self)
    }
}

extension RootController: UISplitViewControllerDelegate, UITabBarControllerDelegate {
    func splitViewController(_ svc: UISplitViewController, topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column) -> UISplitViewController.Column {
        return .primary
    }

    func splitViewController(_ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController, onto primaryViewController: UIViewController) -> Bool {
        return true
    }

    func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool {
        if viewController === selectedViewController, let navigation = viewController as? UINavigationController {
            navigation.popToRootViewController(animated: true)
        }
        return true
    }

    func tabBarController(_ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController) -> UIViewControllerAnimatedTransitioning? {
        return nil
    }
}

// MARK: - List

final class MessageCell: UITableViewCell {
    private lazy var dot: UIView = {
        let view = UIView()
        view.backgroundColor = Theme.accent
        view.layer.cornerRadius = 5
        view.translatesAutoresizingMaskIntoConstraints = false
        return view
    }()

    override func awakeFromNib() { super.awakeFromNib() }

    override func prepareForReuse() {
        super.prepareForReuse()
        dot.removeFromSuperview()
    }

    func configure(_ message: Message) {
        textLabel?.text = message.subject
        textLabel?.font = message.isRead ? .systemFont(ofSize: UIFont.labelFontSize) : .boldSystemFont(ofSize: UIFont.labelFontSize)
        detailTextLabel?.text = message.sender
        detailTextLabel?.textColor = .secondaryLabel
        imageView?.image = UIImage(systemName: "person.circle")
        imageView?.tintColor = .systemGray
        accessoryView = nil
        accessoryType = .disclosureIndicator
        guard !message.isRead else { return }
        contentView.addSubview(dot)
        NSLayoutConstraint.activate([
            dot.widthAnchor.constraint(equalToConstant: 10), dot.heightAnchor.constraint(equalToConstant: 10),
            dot.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -8),
            dot.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
        ])
    }

    override func setSelected(_ selected: Bool, animated: Bool) {
        super.setSelected(selected, animated: animated)
        dot.backgroundColor = Theme.accent
    }
}

final class MessageListController: UITableViewController {
    private let mailbox: Mailbox
    private let searchController = UISearchController(searchResultsController: nil)
    private var sections: [(title: String, messages: [Message])] = []
    var onSelect: ((Message) -> Void)?

    private var isFiltering: Bool {
        let scope = searchController.searchBar.selectedScopeButtonIndex != 0
        return searchController.isActive && (scope || !(searchController.searchBar.text ?? "").isEmpty)
    }

    init(mailbox: Mailbox) {
        self.mailbox = mailbox
        super.init(style: .grouped)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Inbox"
        navigationController?.navigationBar.prefersLargeTitles = true
        navigationItem.searchController = searchController
        navigationItem.hidesSearchBarWhenScrolling = false
        navigationItem.backButtonDisplayMode = .minimal
        navigationItem.rightBarButtonItems = [editButtonItem, UIBarButtonItem(title: nil, image: UIImage(systemName: "ellipsis.circle"), primaryAction: nil, menu: makeMenu())]
        definesPresentationContext = true
        searchController.searchResultsUpdater = self
        searchController.obscuresBackgroundDuringPresentation = false
        searchController.hidesNavigationBarDuringPresentation = false
        searchController.searchBar.scopeButtonTitles = ["All", "Unread"]
        searchController.searchBar.delegate = self
        searchController.automaticallyShowsCancelButton = true
        tableView.register(MessageCell.self, forCellReuseIdentifier: "message")
        tableView.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "header")
        tableView.allowsMultipleSelectionDuringEditing = true
        tableView.dragInteractionEnabled = false
        tableView.sectionIndexColor = Theme.accent
        let refresh = UIRefreshControl()
        refresh.attributedTitle = NSAttributedString(string: "Pull to refresh")
        refresh.addAction(UIAction(handler: { [weak self] _ in self?.refreshed() }), for: .valueChanged)
        tableView.refreshControl = refresh
        NotificationCenter.default.addObserver(self, selector: #selector(mailboxDidChange), name: Mailbox.didChange, object: mailbox)
        regroup()
    }

    private func makeMenu() -> UIMenu {
        let sort = UIAction(title: "Sort", image: UIImage(systemName: "arrow.up.arrow.down")) { [unowned self] action in
            action.state = .on
            self.regroup()
            self.tableView.reloadData()
        }
        let deferred = UIDeferredMenuElement { completion in
            completion([UIAction(title: "Later", handler: { _ in })])
        }
        return UIMenu(title: "Options", children: [sort, deferred, UICommand(title: "Reload", action: #selector(refreshed))])
    }

    @objc private func refreshed() {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(300)) {
            self.refreshControl?.endRefreshing()
        }
    }

    @objc private func mailboxDidChange(_ note: Notification) {
        regroup()
        tableView.reloadData()
    }

    private func regroup() {
        let text = searchController.searchBar.text?.lowercased() ?? ""
        let unreadOnly = searchController.searchBar.selectedScopeButtonIndex == 1
        let messages = mailbox.messages.filter { message in
            guard isFiltering else { return true }
            return (text.isEmpty || message.subject.lowercased().contains(text)) && (!unreadOnly || !message.isRead)
        }
        sections = Dictionary(grouping: messages, by: \.sender).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    override func numberOfSections(in tableView: UITableView) -> Int {
        return sections.count
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return sections[section].messages.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "message", for: indexPath) as! MessageCell
        cell.configure(sections[indexPath.section].messages[indexPath.row])
        return cell
    }

    override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        let header = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
        header?.textLabel?.text = sections[section].title
        header?.contentView.backgroundColor = .secondarySystemGroupedBackground
        return header
    }

    override func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 32 }
    override func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { .leastNonzeroMagnitude }
    override func sectionIndexTitles(for tableView: UITableView) -> [String]? { sections.map { String($0.title.prefix(1)) } }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        guard !tableView.isEditing else { return }
        onSelect?(sections[indexPath.section].messages[indexPath.row])
    }

    override func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
        cell.backgroundColor = .secondarySystemGroupedBackground
    }

    override func tableView(_ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath) -> UITableViewCell.EditingStyle { .delete }

    override func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath) -> UISwipeActionsConfiguration? {
        let message = sections[indexPath.section].messages[indexPath.row]
        let delete = UIContextualAction(style: .destructive, title: nil) { [weak self] _, _, done in
            self?.mailbox.remove(message.id)
            done(true)
        }
        delete.image = UIImage(systemName: "trash.fill")
        let read = UIContextualAction(style: .normal, title: message.isRead ? "Unread" : "Read") { [weak self] _, _, done in
            self?.mailbox.update(message.id) { $0.isRead.toggle() }
            done(true)
        }
        read.backgroundColor = Theme.accent
        return UISwipeActionsConfiguration(actions: [delete, read])
    }

    override func setEditing(_ editing: Bool, animated: Bool) {
        super.setEditing(editing, animated: animated)
        navigationController?.setToolbarHidden(!editing, animated: animated)
    }
}

extension MessageListController: UISearchResultsUpdating, UISearchBarDelegate {
    func updateSearchResults(for searchController: UISearchController) {
        regroup()
        tableView.reloadData()
    }

    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
        updateSearchResults(for: searchController)
    }
}

// MARK: - Detail

final class MessageController: UIViewController {
    private let message: Message?
    private lazy var button: UIButton = {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Reply"
        configuration.subtitle = "Opens a sheet"
        configuration.image = UIImage(systemName: "arrowshape.turn.up.left")
        configuration.imagePlacement = .leading
        configuration.baseBackgroundColor = Theme.accent
        configuration.background.cornerRadius = 10
        let button = UIButton(configuration: configuration, primaryAction: UIAction { [weak self] _ in self?.reply() })
        button.configurationUpdateHandler = { button in
            button.configuration?.showsActivityIndicator = button.isHighlighted
        }
        button.menu = UIMenu(children: [UIAction(title: "Forward") { _ in }])
        button.showsMenuAsPrimaryAction = false
        return button
    }()

    init(message: Message?) {
        self.message = message
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        title = message?.subject ?? "No message"
        navigationItem.leftBarButtonItem = splitViewController?.displayModeButtonItem
        navigationItem.leftItemsSupplementBackButton = true
        navigationItem.titleView = {
            let label = UILabel()
            label.text = message?.sender
            label.sizeToFit()
            return label
        }()
        button.translatesAutoresizingMaskIntoConstraints = false
        button.isEnabled = message != nil
        view.addSubview(button)
        NSLayoutConstraint.activate([
            button.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            button.bottomAnchor.constraint(lessThanOrEqualTo: view.safeAreaLayoutGuide.bottomAnchor, constant: -20),
            button.topAnchor.constraint(greaterThanOrEqualTo: view.safeAreaLayoutGuide.topAnchor),
        ])
        if #available(iOS 17.0, *) {
            registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (self: Self, previous: UITraitCollection) in
                self.view.setNeedsDisplay()
            }
        }
    }

    private func reply() {
        let composer = UINavigationController(rootViewController: ComposeController())
        composer.modalPresentationStyle = .pageSheet
        composer.isModalInPresentation = true
        if let sheet = composer.sheetPresentationController {
            sheet.detents = [.medium(), .large()]
            sheet.prefersGrabberVisible = true
            sheet.preferredCornerRadius = 20
            sheet.selectedDetentIdentifier = .medium
            sheet.largestUndimmedDetentIdentifier = .medium
            sheet.prefersScrollingExpandsWhenScrolledToEdge = false
            sheet.prefersEdgeAttachedInCompactHeight = true
            sheet.delegate = self
        }
        composer.presentationController?.delegate = self
        present(composer, animated: true)
    }
}

extension MessageController: UISheetPresentationControllerDelegate {
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
        presentationController.presentedViewController.dismiss(animated: true)
    }

    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(_ sheetPresentationController: UISheetPresentationController) {}
}

final class ComposeController: UIViewController, UIPickerViewDataSource, UIPickerViewDelegate {
    private let picker = UIPickerView()
    private let names = ["Ada", "Grace"]

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = UIBarButtonItem(systemItem: .cancel, primaryAction: UIAction { [unowned self] _ in self.dismiss(animated: true) })
        picker.dataSource = self
        picker.delegate = self
        picker.selectRow(1, inComponent: 0, animated: false)
        view.addSubview(picker)
    }

    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { names.count }
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? { names[row] }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) { title = names[row] }
}

// MARK: - Gallery

final class GalleryController: UIViewController {
    enum Section: Int, CaseIterable { case featured, all }
    struct Item: Hashable { let id: Int }

    private(set) lazy var collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: makeLayout())
    private var dataSource: UICollectionViewDiffableDataSource<Section, Item>!

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        collectionView.delegate = self
        view.addSubview(collectionView)
        let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Item> { cell, indexPath, item in
            var content = cell.defaultContentConfiguration()
            content.text = "Item \(item.id)"
            cell.contentConfiguration = content
            cell.accessories = [.disclosureIndicator()]
            var background = UIBackgroundConfiguration.listPlainCell()
            background.backgroundColor = .secondarySystemBackground
            background.cornerRadius = 8
            cell.backgroundConfiguration = background
        }
        let header = UICollectionView.SupplementaryRegistration<UICollectionReusableView>(elementKind: UICollectionView.elementKindSectionHeader) { view, kind, indexPath in
            view.backgroundColor = .systemGray6
        }
        dataSource = UICollectionViewDiffableDataSource<Section, Item>(collectionView: collectionView) { collectionView, indexPath, item in
            collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: item)
        }
        dataSource.supplementaryViewProvider = { collectionView, kind, indexPath in
            collectionView.dequeueConfiguredReusableSupplementary(using: header, for: indexPath)
        }
        var snapshot = NSDiffableDataSourceSnapshot<Section, Item>()
        snapshot.appendSections(Section.allCases)
        snapshot.appendItems((0..<4).map(Item.init), toSection: .featured)
        snapshot.appendItems((4..<30).map(Item.init), toSection: .all)
        dataSource.apply(snapshot, animatingDifferences: false)
    }

    private func makeLayout() -> UICollectionViewLayout {
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        configuration.interSectionSpacing = 16
        return UICollectionViewCompositionalLayout(sectionProvider: { index, environment in
            let isFeatured = Section(rawValue: index) == .featured
            let columns = environment.container.effectiveContentSize.width > 500 ? 3 : 2
            let item = NSCollectionLayoutItem(layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
            item.contentInsets = NSDirectionalEdgeInsets(top: 4, leading: 4, bottom: 4, trailing: 4)
            let groupSize = NSCollectionLayoutSize(widthDimension: .fractionalWidth(isFeatured ? 0.9 : 1), heightDimension: .absolute(isFeatured ? 200 : 80))
            let group = isFeatured
                ? NSCollectionLayoutGroup.horizontal(layoutSize: groupSize, subitems: [item])
                : NSCollectionLayoutGroup.horizontal(layoutSize: groupSize, subitem: item, count: columns)
            group.interItemSpacing = .fixed(4)
            let section = NSCollectionLayoutSection(group: group)
            section.interGroupSpacing = 8
            section.orthogonalScrollingBehavior = isFeatured ? .groupPagingCentered : .none
            let headerSize = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1.0), heightDimension: .estimated(44))
            let header = NSCollectionLayoutBoundarySupplementaryItem(layoutSize: headerSize, elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
            header.pinToVisibleBounds = true
            section.boundarySupplementaryItems = [header]
            return section
        }, configuration: configuration)
    }
}

extension GalleryController: UICollectionViewDelegate {
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: true)
        guard let item = dataSource.itemIdentifier(for: indexPath) else { return }
        title = "Item \(item.id)"
    }

    func collectionView(_ collectionView: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath, point: CGPoint) -> UIContextMenuConfiguration? {
        UIContextMenuConfiguration(identifier: nil, previewProvider: { UIViewController() }, actionProvider: nil)
    }
}
