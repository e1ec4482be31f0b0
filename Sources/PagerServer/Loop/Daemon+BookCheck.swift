internal import Containment
internal import PagerModel
internal import PagerPaths
internal import PagerWire

extension Daemon {
    /// Returns the mistakes in the book of a configuration, each with its position. A daemon with
    /// this configuration would show a warning instead of each page that has a mistake.
    ///
    /// The book is shown in memory. No socket, lock or file is created.
    ///
    /// - Throws: `StartProblem` if the daemon would not start with the book.
    package static func problems(ofBookIn configuration: Configuration) throws -> [String] {
        if let problem = Service.problem(adding: configuration.additions) {
            throw StartProblem(problem)
        }
        var service = Service(
            try identity(configuration, RuntimeDirectory()), adding: configuration.additions)
        service.wanted = []
        try service.begin(configuration, isRestored: false, at: .zero)
        return service.bookReport?.problems ?? []
    }
}
