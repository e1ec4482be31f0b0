import Testing

/// Runs all cases against a service in this process, and a sample of them against a real daemon.
@Suite struct ConformanceTests {
    @Test func everyLineIsACase() {
        #expect(CaseFile.faults.isEmpty)
        let repeated = Dictionary(grouping: CaseFile.cases, by: \.id).filter { $0.value.count > 1 }
        #expect(repeated.keys.sorted() == [])
    }

    @Test(arguments: CaseFile.cases)
    func service(_ subject: Case) throws {
        var run = Run(subject, try ServiceTarget(uikit: subject.uikit))
        try run.carryOut()
        run.report()
    }

    /// Serialized, because each case starts a daemon process of its own.
    @Suite(.serialized) struct Daemon {
        @Test(arguments: CaseFile.sample)
        func daemon(_ subject: Case) throws {
            let target = try DaemonTarget(uikit: subject.uikit)
            var run = Run(subject, target)
            try run.carryOut()
            run.report()
            #expect(target.end() == 0)
        }
    }
}
