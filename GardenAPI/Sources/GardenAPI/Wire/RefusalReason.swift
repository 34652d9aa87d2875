/// The reasons of `refused` errors, in `data.reason` (API §1). ``meaning`` says when each is given. Later releases can add some.
public enum RefusalReason: String, Sendable, CaseIterable {
    /// The purchase is already refunded. `purchaseId` is its id.
    case alreadyRefunded = "already_refunded"
    /// Several items have the name, or several tasks the beginning of the title. `candidates` lists them with id, name or
    /// title, and category; `more` is the number of others.
    case ambiguous
    /// The line belongs to the log of an earlier day (RULES A1). `id` is the line's id.
    case archived
    /// The meter would fall below its floor, into the money of earlier days (RULES M12). See `floor` and `meter`.
    case belowTierBase = "below_tier_base"
    /// The category Default cannot be renamed, removed or merged into another one (RULES T2, T26).
    case defaultCategory = "default_category"
    /// The idempotency key was used for another method or other params.
    case keyReused = "key_reused"
    /// Less than a minute of the phase would remain. `remainingSeconds` is the time left.
    case nothingLeft = "nothing_left"
    /// The purchase is from an earlier day (RULES M12), or undone. `purchaseId` is its id.
    case notToday = "not_today"
    /// The result is out of range: negative, too long, or more than 64 bits. The details have the current value.
    case outOfRange = "out_of_range"
    /// The task is completed, or the named occurrence is not the open one. `id` is the task's.
    case alreadyDone = "already_done"
    /// The task has nothing to reopen. `id` is the task's.
    case notDone = "not_done"
    /// The task does not repeat, or has no occurrence left. `id` is the task's.
    case notRepeating = "not_repeating"
    /// A change cannot be taken back or made again exactly; `why` says in one word why.
    case cannotUndo = "cannot_undo"
    /// The request needs a backup first, and other requests in its batch would come before it. Send it by itself.
    case inBatch = "in_batch"
    /// The garden changed again and again while its backup was made, or an import or its undo goes on. Try again.
    case busy
    /// The question that the request answers is no longer open, or what it acts on has changed.
    case tooLate = "too_late"
    /// A setting is off that the request needs.
    case notSet = "not_set"
    /// The reminder lies in the past.
    case reminderInPast = "reminder_in_past"
    /// The garden has as many entities of the `kind` as it can have. `limit` is how many (`daemon.hello`).
    case tooMany = "too_many"
    /// The level before it was not cleared yet. `opens` is the one that opens it (RULES D2).
    case locked
    /// The answer is to another question of the drill. `question` is the open one.
    case notThisQuestion = "not_this_question"
    /// A wrong answer was given less than 250 ms ago. `milliseconds` is how long to wait.
    case tooSoon = "too_soon"
    /// No entry of the deck is due for review (RULES D8).
    case nothingDue = "nothing_due"
    /// The place must not be looked for: `visits.locate` is off, or the location service does not allow it (RULES V11).
    case locationDenied = "location_denied"
    /// Nothing can find the place: no location service, none that answers, or a command that fails.
    case locationNoAgent = "location_no_agent"
    /// No place was found within 30 s.
    case locationTimeout = "location_timeout"
    /// The key of the machine already is the garden's key (RULES V4).
    case notNeeded = "not_needed"
    /// The visit is not in the trash. `id` is its id (RULES V8).
    case notInTrash = "not_in_trash"
    /// A purge has erased the answer to the request with this key (RULES V8).
    case purged
    /// The file `identity.key` is no key, or cannot be read (RULES V4).
    case unusableKey = "unusable_key"
    /// The visit has as many photos as it can have (RULES V9). `limit` is how many.
    case tooManyPhotos = "too_many_photos"
    /// The content is no JPEG, PNG, WebP or HEIC picture of at most 20 MiB, or the file is no regular file of the user (RULES V9).
    case notAPhoto = "not_a_photo"
    /// A program that the daemon runs by itself makes too many changes (RULES H4). `seconds` is how long to wait.
    case rateLimited = "rate_limited"
    /// The journal has other events than those that the client has received (API §3). `seq` is the last one that both have, if it is
    /// known, and `epoch` that of the journal now.
    case journalReplaced = "journal_replaced"
    /// The session is an open one, without an end (RULES P27).
    case open
    /// The date in `param` is not understood. `word` is the part, `examples` are three that are.
    case notUnderstood = "not_understood"

    /// What is entered afterwards lies ahead of now (RULES P22). `at` is when.
    case inTheFuture = "in_the_future"
    /// What is entered afterwards was before the last reset of everything (RULES P22). `at` is when that was.
    case beforeReset = "before_reset"
    /// Another focus session covers some of the time (RULES P23). `sessions` are the ids.
    case overlaps
    /// A focus session lasts at most 24 hours (RULES P23). `seconds` is how long it would last.
    case tooLong = "too_long"
    /// The category would be merged into itself (RULES T26). `id` is its id.
    case sameCategory = "same_category"

    /// When it is given, and the members of `data` that say more, for the reference and `rpc.discover`.
    public var meaning: String {
        switch self {
        case .alreadyRefunded: "the purchase is already refunded; `purchaseId`"
        case .ambiguous:
            "several items have the name, several open tasks the beginning of the title, or several photos of a "
                + "visit the beginning of the name; `candidates` lists them (of tasks, at most 20) with id, name or "
                + "title, and category; `more` is the number of others"
        case .archived: "the line is not in the log of today: it is of an earlier day, or was removed; `id`"
        case .belowTierBase: "the meter would fall into the money of earlier days; `floor`, `meter`"
        case .defaultCategory: "Default cannot be renamed, removed or merged into another category"
        case .sameCategory: "the category would be merged into itself; `id`"
        case .keyReused: "the key was used for another method or other params"
        case .nothingLeft:
            "less than a minute of the phase would remain; `remainingSeconds`, and of a start in the past, `start` and a named "
                + "`category`"
        case .notToday: "the purchase is from an earlier day or undone; `purchaseId`"
        case .outOfRange:
            "the result is negative, too long, or more than 64 bits, or a value is beyond its bounds; with the "
                + "present value (`balance`, `meter`, `count`) or what was given (`from`, `to`, `at`)"
        case .alreadyDone:
            "the task is completed, or the named occurrence is not the open one, or was completed and has not "
                + "come yet, or the task was completed today and its next occurrence has not come yet or is today (`early` "
                + "completes that); `id`, `occurrence` (the open one, or the completed one to which a date was to "
                + "move)"
        case .notDone: "the task has nothing to reopen; `id`"
        case .notRepeating: "the task does not repeat, or no occurrence follows; `id`"
        case .cannotUndo:
            "a change cannot be taken back or made again exactly; `why` (`new_day`, `changed_since`, `balance`, "
                + "`in_use`, `taken`, `purged`, `passed`, `nothing`), and `change` and `method` of the later change that is the "
                + "cause"
        case .inBatch:
            "the request needs a backup, a place or a file first, or runs programs, which a batch cannot wait "
                + "for; send it by itself"
        case .busy:
            "the garden changed again and again while a backup was made for the request, or too many requests "
                + "wait for what this one needs first, or an import, or its undo, goes on; try again"
        case .notSet: "a setting is off that the request needs; `setting`"
        case .tooLate: "what a question or a notification asks is no longer open, or what it acts on has changed"
        case .reminderInPast: "a single reminder, or the time of a snooze, is not after now; `remind` or `until`"
        case .tooMany: "the garden has as many of the `kind` as it can have; `limit` (`daemon.hello`)"
        case .locked: "the level before it was not cleared yet; `level`, and `opens`, the one that opens it"
        case .notThisQuestion: "another question of the drill is open; `question`, `drill`"
        case .tooSoon: "the places of a drill are shuffled after a wrong answer; `milliseconds` is how long to wait"
        case .nothingDue: "no entry of the deck is due for review; `deck`"
        case .locationDenied:
            "the place must not be looked for: `visits.locate` is off, or the location service does not allow it"
        case .locationNoAgent:
            "nothing can find the place: no location service, none that answers, or a command that fails"
        case .locationTimeout: "no place was found within 30 s"
        case .inTheFuture: "what is entered afterwards lies ahead of now; `at`"
        case .beforeReset: "what is entered afterwards was before the last reset of everything; `at`, the reset"
        case .overlaps:
            "another focus session, or the one in progress, covers some of the time; `sessions`, their ids, and `free`, the "
                + "beginning and the end of what `trim` would take"
        case .open: "the session is an open one, without an end"
        case .tooLong: "a focus session would last more than 24 hours; `seconds`"
        case .notNeeded: "the key of the machine already is the garden's key"
        case .notInTrash: "the visit is not in the trash; `id`"
        case .purged: "a purge has erased the answer to the request with this key"
        case .unusableKey: "the file `identity.key` is no key, or cannot be read"
        case .tooManyPhotos: "the visit has four photos; `id`, `limit`"
        case .notAPhoto:
            "the file is no JPEG, PNG, WebP or HEIC picture of at most 20 MiB, or is not a regular file of the "
                + "user with one name"
        case .rateLimited:
            "a hook, or what it has started, has made 600 changes within an hour; `seconds` is how long to wait"
        case .journalReplaced:
            "a backup was restored, or another journal put in its place, and it has other events than the client has "
                + "received; `seq` is the last one that both have (null if unknown), `epoch` that of the journal now"
        case .notUnderstood: "a date is not understood; `param`, `word` (the part), `examples` (three)"
        }
    }
}
