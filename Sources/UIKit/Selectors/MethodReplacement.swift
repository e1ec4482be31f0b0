// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Objective-C's library. Code that uses them does not compile, and the message
// says what to write.

@available(
    *, unavailable,
    message: "Swift on Linux replaces no methods at run time: override them in a subclass"
)
public func class_getInstanceMethod(_ type: AnyClass?, _ name: Selector) -> OpaquePointer? { nil }

@available(
    *, unavailable,
    message: "Swift on Linux replaces no methods at run time: override them in a subclass"
)
public func class_getClassMethod(_ type: AnyClass?, _ name: Selector) -> OpaquePointer? { nil }

@available(
    *, unavailable,
    message: "Swift on Linux replaces no methods at run time: override them in a subclass"
)
public func method_exchangeImplementations(_ first: OpaquePointer, _ second: OpaquePointer) {}
