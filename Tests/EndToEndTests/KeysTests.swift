import DaemonUnderTest
import Glibc
import PagerClient
import Testing

/// Tests of `pagerctl keys`, which sets up the access keys of a daemon.
@Suite struct KeysTests {
    @Test func `Access keys are created, printed and added to the access list`() throws {
        let daemon = try TestDaemon()
        let tool = ControlTool(daemon)
        let (file, list) = ("\(daemon.folder)/client", "\(daemon.folder)/access")
        let known = try tool("keys", "new", file).lines
        #expect(known.first?.utf8.count == 40)
        #expect(try tool("keys", "show", file).lines == known)
        #expect(try tool("keys", "new", file).status != 0, "nothing is overwritten")
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try tool("keys", "allow", list, "drive", file + ".pub", "hall").status == 0)
        #expect(try tool("keys", "allow", list, "observe", "uid:4001").status == 0)
        // A secret key never reaches the list.
        let secret = try tool("keys", "allow", list, "drive", file)
        #expect(secret.status == 64)
        #expect(secret.errors.contains("\(file).pub"))
        // An unknown role and a key that is already listed are refused.
        #expect(try tool("keys", "allow", list, "see", "uid:4002").status == 64)
        #expect(try tool("keys", "allow", list, "observe", known[0]).status == 64)
        let locked = try TestDaemon(["--clock", "manual", "--access", list])
        #expect(try ControlTool(locked)("ping").status == 0)
    }
}
