// swift-format-ignore-file

import UIKit

enum MenuItem: String, CaseIterable {
    case home = "Home", settings = "Settings", about = "About"

    var image: UIImage? {
        switch self {
        case .home: return UIImage(systemName: "house.fill")
        case .settings: return UIImage(systemName: "gear", withConfiguration: UIImage.SymbolConfiguration(pointSize: 20, weight: .semibold))
        case .about: return UIImage(named: "about")?.withRenderingMode(.alwaysTemplate)
        }
    }
}

protocol MenuControllerDelegate: class {
    func menuController(_ controller: MenuController, didSelect item: MenuItem)
}

final class MenuController: UITableViewController {
    weak var delegate: MenuControllerDelegate?
    private let items = MenuItem.allCases

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Cell")
        tableView.tableFooterView = UIView()
        tableView.separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
        tableView.backgroundView = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
        clearsSelectionOnViewWillAppear = false
    }

    override func numberOfSections(in tableView: UITableView) -> Int { 1 }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Cell", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = items[indexPath.row].rawValue
        content.secondaryText = "\(indexPath.row)"
        content.image = items[indexPath.row].image
        content.imageProperties.tintColor = .systemBlue
        content.textProperties.font = .boldSystemFont(ofSize: 17)
        cell.contentConfiguration = content
        cell.selectedBackgroundView = {
            let view = UIView()
            view.backgroundColor = UIColor.systemBlue.withAlphaComponent(0.2)
            return view
        }()
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        delegate?.menuController(self, didSelect: items[indexPath.row])
    }
}

final class HomeController: UIViewController, MenuControllerDelegate, SideMenuDelegate {
    lazy var transition = SideMenuTransition(host: self) { [unowned self] in
        let menu = MenuController(style: .plain)
        menu.delegate = self
        return menu
    }
    var log: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Home"
        navigationItem.leftBarButtonItem = UIBarButtonItem(image: UIImage(systemName: "line.horizontal.3"), style: .plain, target: self, action: #selector(openMenu))
        transition.delegate = self
        transition.install()
    }

    @objc func openMenu() { transition.open() }

    func menuController(_ controller: MenuController, didSelect item: MenuItem) {
        controller.dismiss(animated: true) { [weak self] in
            guard item == .settings else { return }
            self?.show(SettingsController(profile: Profile(name: "Ada", email: "ada@example.com")), sender: self)
        }
    }

    func sideMenuWillOpen(_ menu: UIViewController) { log.append("will open") }
    func sideMenuDidOpen(_ menu: UIViewController) { log.append("did open") }
    func sideMenuWillClose(_ menu: UIViewController) { log.append("will close") }
}

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
        UINavigationBar.appearance().prefersLargeTitles = true
        UINavigationBar.appearance().tintColor = .systemIndigo
        UINavigationBar.appearance().titleTextAttributes = [.foregroundColor: UIColor.label]
        UISwitch.appearance().onTintColor = .systemIndigo
        UIBarButtonItem.appearance().setTitleTextAttributes([.font: UIFont.systemFont(ofSize: 15, weight: .medium)], for: .normal)
        UITextField.appearance(whenContainedInInstancesOf: [UISearchBar.self]).defaultTextAttributes = [.foregroundColor: UIColor.label]
        if #available(iOS 13.0, *) {
            let appearance = UINavigationBarAppearance()
            appearance.configureWithOpaqueBackground()
            appearance.backgroundColor = .systemBackground
            UINavigationBar.appearance().standardAppearance = appearance
            UINavigationBar.appearance().scrollEdgeAppearance = appearance
        }
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = UINavigationController(rootViewController: HomeController())
        window?.tintColor = .systemIndigo
        window?.makeKeyAndVisible()
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        UserDefaults.standard.set(Date(), forKey: "background")
    }
}
