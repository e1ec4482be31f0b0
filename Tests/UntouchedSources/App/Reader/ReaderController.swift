// swift-format-ignore-file

import UIKit
#if canImport(SwiftUI)
import SwiftUI
#endif

protocol ChapterSource: class {
    var chapters: [Chapter] { get }
}

struct Chapter {
    var title: String
    var pages: Int
}

// MARK: - Tabs

class TabCell: UICollectionViewCell {
    @IBOutlet weak var titleLabel: UILabel!

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }

    override func awakeFromNib() {
        super.awakeFromNib()
        titleLabel.textAlignment = .center
    }

    override var isSelected: Bool {
        didSet { titleLabel.alpha = isSelected ? 1 : 0.5 }
    }
}

@objc protocol TabBarDelegate {
    func tabBar(_ bar: TabBar, didSelect index: Int)
    @objc optional func tabBar(_ bar: TabBar, shouldSelect index: Int) -> Bool
}

final class TabBar: UIView {
    @IBOutlet private weak var collectionView: UICollectionView!
    @IBOutlet weak var delegate: AnyObject?
    weak var source: ChapterSource?
    private(set) var indicator = UIView()

    override func awakeFromNib() {
        super.awakeFromNib()
        collectionView.register(UINib(nibName: "TabCell", bundle: nil), forCellWithReuseIdentifier: "TabCell")
        collectionView.dataSource = self
        collectionView.delegate = self
        collectionView.showsHorizontalScrollIndicator = false
        indicator.frame = CGRect(x: 0, y: 46, width: 100, height: 4)
        collectionView.addSubview(indicator)
    }

    func select(_ index: Int, animated: Bool) {
        let path = IndexPath(item: index, section: 0)
        collectionView.selectItem(at: path, animated: animated, scrollPosition: .centeredHorizontally)
        guard let frame = collectionView.layoutAttributesForItem(at: path)?.frame else { return }
        UIView.animate(withDuration: animated ? 0.2 : 0) {
            self.indicator.frame.origin.x = frame.minX
        }
    }
}

extension TabBar: UICollectionViewDataSource {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        return source?.chapters.count ?? 0
    }

    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "TabCell", for: indexPath) as! TabCell
        cell.titleLabel.text = source?.chapters[indexPath.item].title
        return cell
    }
}

extension TabBar: UICollectionViewDelegateFlowLayout {
    func collectionView(_ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath) -> CGSize {
        return CGSize(width: 100, height: 50)
    }

    func collectionView(_ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout, minimumLineSpacingForSectionAt section: Int) -> CGFloat {
        return 0
    }

    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        return (delegate as? TabBarDelegate)?.tabBar?(self, shouldSelect: indexPath.item) ?? true
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        (delegate as? TabBarDelegate)?.tabBar(self, didSelect: indexPath.item)
        select(indexPath.item, animated: true)
    }
}

// MARK: - Pages

class PageController: UIViewController {
    var index = 0
    @objc dynamic var visits = 0

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        visits += 1
    }
}

// MARK: - Reader

class ReaderController: UIViewController, ChapterSource {
    @IBOutlet fileprivate weak var tabBar: TabBar!
    @IBOutlet fileprivate weak var pagesView: UIView!
    var chapters: [Chapter] = []
    private(set) var currentIndex = 0
    fileprivate weak var pager: UIPageViewController!
    private(set) var log: [String] = []
    private lazy var pages: [PageController] = chapters.indices.map { index in
        let page = storyboard!.instantiateViewController(withIdentifier: "Page") as! PageController
        page.index = index
        page.title = chapters[index].title
        return page
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        tabBar.source = self
        tabBar.delegate = self
        pager.dataSource = self
        pager.delegate = self
        show(0, animated: false)
        log.append("viewDidLoad")
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        tabBar.select(currentIndex, animated: false)
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        super.prepare(for: segue, sender: sender)
        switch (segue.identifier, segue.destination) {
        case ("pages"?, let pager as UIPageViewController):
            self.pager = pager
            log.append("prepare pages")
        case ("contents"?, let contents as ContentsController):
            contents.titles = chapters.map { $0.title }
            log.append("prepare contents")
        default:
            log.append("prepare \(segue.identifier ?? "nil")")
        }
    }

    override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
        return identifier != "contents" || !chapters.isEmpty
    }

    @IBAction func unwindToReader(_ segue: UIStoryboardSegue) {
        guard let contents = segue.source as? ContentsController, let row = contents.chosen else { return }
        log.append("unwind \(row)")
        show(row, animated: false)
    }

    func show(_ index: Int, animated: Bool) {
        guard pages.indices.contains(index) else { return }
        let direction: UIPageViewControllerNavigationDirection = index >= currentIndex ? .forward : .reverse
        currentIndex = index
        pager.setViewControllers([pages[index]], direction: direction, animated: animated) { [weak self] done in
            self?.log.append("shown \(index) \(done)")
        }
    }
}

extension ReaderController: TabBarDelegate {
    func tabBar(_ bar: TabBar, didSelect index: Int) {
        log.append("tab \(index)")
        show(index, animated: true)
    }

    func tabBar(_ bar: TabBar, shouldSelect index: Int) -> Bool {
        return chapters[index].pages > 0
    }
}

extension ReaderController: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    func pageViewController(_ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController) -> UIViewController? {
        guard let page = viewController as? PageController, page.index > 0 else { return nil }
        return pages[page.index - 1]
    }

    func pageViewController(_ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController) -> UIViewController? {
        guard let page = viewController as? PageController, page.index + 1 < pages.count else { return nil }
        return pages[page.index + 1]
    }

    func pageViewController(_ pageViewController: UIPageViewController, didFinishAnimating finished: Bool, previousViewControllers: [UIViewController], transitionCompleted completed: Bool) {
        guard completed, let page = pageViewController.viewControllers?.first as? PageController else { return }
        currentIndex = page.index
        tabBar.select(page.index, animated: true)
        log.append("turned to \(page.index)")
    }
}

// MARK: - Contents

class ContentsController: UITableViewController {
    var titles: [String] = []
    private(set) var chosen: Int?

    override func numberOfSections(in tableView: UITableView) -> Int { return 2 }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return section == 0 ? titles.count : 1
    }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        return section == 0 ? "Chapters" : nil
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Title") ?? UITableViewCell(style: .subtitle, reuseIdentifier: "Title")
        cell.textLabel?.text = indexPath.section == 0 ? titles[indexPath.row] : "Close"
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        chosen = indexPath.section == 0 ? indexPath.row : nil
        performSegue(withIdentifier: "done", sender: self)
    }
}

// MARK: - Bookmarks

@objc protocol BookmarksObserver {
    @objc optional func bookmarksDidChange(_ bookmarks: Bookmarks)
}

@objcMembers
final class Bookmarks: NSObject {
    private var observers: [BookmarksObserver] = []
    private(set) var rows: [Int] = [] {
        didSet { observers.forEach { $0.bookmarksDidChange?(self) } }
    }

    dynamic func toggle(_ row: Int) {
        if let index = rows.index(of: row) {
            rows.remove(at: index)
        } else {
            rows = (rows + [row]).sorted()
        }
    }

    func add(_ observer: BookmarksObserver) { observers.append(observer) }
}

/// A field that jumps to a chapter by its title.
class JumpController: UIViewController, UITextFieldDelegate, BookmarksObserver {
    let bookmarks = Bookmarks()
    weak var reader: ReaderController?
    private(set) var changes = 0
    fileprivate lazy var field: UITextField = {
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
        field.delegate = self
        field.placeholder = NSLocalizedString("Chapter", comment: "")
        field.addTarget(self, action: #selector(edited), for: .editingChanged)
        return field
    }()
    private var edits = [String]()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(field)
        bookmarks.add(self)
        let press = UILongPressGestureRecognizer(target: self, action: #selector(pressed(_:)))
        press.minimumPressDuration = 0.4
        view.addGestureRecognizer(press)
    }

    @objc private func edited() { edits.append(field.text ?? "") }

    @objc private func pressed(_ recognizer: UILongPressGestureRecognizer) {
        guard recognizer.state == .began, let reader = reader else { return }
        bookmarks.toggle(reader.currentIndex)
    }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        defer { textField.resignFirstResponder() }
        guard let reader = reader, let row = reader.chapters.index(where: { $0.title == textField.text }) else { return false }
        reader.show(row, animated: false)
        return true
    }

    func bookmarksDidChange(_ bookmarks: Bookmarks) { changes += 1 }

    func typed() -> [String] { return edits }
}
