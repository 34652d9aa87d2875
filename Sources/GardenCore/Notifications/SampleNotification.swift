import GardenAPI

/// A sample on the desktop.
public struct SampleNotificationNeed: Need, Equatable {
    /// The server that shows it, or why none can now.
    public typealias Outcome = Result<String, NotificationProblem>

    public static let policy = NeedPolicy(
        reasonNotInBatch: nil, refusalOfMore: "too many samples wait; try again later")

    public let sample: PlannedNotification

    public init(_ sample: PlannedNotification) { self.sample = sample }
}

/// Why notifications cannot be shown now.
public struct NotificationProblem: Error, Equatable {
    /// The problem, for people.
    public var message: String

    public init(message: String) { self.message = message }
}

extension NotificationTest: PreparedQuery {
    func prepare(in context: QueryContext) -> Preparation<SampleNotificationNeed> {
        .needs(SampleNotificationNeed(sample(in: context)))
    }

    func answer(with outcome: SampleNotificationNeed.Outcome, in context: QueryContext) -> NotificationSample {
        let sample = sample(in: context)
        var answer = NotificationSample(
            kind: sample.kind, summary: sample.notification.summary, body: sample.notification.body)
        switch outcome {
        case .success(let server): answer.server = server
        case .failure(let problem): answer.problem = problem.message
        }
        return answer
    }

    private func sample(in context: QueryContext) -> PlannedNotification {
        context.sampleNotification(kind ?? Self.defaultKind)
    }
}
