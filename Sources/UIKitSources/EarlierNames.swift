#if UIKitSources
    import Foundation

    /// The names before Swift 4.2, with the present ones, as the module UIKit declares them.
    let earlierNames: [String: String] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = ["Swift3Names", "Swift4Names"].map {
            folder.appending(path: "../UIKit/Swift4Names/\($0).swift")
        }
        let text = files.compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined()
        let declaration =
            #/renamed: "(?<new>[\w.]+)(?:\(.*\))?"\)\s*(?:@\w+ )?public (?:static )?(?:typealias|var|func) (?<old>\w+)/#
        var names = [
            "childViewControllerForStatusBarHidden": "childForStatusBarHidden",
            "childViewControllerForStatusBarStyle": "childForStatusBarStyle",
        ]
        // A method that has kept its name has another label, which is turned where it is called.
        for match in text.matches(of: declaration) where !match.new.hasPrefix(match.old) {
            names[String(match.old)] = String(match.new)
        }
        return names
    }()
#endif
