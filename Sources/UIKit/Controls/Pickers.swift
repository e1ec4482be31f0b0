/// A control with two buttons that change a value. `simulateStep(_:)` simulates a tap on one.
@preconcurrency @MainActor
open class UIStepper: UIControl {
    open var minimumValue = 0.0
    open var maximumValue = 100.0
    open var stepValue = 1.0
    open var wraps = false
    /// The value, limited to the range from `minimumValue` to `maximumValue`.
    open var value: Double {
        get { current }
        set { current = min(max(minimumValue, newValue), maximumValue) }
    }
    private var current = 0.0
    // These properties are stored and have no effect in the simulation.
    open var isContinuous = true
    open var autorepeat = true

    open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }

    /// Simulates a tap on the plus button, or on the minus button for a negative count.
    public func simulateStep(_ count: Int = 1) {
        guard isEnabled else { return }
        let old = value
        let next = value + stepValue * Double(count)
        if wraps, next > maximumValue {
            value = minimumValue
        } else if wraps, next < minimumValue {
            value = maximumValue
        } else {
            value = next
        }
        if value != old { sendActions(for: .valueChanged) }
    }
}

public enum UIDatePickerStyle: Int, Sendable { case automatic, wheels, compact, inline }

/// A control for a date. Code sets its date and sends `valueChanged`.
@preconcurrency @MainActor
open class UIDatePicker: UIControl {
    public enum Mode: Int, Sendable { case time, date, dateAndTime, countDownTimer, yearAndMonth }

    open var datePickerMode = Mode.dateAndTime
    open var minimumDate: Date?
    open var maximumDate: Date?
    /// The date, limited to the range from `minimumDate` to `maximumDate`.
    open var date: Date {
        get { current }
        set {
            current = newValue
            if let minimumDate { current = max(minimumDate, current) }
            if let maximumDate { current = min(maximumDate, current) }
        }
    }
    private var current = Date()
    // These properties are stored and have no effect in the simulation.
    open var locale: Locale?
    open var calendar: Calendar! = .current
    open var timeZone: TimeZone?
    open var countDownDuration: TimeInterval = 0
    open var minuteInterval = 1
    open var preferredDatePickerStyle = UIDatePickerStyle.automatic
    open var datePickerStyle: UIDatePickerStyle {
        preferredDatePickerStyle == .automatic ? .compact : preferredDatePickerStyle
    }

    open func setDate(_ date: Date, animated: Bool) { self.date = date }

    open override var intrinsicContentSize: CGSize {
        datePickerStyle == .compact
            ? CGSize(width: 128, height: 34) : CGSize(width: 320, height: 216)
    }
}

/// Wheels with rows. `simulateSelection(ofRow:inComponent:)` simulates the user.
@preconcurrency @MainActor
open class UIPickerView: UIView {
    open weak var dataSource: (any UIPickerViewDataSource)? { didSet { reloadAllComponents() } }
    open weak var delegate: (any UIPickerViewDelegate)?
    private var selected: [Int: Int] = [:]

    open var numberOfComponents: Int { dataSource?.numberOfComponents(in: self) ?? 0 }

    open func numberOfRows(inComponent component: Int) -> Int {
        dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0
    }

    open func selectedRow(inComponent component: Int) -> Int {
        component < numberOfComponents ? selected[component] ?? 0 : -1
    }

    /// Selects a row, without the delegate, as UIKit does.
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
        selected[component] = min(max(0, row), max(0, numberOfRows(inComponent: component) - 1))
    }

    open func reloadAllComponents() { selected = [:] }
    open func reloadComponent(_ component: Int) { selected[component] = nil }
    open func rowSize(forComponent component: Int) -> CGSize {
        CGSize(width: bounds.width / CGFloat(max(1, numberOfComponents)), height: 32)
    }
    open func view(forRow row: Int, forComponent component: Int) -> UIView? { nil }

    open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }

    /// Simulates that the user turns a wheel to a row.
    public func simulateSelection(ofRow row: Int, inComponent component: Int = 0) {
        selectRow(row, inComponent: component, animated: true)
        delegate?.pickerView(self, didSelectRow: row, inComponent: component)
    }
}

@preconcurrency @MainActor
public protocol UIPickerViewDataSource: AnyObject {
    func numberOfComponents(in pickerView: UIPickerView) -> Int
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

@preconcurrency @MainActor
public protocol UIPickerViewDelegate: AnyObject {
    func pickerView(
        _ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int
    ) -> String?
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
    public func pickerView(
        _ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int
    ) -> String? { nil }
    public func pickerView(
        _ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int
    ) {}
}
