internal import CLinux
internal import LibC

/// A bond between a program and the process that started it: the program ends with that process,
/// even if the process is killed.
///
/// The parent puts `variable` into the program's environment and starts the program on its main
/// thread, because the kernel watches the thread. The program calls `bind` before anything else.
public enum ParentProcess {
    /// The entry of the environment with which this process starts a program that ends with it.
    public static var variable: String { "\(name)=\(getpid())" }

    private static let name = "PAGERD_PARENT"

    /// Ends this program when its parent ends, if the parent has asked for that. Ends it at once if
    /// the parent has ended already.
    public static func bind() {
        guard let text = environmentVariable(name), let parent = pid_t(text) else { return }
        // The programs that this one starts have another parent.
        unsetenv(name)
        linux_end_with_parent(SIGTERM)
        if getppid() != parent { _exit(EXIT_FAILURE) }
    }
}
