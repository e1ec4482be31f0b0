// swift-format-ignore-file

import UIKit

// MARK: - Model

@objcMembers
final class Profile: NSObject {
    dynamic var name: String
    dynamic var email: String
    dynamic var volume: Float = 0.5
    dynamic var wantsNews = true

    init(name: String, email: String) {
        self.name = name
        self.email = email
        super.init()
    }

    var isValid: Bool {
        return !name.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty && email.contains("@")
    }
}

private extension Notification.Name {
    static let profileDidSave = Notification.Name("ProfileDidSave")
}

// MARK: - Form row

class FormRow: UIView {
    let titleLabel = UILabel()
    let separator = UIView()

    var title: String? {
        get { return titleLabel.text }
        set { titleLabel.text = newValue }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        commonInit()
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        commonInit()
    }

    func commonInit() {
        titleLabel.translatesAutoresizingMaskIntoConstraints = false
        titleLabel.font = UIFont.preferredFont(forTextStyle: .body)
        titleLabel.adjustsFontForContentSizeCategory = true
        titleLabel.textColor = .label
        titleLabel.numberOfLines = 0
        titleLabel.setContentHuggingPriority(.defaultHigh, for: .horizontal)
        titleLabel.setContentCompressionResistancePriority(.required, for: .vertical)
        separator.backgroundColor = .separator
        separator.translatesAutoresizingMaskIntoConstraints = false
        addSubview(titleLabel)
        addSubview(separator)
        let height = heightAnchor.constraint(equalToConstant: 44)
        height.priority = .defaultLow
        NSLayoutConstraint.activate([
            titleLabel.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
            titleLabel.topAnchor.constraint(greaterThanOrEqualTo: topAnchor, constant: 8),
            titleLabel.bottomAnchor.constraint(lessThanOrEqualTo: bottomAnchor, constant: -8),
            titleLabel.centerYAnchor.constraint(equalTo: centerYAnchor),
            separator.leadingAnchor.constraint(equalTo: titleLabel.leadingAnchor),
            separator.trailingAnchor.constraint(equalTo: trailingAnchor),
            separator.bottomAnchor.constraint(equalTo: bottomAnchor),
            separator.heightAnchor.constraint(equalToConstant: 1 / UIScreen.main.scale),
            heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
            height,
        ])
    }
}

final class TextRow: FormRow {
    let textField = UITextField()

    override func commonInit() {
        super.commonInit()
        textField.translatesAutoresizingMaskIntoConstraints = false
        textField.clearButtonMode = .whileEditing
        textField.borderStyle = .roundedRect
        textField.returnKeyType = .next
        textField.autocorrectionType = .no
        textField.autocapitalizationType = .none
        textField.enablesReturnKeyAutomatically = true
        addSubview(textField)
        NSLayoutConstraint.activate([
            textField.leadingAnchor.constraint(greaterThanOrEqualTo: titleLabel.trailingAnchor, constant: 12),
            textField.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
            textField.centerYAnchor.constraint(equalTo: centerYAnchor),
            textField.widthAnchor.constraint(equalTo: widthAnchor, multiplier: 0.55).withPriority(.init(999)),
            textField.widthAnchor.constraint(lessThanOrEqualToConstant: 280),
        ])
    }

    override var intrinsicContentSize: CGSize {
        return CGSize(width: UIView.noIntrinsicMetric, height: 52)
    }

    override func becomeFirstResponder() -> Bool {
        return textField.becomeFirstResponder()
    }
}

final class ControlRow: FormRow {
    func embed(_ control: UIControl) {
        control.translatesAutoresizingMaskIntoConstraints = false
        addSubview(control)
        control.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor).isActive = true
        control.centerYAnchor.constraint(equalTo: centerYAnchor).isActive = true
        control.leadingAnchor.constraint(greaterThanOrEqualTo: titleLabel.trailingAnchor, constant: 8).isActive = true
    }
}

extension NSLayoutConstraint {
    func withPriority(_ priority: UILayoutPriority) -> Self {
        self.priority = priority
        return self
    }
}

// MARK: - Controller

class SettingsController: UIViewController {
    let profile: Profile
    var log: [String] = []
    let scrollView = UIScrollView()
    let stackView = UIStackView()
    let nameRow = TextRow()
    let emailRow = TextRow()
    let newsSwitch = UISwitch()
    let volumeSlider = UISlider()
    let stepper = UIStepper()
    let themeControl = UISegmentedControl(items: ["System", "Light", "Dark"])
    let notesView = UITextView()
    let datePicker = UIDatePicker()
    let progressView = UIProgressView(progressViewStyle: .default)
    let spinner = UIActivityIndicatorView(style: .medium)
    private var bottomConstraint: NSLayoutConstraint!
    private var observations: [NSKeyValueObservation] = []
    private var tokens: [NSObjectProtocol] = []
    private static var volumeContext = 0
    private lazy var saveItem = UIBarButtonItem(barButtonSystemItem: .save, target: self, action: #selector(save))

    init(profile: Profile) {
        self.profile = profile
        super.init(nibName: nil, bundle: nil)
        title = NSLocalizedString("Settings", comment: "")
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    deinit {
        profile.removeObserver(self, forKeyPath: #keyPath(Profile.volume), context: &SettingsController.volumeContext)
        tokens.forEach(NotificationCenter.default.removeObserver)
    }

    override var preferredStatusBarStyle: UIStatusBarStyle { return .lightContent }
    override var prefersHomeIndicatorAutoHidden: Bool { true }
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemGroupedBackground
        navigationItem.rightBarButtonItem = saveItem
        navigationItem.largeTitleDisplayMode = .always
        setUpHierarchy()
        setUpControls()
        observeProfile()
        observeKeyboard()
        updateSaveItem()
    }

    private func setUpHierarchy() {
        scrollView.translatesAutoresizingMaskIntoConstraints = false
        scrollView.keyboardDismissMode = .interactive
        scrollView.alwaysBounceVertical = true
        scrollView.contentInsetAdjustmentBehavior = .automatic
        view.addSubview(scrollView)
        stackView.axis = .vertical
        stackView.spacing = 1
        stackView.distribution = .fill
        stackView.isLayoutMarginsRelativeArrangement = true
        stackView.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 0, bottom: 8, trailing: 0)
        stackView.translatesAutoresizingMaskIntoConstraints = false
        scrollView.addSubview(stackView)
        bottomConstraint = scrollView.bottomAnchor.constraint(equalTo: view.bottomAnchor)
        let readable = view.readableContentGuide
        NSLayoutConstraint.activate([
            scrollView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            bottomConstraint,
            stackView.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor),
            stackView.leadingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.leadingAnchor),
            stackView.trailingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.trailingAnchor),
            stackView.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor),
            stackView.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor),
            notesView.heightAnchor.constraint(equalToConstant: 120),
        ])
        _ = readable
    }

    private func setUpControls() {
        nameRow.title = "Name"
        nameRow.textField.text = profile.name
        nameRow.textField.textContentType = .name
        nameRow.textField.placeholder = "Jane Appleseed"
        emailRow.title = "Email"
        emailRow.textField.text = profile.email
        emailRow.textField.keyboardType = .emailAddress
        emailRow.textField.textContentType = .emailAddress
        emailRow.textField.returnKeyType = .done
        emailRow.textField.attributedPlaceholder = NSAttributedString(
            string: "you@example.com",
            attributes: [.foregroundColor: UIColor.placeholderText, .kern: 0.5])
        for row in [nameRow, emailRow] {
            row.textField.delegate = self
            row.textField.addTarget(self, action: #selector(textChanged(_:)), for: .editingChanged)
            stackView.addArrangedSubview(row)
        }
        emailRow.textField.inputAccessoryView = makeAccessory()

        let news = ControlRow()
        news.title = "Newsletter"
        news.embed(newsSwitch)
        newsSwitch.onTintColor = .systemGreen
        newsSwitch.isOn = profile.wantsNews
        newsSwitch.addTarget(self, action: #selector(newsChanged), for: .valueChanged)

        let volume = ControlRow()
        volume.title = "Volume"
        volume.embed(volumeSlider)
        volumeSlider.minimumValue = 0
        volumeSlider.maximumValue = 1
        volumeSlider.setValue(profile.volume, animated: false)
        volumeSlider.isContinuous = false
        volumeSlider.minimumTrackTintColor = view.tintColor
        volumeSlider.addAction(UIAction { [weak self] action in
            guard let slider = action.sender as? UISlider else { return }
            self?.profile.volume = slider.value
        }, for: .valueChanged)

        let count = ControlRow()
        count.title = "Reminders"
        stepper.minimumValue = 0
        stepper.maximumValue = 10
        stepper.stepValue = 1
        stepper.wraps = false
        stepper.autorepeat = true
        stepper.addTarget(self, action: #selector(stepped(_:)), for: .valueChanged)
        count.embed(stepper)

        datePicker.datePickerMode = .date
        if #available(iOS 13.4, *) {
            datePicker.preferredDatePickerStyle = .compact
        }
        datePicker.maximumDate = Date()
        datePicker.addTarget(self, action: #selector(dateChanged(_:)), for: .valueChanged)
        let birthday = ControlRow()
        birthday.title = "Birthday"
        birthday.embed(datePicker)

        themeControl.selectedSegmentIndex = 0
        themeControl.addTarget(self, action: #selector(themeChanged(_:)), for: .valueChanged)
        themeControl.setTitleTextAttributes([.foregroundColor: UIColor.white], for: .selected)

        notesView.delegate = self
        notesView.font = .preferredFont(forTextStyle: .callout)
        notesView.textContainerInset = UIEdgeInsets(top: 12, left: 12, bottom: 12, right: 12)
        notesView.textContainer.lineFragmentPadding = 0
        notesView.isScrollEnabled = true
        notesView.dataDetectorTypes = [.link, .phoneNumber]
        notesView.layer.cornerRadius = 8
        notesView.layer.borderWidth = 1
        notesView.layer.borderColor = UIColor.separator.cgColor

        progressView.progressTintColor = .systemBlue
        progressView.setProgress(0.25, animated: false)
        spinner.hidesWhenStopped = true
        [news, volume, count, birthday, themeControl, notesView, progressView, spinner].forEach { stackView.addArrangedSubview($0) }
        stackView.setCustomSpacing(24, after: birthday)
    }

    private func makeAccessory() -> UIView {
        let toolbar = UIToolbar(frame: CGRect(x: 0, y: 0, width: view.bounds.width, height: 44))
        toolbar.items = [
            UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil),
            UIBarButtonItem(title: "Done", style: .done, target: self, action: #selector(endEditing)),
        ]
        toolbar.sizeToFit()
        return toolbar
    }

    @objc private func endEditing() {
        view.endEditing(true)
    }

    // MARK: Observation

    private func observeProfile() {
        observations.append(profile.observe(\.name, options: [.old, .new]) { [weak self] _, change in
            self?.log.append("name \(change.oldValue ?? "") -> \(change.newValue ?? "")")
        })
        observations = observations + [
            profile.observe(\.wantsNews) { [weak self] profile, _ in
                self?.log.append("news \(profile.wantsNews)")
            },
            scrollView.observe(\.contentOffset, options: .new) { [weak self] scrollView, _ in
                self?.view.setNeedsLayout()
            },
        ]
        profile.addObserver(self, forKeyPath: #keyPath(Profile.volume), options: [.new, .old], context: &SettingsController.volumeContext)
    }

    override func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) {
        guard context == &SettingsController.volumeContext else {
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
            return
        }
        if let value = change?[.newKey] as? Float { log.append("volume \(value)") }
    }

    private func observeKeyboard() {
        let center = NotificationCenter.default
        center.addObserver(self, selector: #selector(keyboardWillShow(_:)), name: UIResponder.keyboardWillShowNotification, object: nil)
        center.addObserver(self, selector: #selector(keyboardWillHide(_:)), name: UIResponder.keyboardWillHideNotification, object: nil)
        tokens.append(center.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main) { [weak self] _ in
            self?.log.append("background")
        })
    }

    @objc private func keyboardWillShow(_ notification: Notification) {
        guard
            let info = notification.userInfo,
            let frame = (info[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue,
            let duration = (info[UIResponder.keyboardAnimationDurationUserInfoKey] as? NSNumber)?.doubleValue
        else { return }
        let rawCurve = (info[UIResponder.keyboardAnimationCurveUserInfoKey] as? NSNumber)?.uintValue ?? 7
        let overlap = view.convert(frame, from: nil).intersection(view.bounds).height
        bottomConstraint.constant = -overlap
        UIView.animate(withDuration: duration, delay: 0, options: UIView.AnimationOptions(rawValue: rawCurve << 16), animations: {
            self.view.layoutIfNeeded()
        }, completion: nil)
        log.append("keyboard \(overlap)")
    }

    @objc private func keyboardWillHide(_ notification: Notification) {
        bottomConstraint.constant = 0
        view.layoutIfNeeded()
        log.append("no keyboard")
    }

    // MARK: Actions

    @objc func textChanged(_ sender: UITextField) {
        if sender === nameRow.textField { profile.name = sender.text ?? "" }
        if sender === emailRow.textField { profile.email = sender.text ?? "" }
        updateSaveItem()
    }

    @IBAction func newsChanged() {
        profile.wantsNews = newsSwitch.isOn
        UISelectionFeedbackGenerator().selectionChanged()
    }

    @objc private func stepped(_ sender: UIStepper) {
        log.append("stepper \(Int(sender.value))")
    }

    @objc private func dateChanged(_ picker: UIDatePicker) {
        let formatter = DateFormatter()
        formatter.dateStyle = .medium
        log.append(formatter.string(from: picker.date))
    }

    @objc private func themeChanged(_ control: UISegmentedControl) {
        let style = UIUserInterfaceStyle(rawValue: control.selectedSegmentIndex) ?? .unspecified
        view.window?.overrideUserInterfaceStyle = style
        log.append(control.titleForSegment(at: control.selectedSegmentIndex) ?? "?")
    }

    private func updateSaveItem() {
        saveItem.isEnabled = profile.isValid
        saveItem.tintColor = profile.isValid ? nil : .systemGray
    }

    @objc func save() {
        view.endEditing(true)
        spinner.startAnimating()
        UIView.animateKeyframes(withDuration: 0.6, delay: 0, options: [.calculationModeCubic], animations: {
            UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { self.stackView.alpha = 0.5 }
            UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { self.stackView.alpha = 1 }
        }, completion: { _ in
            self.spinner.stopAnimating()
            self.progressView.setProgress(1, animated: true)
            UINotificationFeedbackGenerator().notificationOccurred(.success)
            NotificationCenter.default.post(name: .profileDidSave, object: self.profile, userInfo: ["name": self.profile.name])
            self.confirm()
        })
    }

    private func confirm() {
        let alert = UIAlertController(title: "Saved", message: nil, preferredStyle: .alert)
        alert.addTextField { textField in
            textField.placeholder = "Comment"
            textField.isSecureTextEntry = false
        }
        let ok = UIAlertAction(title: "OK", style: .default) { [weak self, weak alert] _ in
            self?.log.append("saved \(alert?.textFields?.first?.text ?? "")")
        }
        alert.addAction(ok)
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel, handler: nil))
        alert.preferredAction = ok
        alert.view.tintColor = .systemIndigo
        if let popover = alert.popoverPresentationController {
            popover.barButtonItem = saveItem
            popover.permittedArrowDirections = .up
        }
        present(alert, animated: true)
    }
}

// MARK: - UITextFieldDelegate

extension SettingsController: UITextFieldDelegate {
    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        if textField === nameRow.textField {
            emailRow.textField.becomeFirstResponder()
        } else {
            textField.resignFirstResponder()
        }
        return true
    }

    func textField(_ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
        guard let text = textField.text, let textRange = Range(range, in: text) else { return true }
        let updated = text.replacingCharacters(in: textRange, with: string)
        return updated.count <= 30
    }

    func textFieldDidBeginEditing(_ textField: UITextField) {
        log.append("editing")
        let frame = textField.convert(textField.bounds, to: scrollView)
        scrollView.scrollRectToVisible(frame.insetBy(dx: 0, dy: -20), animated: true)
    }

    func textFieldDidEndEditing(_ textField: UITextField) {
        log.append("edited \(textField.text ?? "")")
    }
}

extension SettingsController: UITextViewDelegate {
    func textViewDidChange(_ textView: UITextView) {
        let size = textView.sizeThatFits(CGSize(width: textView.bounds.width, height: .greatestFiniteMagnitude))
        log.append("notes \(textView.text.count)")
        textView.isScrollEnabled = size.height > 120
    }

    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
        if text == "\n" {
            textView.resignFirstResponder()
            return false
        }
        return true
    }
}

// MARK: - Header

/// Stretches a header when the scroll view is pulled down.
class StretchyHeader: NSObject {
    @IBOutlet weak var header: UIView!
    private(set) var offsets: [CGFloat] = []
    private weak var scrollView: UIScrollView?

    init(scrollView: UIScrollView) {
        self.scrollView = scrollView
        super.init()
        scrollView.addObserver(self, forKeyPath: #keyPath(UIScrollView.contentOffset), options: [.new], context: nil)
    }

    override func awakeFromNib() {
        super.awakeFromNib()
        header.clipsToBounds = true
    }

    func stop() {
        scrollView?.removeObserver(self, forKeyPath: #keyPath(UIScrollView.contentOffset))
    }

    override func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) {
        guard keyPath == #keyPath(UIScrollView.contentOffset), let offset = change?[.newKey] as? CGPoint else {
            return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
        offsets.append(offset.y)
    }
}
