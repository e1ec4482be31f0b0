// swift-format-ignore-file

import UIKit

struct Place: Hashable {
    let id = UUID()
    var name: String
    var category: Category
    var isFavourite = false

    enum Category: Int, CaseIterable, CustomStringConvertible {
        case food, culture, nature

        var description: String {
            switch self {
            case .food: return "Food"
            case .culture: return "Culture"
            case .nature: return "Nature"
            }
        }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
    static func == (lhs: Place, rhs: Place) -> Bool { lhs.id == rhs.id && lhs.isFavourite == rhs.isFavourite }
}

final class PlaceCell: UITableViewCell {
    static let reuseID = String(describing: PlaceCell.self)
    private let iconView = UIImageView()
    private let nameLabel = UILabel()
    private let detailLabel = UILabel()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        let texts = UIStackView(arrangedSubviews: [nameLabel, detailLabel])
        texts.axis = .vertical
        texts.spacing = 2
        let row = UIStackView(arrangedSubviews: [iconView, texts])
        row.alignment = .center
        row.spacing = 12
        row.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(row)
        let bottom = row.bottomAnchor.constraint(equalTo: contentView.layoutMarginsGuide.bottomAnchor)
        bottom.priority = .required - 1
        NSLayoutConstraint.activate([
            row.topAnchor.constraint(equalTo: contentView.layoutMarginsGuide.topAnchor),
            row.leadingAnchor.constraint(equalToSystemSpacingAfter: contentView.leadingAnchor, multiplier: 2),
            contentView.trailingAnchor.constraint(equalToSystemSpacingAfter: row.trailingAnchor, multiplier: 2),
            bottom,
            iconView.widthAnchor.constraint(equalToConstant: 28),
            iconView.heightAnchor.constraint(equalTo: iconView.widthAnchor, multiplier: 1),
        ])
        iconView.contentMode = .scaleAspectFit
        iconView.preferredSymbolConfiguration = UIImage.SymbolConfiguration(textStyle: .title2)
        nameLabel.font = UIFontMetrics(forTextStyle: .headline).scaledFont(for: .systemFont(ofSize: 17, weight: .semibold))
        detailLabel.font = .preferredFont(forTextStyle: .subheadline)
        detailLabel.textColor = .secondaryLabel
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    func configure(with place: Place) {
        nameLabel.text = place.name
        detailLabel.text = place.category.description
        iconView.image = UIImage(systemName: place.isFavourite ? "star.fill" : "star")
        iconView.tintColor = place.isFavourite ? .systemYellow : .tertiaryLabel
        accessoryType = place.isFavourite ? .checkmark : .none
    }

    override func setHighlighted(_ highlighted: Bool, animated: Bool) {
        super.setHighlighted(highlighted, animated: animated)
        contentView.alpha = highlighted ? 0.6 : 1
    }
}

final class PlacesDataSource: UITableViewDiffableDataSource<Place.Category, Place> {
    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        return snapshot().sectionIdentifiers[section].description
    }

    override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
}

final class PlacesController: UIViewController {
    private(set) var places: [Place]
    private let tableView = UITableView(frame: .zero, style: .insetGrouped)
    private let searchBar = UISearchBar()
    private var dataSource: PlacesDataSource!
    private var query = ""
    var onSelect: ((Place) -> Void)?

    init(places: [Place]) {
        self.places = places
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func viewDidLoad() {
        super.viewDidLoad()
        searchBar.delegate = self
        searchBar.placeholder = "Search places"
        searchBar.searchBarStyle = .minimal
        searchBar.searchTextField.clearButtonMode = .always
        searchBar.setImage(UIImage(systemName: "magnifyingglass"), for: .search, state: .normal)
        tableView.register(PlaceCell.self, forCellReuseIdentifier: PlaceCell.reuseID)
        tableView.delegate = self
        tableView.rowHeight = UITableView.automaticDimension
        tableView.estimatedRowHeight = 60
        if #available(iOS 15.0, *) { tableView.sectionHeaderTopPadding = 0 }
        tableView.keyboardDismissMode = .onDrag
        tableView.cellLayoutMarginsFollowReadableWidth = true
        let stack = UIStackView(arrangedSubviews: [searchBar, tableView])
        stack.axis = .vertical
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        stack.topAnchor.constraint(equalTo: view.topAnchor).isActive = true
        stack.bottomAnchor.constraint(equalTo: view.bottomAnchor).isActive = true
        stack.leadingAnchor.constraint(equalTo: view.leadingAnchor).isActive = true
        stack.trailingAnchor.constraint(equalTo: view.trailingAnchor).isActive = true
        dataSource = PlacesDataSource(tableView: tableView) { tableView, indexPath, place in
            guard let cell = tableView.dequeueReusableCell(withIdentifier: PlaceCell.reuseID, for: indexPath) as? PlaceCell else { return nil }
            cell.configure(with: place)
            return cell
        }
        dataSource.defaultRowAnimation = .fade
        apply(animated: false)
        bottomSheet?.track(tableView)
    }

    override func didMove(toParent parent: UIViewController?) {
        super.didMove(toParent: parent)
        if isViewLoaded { bottomSheet?.track(tableView) }
    }

    private func apply(animated: Bool = true) {
        var snapshot = NSDiffableDataSourceSnapshot<Place.Category, Place>()
        for category in Place.Category.allCases {
            let matching = places.filter { $0.category == category && (query.isEmpty || $0.name.localizedCaseInsensitiveContains(query)) }
            guard !matching.isEmpty else { continue }
            snapshot.appendSections([category])
            snapshot.appendItems(matching, toSection: category)
        }
        dataSource.apply(snapshot, animatingDifferences: animated) { [weak self] in
            self?.title = "\(snapshot.numberOfItems) places"
        }
    }

    private func toggle(_ place: Place) {
        guard let index = places.firstIndex(where: { $0.id == place.id }) else { return }
        places[index].isFavourite.toggle()
        apply()
    }

    private func delete(_ place: Place) {
        places.removeAll { $0.id == place.id }
        var snapshot = dataSource.snapshot()
        snapshot.deleteItems([place])
        dataSource.apply(snapshot)
    }
}

extension PlacesController: UITableViewDelegate {
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        guard let place = dataSource.itemIdentifier(for: indexPath) else { return }
        onSelect?(place)
    }

    func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath) -> UISwipeActionsConfiguration? {
        guard let place = dataSource.itemIdentifier(for: indexPath) else { return nil }
        let delete = UIContextualAction(style: .destructive, title: "Delete") { [weak self] _, _, completion in
            self?.delete(place)
            completion(true)
        }
        delete.image = UIImage(systemName: "trash")
        let configuration = UISwipeActionsConfiguration(actions: [delete])
        configuration.performsFirstActionWithFullSwipe = false
        return configuration
    }

    func tableView(_ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath) -> UISwipeActionsConfiguration? {
        guard let place = dataSource.itemIdentifier(for: indexPath) else { return nil }
        let star = UIContextualAction(style: .normal, title: "Star") { [weak self] action, view, completion in
            self?.toggle(place)
            completion(true)
        }
        star.backgroundColor = .systemYellow
        return UISwipeActionsConfiguration(actions: [star])
    }

    func tableView(_ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint) -> UIContextMenuConfiguration? {
        guard let place = dataSource.itemIdentifier(for: indexPath) else { return nil }
        return UIContextMenuConfiguration(identifier: place.id.uuidString as NSString, previewProvider: nil) { [weak self] _ in
            let star = UIAction(title: "Favourite", image: UIImage(systemName: "star"), state: place.isFavourite ? .on : .off) { _ in self?.toggle(place) }
            let share = UIAction(title: "Share", image: UIImage(systemName: "square.and.arrow.up"), identifier: nil, discoverabilityTitle: nil) { _ in
                let activity = UIActivityViewController(activityItems: [place.name], applicationActivities: nil)
                activity.excludedActivityTypes = [.airDrop, .print]
                activity.popoverPresentationController?.sourceView = self?.view
                self?.present(activity, animated: true)
            }
            let delete = UIAction(title: "Delete", image: nil, attributes: .destructive) { _ in self?.delete(place) }
            return UIMenu(title: place.name, image: nil, identifier: nil, options: .displayInline, children: [star, share, UIMenu(title: "", options: .displayInline, children: [delete])])
        }
    }
}

extension PlacesController: UISearchBarDelegate {
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
        query = searchText
        apply()
    }

    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {
        searchBar.setShowsCancelButton(true, animated: true)
        bottomSheet?.setState(.expanded, animated: true)
    }

    func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {
        searchBar.text = nil
        searchBar.resignFirstResponder()
        searchBar.setShowsCancelButton(false, animated: true)
        query = ""
        apply()
    }

    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { searchBar.endEditing(true) }
}
