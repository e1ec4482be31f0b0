import UIKit

/// An app without contents, in whose scene the tests create their windows.
@main
final class App: UIResponder, UIApplicationDelegate {}
