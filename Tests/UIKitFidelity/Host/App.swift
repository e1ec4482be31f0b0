import UIKit

/// An app without contents, whose scene the tests put their windows into.
@main
final class App: UIResponder, UIApplicationDelegate {}
