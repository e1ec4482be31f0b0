import Testing

/// Runs all cases against a service in this process, and a sample of them against a real daemon.
@Suite struct ConformanceTests {
    @Test func `Each line of the case files is a valid case with a unique id`() {
        #expect(CaseFile.faults.isEmpty)
        let repeated = Dictionary(grouping: CaseFile.cases, by: \.id).filter { $0.value.count > 1 }
        #expect(repeated.keys.sorted() == [])
    }

    @Test(arguments: CaseFile.cases)
    func `A case passes in a service of the test process`(_ subject: Case) throws {
        var run = Run(subject, try ServiceTarget(uikit: subject.uikit))
        try run.carryOut()
        run.report()
    }

    /// Serialized, because each case starts a daemon process of its own.
    @Suite(.serialized) struct Daemon {
        @Test(arguments: CaseFile.sample)
        func `A case passes in a daemon process`(_ subject: Case) throws {
            let target = try DaemonTarget(uikit: subject.uikit)
            var run = Run(subject, target)
            try run.carryOut()
            run.report()
            #expect(target.end() == 0)
        }
    }
}
