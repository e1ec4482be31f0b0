internal import ArgumentParser
internal import Glibc
internal import PagerModel
internal import SystemCalls

/// The command `pagerview make-certificate`, which creates a self-signed certificate with the
/// program `openssl`.
struct MakeCertificate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-certificate",
        abstract: "Creates a certificate for --tls-cert, and prints how to make a kiosk trust it.",
        discussion: """
            EXAMPLE
              pagerview make-certificate wall.local 192.168.1.5
            """)

    @Argument(help: "The names and addresses by which browsers open pagerview.")
    var hosts: [String]

    @Option(help: "The folder for pagerview-cert.pem and pagerview-key.pem.")
    var folder = "."

    @Option(help: "Days for which the certificate is valid; Apple's browsers accept at most 825.")
    var days = 825

    mutating func validate() throws {
        guard !hosts.isEmpty else { throw ValidationError("name at least one host") }
        for host in hosts {
            guard
                Self.isAddress(host)
                    || WebOrigin(host, port: 1, isSecure: true)?.host == host.lowercased() + ":1"
            else {
                throw ValidationError(
                    "\(quoted(host)) is neither a host name nor an address; write for example "
                        + "wall.local or 192.168.1.5, without a scheme and a port")
            }
        }
        guard (1...36_500).contains(days) else {
            throw ValidationError("--days: must be between 1 and 36500, got \(days)")
        }
    }

    private static func isAddress(_ host: String) -> Bool {
        let bare = host.contains(":") ? "[\(host)]" : host
        return Listening(host: bare, port: 1) != nil && host != "localhost"
    }

    /// Returns the command line that creates the certificate: `openssl` and its arguments.
    func words(certificate: String, key: String) -> [String] {
        let names = hosts.map { Self.isAddress($0) ? "IP:\($0)" : "DNS:\($0)" }
        return [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes", "-days", "\(days)", "-subj", "/CN=pagerview", "-addext",
            "subjectAltName=" + names.joined(separator: ","), "-addext",
            "extendedKeyUsage=serverAuth", "-addext", "nameConstraints=critical," + constraints,
            "-keyout", key, "-out", certificate,
        ]
    }

    /// The name constraints, which limit the certificate to `hosts`. Kiosks trust the certificate
    /// as a certificate authority. So without the constraints, the owner of its key could create
    /// certificates for any site, and kiosks would trust them.
    private var constraints: String {
        let names = hosts.filter { !Self.isAddress($0) }
        let ipv4 = hosts.filter { Self.isAddress($0) && !$0.contains(":") }
        let ipv6 = hosts.filter { $0.contains(":") }
        // Names, IPv4 and IPv6 addresses are constrained separately: without an entry
        // for a kind, all hosts of this kind are permitted.
        let kinds = [
            names.isEmpty
                ? ["permitted;DNS:pagerview.invalid"] : names.map { "permitted;DNS:\($0)" },
            ipv4.isEmpty
                ? ["excluded;IP:0.0.0.0/0.0.0.0"]
                : ipv4.map { "permitted;IP:\($0)/255.255.255.255" },
            ipv6.isEmpty
                ? ["excluded;IP:::/::"]
                : ipv6.map { "permitted;IP:\($0)/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" },
        ]
        return kinds.joined().joined(separator: ",")
    }

    func run() throws {
        let certificate = "\(folder)/pagerview-cert.pem"
        let key = "\(folder)/pagerview-key.pem"
        for path in [certificate, key] where access(path, F_OK) == 0 {
            throw ValidationError(
                "\(path) exists; choose another folder with --folder, or remove the file")
        }
        // Other users must not be able to read the key, from its first byte on.
        umask(0o077)
        try call(words(certificate: certificate, key: key))
        // The certificate is public: browsers receive it, and other users may copy it to kiosks.
        guard chmod(certificate, 0o644) == 0 else {
            throw ValidationError("\(certificate): \(errorText(errno))")
        }
        print(Self.advice(certificate: certificate, key: key, hosts: hosts, days: days))
    }

    private func call(_ words: [String]) throws {
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nowhere) }
        var options = SpawnOptions()
        // openssl prints dots while it makes a key, and reports a mistake by its exit status.
        options.streams = [(nowhere, STDERR_FILENO)]
        let (pid, code) = spawn(words, environment: environmentEntries(), options)
        guard code == 0 else {
            throw ValidationError(
                "openssl cannot be started: \(errorText(code)); install it (Debian: apt install "
                    + "openssl)")
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw ValidationError(
                "openssl created no certificate in \(folder); this command shows why:\n  "
                    + words.map { $0.contains("=") ? "'\($0)'" : $0 }.joined(separator: " "))
        }
    }

    static func advice(
        certificate: String, key: String, hosts: [String], days: Int
    ) -> String {
        let host = hosts[0].contains(":") ? "[\(hosts[0])]" : hosts[0]
        return """
            made \(certificate) and \(key)

            Start pagerview with them:
              pagerview --listen 0.0.0.0:8443 --tls-cert \(certificate) --tls-key \(key) \\
                --allow-host \(host)
            Add --name for a daemon that is not called default, and --book if its pages have files.

            A browser that does not know the certificate shows a warning. Copy \(certificate), never
            the key, to each kiosk. Chromium on Debian then trusts it in one of two ways:

            for one user (apt install libnss3-tools)
              mkdir -p ~/.pki/nssdb
              certutil -d sql:$HOME/.pki/nssdb -A -t "C,," -n pagerview -i pagerview-cert.pem

            for all users, as a policy; run these commands as root
              mkdir -p /etc/chromium/policies/managed
              printf '{"CACertificates": ["%s"]}\\n' \\
                "$(openssl x509 -in pagerview-cert.pem -outform DER | base64 -w0)" \\
                > /etc/chromium/policies/managed/pagerview.json

            Then open https://\(host):8443/ with the token that pagerview prints.

            The certificate is valid for \(days) day\(days == 1 ? "" : "s") and only for these hosts. To
            renew it, remove both files, run this command again, restart pagerview, and copy the new
            certificate to each kiosk.
            """
    }
}
