internal import Runtime

/// The source line outside of this package that called a function of this package. Issue reports
/// contain this line.
///
/// The line is read from the stack. A parameter with the default `#fileID` cannot always provide
/// the line: an override in unmodified code, such as `present(_:animated:completion:)`, has no such
/// parameter, and a property cannot have one.
struct Caller {
    /// The name of the file, without its directory.
    let file: String
    /// The line number of the call in the file, counted from 1.
    let line: Int

    /// The source line of the innermost stack frame outside of this package's libraries; nil if the
    /// program has no debug information.
    static var current: Caller? {
        for offset in 0..<depth {
            // Only the first frame is used. With a limit of 2, the second frame is a placeholder
            // for the omitted frames.
            guard
                let stack = try? Backtrace.capture(
                    limit: 2, offset: offset, top: 0, images: images),
                let symbol = symbol(of: stack, [.useSymbolCache])
            else { continue }
            // Finding the line of a frame takes 10 ms, but finding its name takes only 1 µs. The
            // name is therefore checked first.
            guard !isOfLibrary(symbol),
                let location = self.symbol(of: stack, [.useSymbolCache, .showSourceLocations])?
                    .sourceLocation,
                location.line > 0, !location.path.hasPrefix(sources)
            else { continue }
            let name = location.path.split(separator: "/").last ?? ""
            return Caller(file: String(name), line: location.line)
        }
        return nil
    }

    private static func symbol(
        of stack: Backtrace, _ options: Backtrace.SymbolicationOptions
    ) -> SymbolicatedBacktrace.Symbol? {
        stack.symbolicated(with: images, options: options)?.frames.first?.symbol
    }

    /// Returns whether a function belongs to this package. Returns false for a method that another
    /// package adds to a type of this package, although the mangled name of the method begins with
    /// the name of a module of this package.
    private static func isOfLibrary(_ symbol: SymbolicatedBacktrace.Symbol) -> Bool {
        ["$s5UIKit", "$s11Containment", "$s10Containers", "$s10PagerModel"]
            .contains { symbol.rawName.hasPrefix($0) } && !symbol.name.contains("(extension in ")
    }

    /// The maximum number of stack frames that are searched for code outside of this package. At
    /// most about 20 frames of this package lie between that code and the report of an issue.
    private static let depth = 64

    /// The addresses at which the program and its libraries are loaded. They are read only once,
    /// because the program does not load more libraries later.
    private static let images = ImageMap.capture()

    /// The directory that contained the source code of this package at compile time.
    private static let sources = #filePath.split(separator: "UIKit/Simulation/", maxSplits: 1)[0]
}
