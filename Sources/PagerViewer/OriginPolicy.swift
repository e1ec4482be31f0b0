internal import PagerModel
internal import Synchronization

/// Decides which hosts and origins are served.
///
/// A page of any other site can make a browser send requests here, and a name of its own can be
/// made to lead here. So the host must be one that pagerview was told, and the origin, where it is
/// told, that of the page which was asked for.
final class OriginPolicy: Sendable {
    /// Origins that a line of the log is written for.
    private static let mostNoted = 8

    /// By which addresses browsers find the viewer, and what it shows.
    struct Address: Hashable, Sendable {
        let viewer: WebOrigin
        /// Never the origin of a viewer.
        let contents: WebOrigin
    }

    private let addresses: [Address]
    /// The one of a reverse proxy, which may replace the host by another address.
    private let publicAddress: Address?
    private let noted = Mutex<[WebOrigin]>([])

    init(_ addresses: [Address], publicAddress: Address? = nil) {
        self.addresses = addresses + [publicAddress].compactMap { $0 }
        self.publicAddress = publicAddress
    }

    /// Whether a Host header names the viewer.
    func isOfViewer(host: String) -> Bool { addresses.contains { $0.viewer.host == host } }

    /// Whether a Host header names what the viewer shows.
    func isOfContents(host: String) -> Bool { addresses.contains { $0.contents.host == host } }

    /// Whether an Origin header is that of the viewer that was asked, or of the reverse proxy.
    func admits(origin: String, host: String) -> Bool { viewers(host: host).contains(origin) }

    /// The origin of the viewer behind a reverse proxy, if there is one.
    var publicViewer: String? { publicAddress?.viewer.text }

    /// Origins that a page of the viewer can have.
    var viewers: [String] { addresses.map(\.viewer.text) }

    /// Origins that a page of the viewer can have when it was requested from a host: a proxy may
    /// pass the public host on, or replace it.
    private func viewers(host: String) -> [String] {
        asked { $0.viewer.host == host }.map(\.viewer.text)
    }

    /// Origins of what such a page shows.
    func contents(viewerHost host: String) -> [String] {
        asked { $0.viewer.host == host }.map(\.contents.text)
    }

    /// Origins that a content can have when it was requested from a host.
    func contents(host: String) -> [String] {
        asked { $0.contents.host == host }.map(\.contents.text)
    }

    /// The origin of what a page shows, by the page's own origin.
    func contents(origin: String) -> String? {
        addresses.first { $0.viewer.text == origin }?.contents.text
    }

    private func asked(_ isAsked: (Address) -> Bool) -> [Address] {
        addresses.filter { isAsked($0) || $0 == publicAddress }
    }

    /// Writes a line about an origin that was refused: the page itself cannot say why none of its
    /// scripts came.
    func note(foreign origin: String?) {
        guard let origin = origin.flatMap({ WebOrigin($0) }) else { return }
        let isNew = noted.withLock { noted in
            guard noted.count < Self.mostNoted, !noted.contains(origin) else { return false }
            noted.append(origin)
            return true
        }
        guard isNew else { return }
        StandardError.write(
            "pagerview: refused a page of \(origin.text); if that is a reverse proxy of yours, "
                + "start pagerview with --public-address \(origin.text)")
    }
}
