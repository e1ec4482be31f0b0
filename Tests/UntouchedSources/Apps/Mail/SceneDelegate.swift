// swift-format-ignore-file

import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
        Theme.apply()
        return true
    }

    func application(_ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration {
        return UISceneConfiguration(name: "Default Configuration", sessionRole: connectingSceneSession.role)
    }

    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
        guard let windowScene = (scene as? UIWindowScene) else { return }
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = RootController()
        self.window = window
        window.makeKeyAndVisible()
        if let url = connectionOptions.urlContexts.first?.url { print(url) }
    }

    func sceneDidBecomeActive(_ scene: UIScene) {}
    func sceneWillResignActive(_ scene: UIScene) {}
    func sceneWillEnterForeground(_ scene: UIScene) {}
    func sceneDidEnterBackground(_ scene: UIScene) {}
    func sceneDidDisconnect(_ scene: UIScene) {}

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
}

enum Theme {
    static let accent = UIColor(dynamicProvider: { $0.userInterfaceStyle == .dark ? .systemTeal : .systemBlue })

    static func apply() {
        let bar = UINavigationBarAppearance()
        bar.configureWithDefaultBackground()
        bar.titleTextAttributes = [.foregroundColor: accent, .font: UIFont.boldSystemFont(ofSize: 18)]
        bar.largeTitleTextAttributes = [.foregroundColor: accent]
        bar.backgroundEffect = UIBlurEffect(style: .systemChromeMaterial)
        bar.shadowColor = .clear
        bar.setBackIndicatorImage(UIImage(systemName: "arrow.left"), transitionMaskImage: UIImage(systemName: "arrow.left"))
        let proxy = UINavigationBar.appearance()
        proxy.standardAppearance = bar
        proxy.compactAppearance = bar
        proxy.scrollEdgeAppearance = bar
        proxy.isTranslucent = true
        let tabBar = UITabBarAppearance()
        tabBar.configureWithTransparentBackground()
        tabBar.stackedLayoutAppearance.selected.iconColor = accent
        tabBar.stackedLayoutAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.secondaryLabel]
        UITabBar.appearance().standardAppearance = tabBar
        UITabBar.appearance().unselectedItemTintColor = .secondaryLabel
        UITableView.appearance().separatorColor = .separator
        UITableViewCell.appearance().selectionStyle = .default
        UILabel.appearance(whenContainedInInstancesOf: [UITableViewHeaderFooterView.self]).textColor = .secondaryLabel
    }
}

final class AvatarLoader {
    private let session: URLSession
    private var tasks: [URL: URLSessionDataTask] = [:]

    init(session: URLSession = .shared) { self.session = session }

    func load(_ url: URL, into imageView: UIImageView) {
        var request = URLRequest(url: url, cachePolicy: .returnCacheDataElseLoad, timeoutInterval: 10)
        request.httpMethod = "GET"
        request.setValue("image/png", forHTTPHeaderField: "Accept")
        let task = session.dataTask(with: request) { [weak imageView] data, response, error in
            guard let data = data, (response as? HTTPURLResponse)?.statusCode == 200 else { return }
            let image = UIImage(data: data)
            DispatchQueue.main.async { imageView?.image = image }
        }
        tasks[url] = task
        task.resume()
    }

    func cancelAll() {
        tasks.values.forEach { $0.cancel() }
        tasks.removeAll()
    }
}
