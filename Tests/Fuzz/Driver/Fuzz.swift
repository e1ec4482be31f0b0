import Glibc

// `fuzz TARGET [libFuzzer's options] [folders of inputs]`. libFuzzer contains `main`.

/// Removes the target from the arguments before libFuzzer reads them.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    count: UnsafeMutablePointer<Int32>,
    arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
    guard count.pointee > 1, let name = arguments.pointee[1],
        let target = Target(rawValue: String(cString: name))
    else {
        let names = Target.allCases.map(\.rawValue).joined(separator: "|")
        print("fuzz: name a target, fuzz \(names) [libFuzzer's options] [FOLDER ...]")
        exit(64)
    }
    Target.current = target
    arguments.pointee[1] = arguments.pointee[0]
    arguments.pointee += 1
    count.pointee -= 1
    return 0
}

/// Passes one input to the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(bytes: UnsafePointer<UInt8>?, count: Int) -> Int32 {
    Target.current.take(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
