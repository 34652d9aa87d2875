/// What a column of a table holds. The names are those by which a person gives the columns of a table without a header.
enum CSVField: String, CaseIterable, Sendable {
    case title, category, tags, note, priority, points, estimate, due, remind
    case repetition = "repeat"
    case start, end, date
    case endDate = "end-date"
    case minutes, hours, seconds, duration
    /// When it was completed, or a word that says whether.
    case completed
    case created
    /// What the program that it is from knows it by.
    case id

    /// The names, for a message.
    static var names: String { allCases.filter(\.hasName).map(\.rawValue).joined(separator: ", ") }

    /// Whether a person can name it. An identity is one only among the tables of a program.
    var hasName: Bool { self != .id }

    /// The fields that have a date, as far as its order matters.
    static let dates: [CSVField] = [.due, .remind, .start, .end, .date, .endDate, .completed, .created]

    /// The words of headers, in lower case, in the languages that spreadsheets are often in.
    private static let words: [CSVField: [String]] = [
        .title: [
            "title", "task", "task name", "name", "summary", "subject line", "content", "todo", "to-do", "to do",
            "book",
            "titel", "aufgabe", "name der aufgabe", "buch", "titre", "tâche", "livre", "título", "tarea", "libro",
            "タイトル", "件名", "タスク", "本", "書名", "标题", "標題", "任务", "任務", "书", "書", "书名",
        ],
        .category: [
            "category", "project", "list", "folder", "subject", "course", "area", "list name", "kategorie", "projekt",
            "liste", "fach", "kurs", "thema", "catégorie", "projet", "matière", "cours", "sujet", "categoría",
            "proyecto",
            "lista", "asignatura", "materia", "curso", "tema", "カテゴリ", "カテゴリー", "プロジェクト", "科目", "リスト",
            "类别", "類別", "分类", "分類", "项目", "項目", "课程", "課程",
        ],
        .tags: [
            "tags", "tag", "labels", "label", "schlagworte", "schlagwörter", "stichworte", "étiquettes", "étiquette",
            "etiquetas", "etiqueta", "タグ", "标签", "標籤",
        ],
        .note: [
            "note", "notes", "description", "comment", "comments", "details", "remark", "remarks", "notiz", "notizen",
            "beschreibung", "bemerkung", "bemerkungen", "kommentar", "remarque", "remarques", "commentaire", "nota",
            "notas", "descripción", "comentario", "comentarios", "メモ", "備考", "説明", "コメント", "ノート", "备注",
            "備註", "说明", "說明", "描述", "笔记", "筆記",
        ],
        .priority: [
            "priority", "importance", "priorität", "priorité", "prioridad", "優先度", "优先级", "優先級", "优先",
        ],
        .points: ["points", "punkte", "puntos", "ポイント", "积分", "積分"],
        .estimate: ["estimate", "pomodoros", "estimated pomodoros"],
        .due: [
            "due", "due date", "duedate", "deadline", "fällig", "fällig am", "fälligkeit", "fälligkeitsdatum",
            "frist", "échéance", "date d'échéance", "vencimiento", "fecha de vencimiento", "fecha límite", "期限", "締切",
            "締め切り", "期日", "截止日期", "截止", "到期日",
        ],
        .remind: ["remind", "reminder", "erinnerung", "rappel", "recordatorio", "リマインダー", "提醒"],
        .repetition: ["repeat", "rrule", "recurrence", "wiederholung"],
        .start: [
            "start", "start time", "start date", "begin", "began", "from", "started", "beginn", "von", "anfang",
            "startzeit",
            "startdatum", "début", "debut", "date de début", "de", "heure de début", "inicio", "fecha de inicio",
            "desde", "hora de inicio", "開始", "開始日", "開始時刻", "開始時間",
            "开始", "开始日期", "开始时间", "開始日時",
        ],
        .end: [
            "end", "end time", "to", "until", "stop", "finish", "ended", "ende", "bis", "endzeit", "fin", "à",
            "heure de fin", "hasta", "hora de fin", "終了", "終了時刻", "終了時間", "结束", "结束时间", "結束", "結束時間",
        ],
        .date: ["date", "day", "datum", "tag (datum)", "jour", "fecha", "día", "dia", "日付", "日", "日期", "年月日"],
        .endDate: ["end date", "enddatum", "date de fin", "fecha de fin"],
        .minutes: [
            "minutes", "mins", "min", "minuten", "minutos", "duration (min)", "duration (minutes)", "dauer (min)",
            "durée (min)", "duración (min)", "分", "分钟", "分鐘", "分数",
        ],
        .hours: [
            "hours", "hrs", "h", "duration (h)", "duration (hours)", "stunden", "std", "dauer (h)", "heures",
            "durée (h)",
            "horas", "duración (h)", "時間数", "小时", "小時", "时数",
        ],
        .seconds: ["seconds", "secs", "sec", "sekunden", "secondes", "segundos", "秒"],
        .duration: [
            "duration", "time spent", "dauer", "lesezeit", "durée", "durée de lecture", "duración",
            "時間", "所要時間", "読書時間", "学習時間", "勉強時間", "时长", "時長", "用时", "阅读时间", "学习时间",
        ],
        .completed: [
            "completed", "done", "completed at", "completion date", "completed date", "finished",
            "status", "erledigt", "erledigt am", "abgeschlossen", "terminé", "terminée", "fait", "statut", "completada",
            "completado", "hecho", "terminado", "estado", "完了", "完了日", "状態", "完成", "已完成", "完成日期", "状态",
        ],
        .created: [
            "created", "created at", "creation date", "added", "erstellt", "erstellt am", "créé", "créé le",
            "creado", "creada", "作成", "作成日", "作成日時", "创建", "创建时间", "創建時間",
        ],
    ]

    private static let fieldsByWord: [String: CSVField] = {
        var fields: [String: CSVField] = [:]
        for (field, words) in words { for word in words { fields[word] = field } }
        return fields
    }()

    /// Whether a name in lower case is that of a date.
    static func isOfDate(_ name: String) -> Bool {
        ["date", "datum", "fecha", "日"].contains { name.contains($0) }
    }

    /// The field that a cell of a header names; `nil` for others.
    init?(headerWord word: String) {
        guard let field = Self.fieldsByWord[CSVHeader.folded(word)] else { return nil }
        self = field
    }
}

/// The names of the columns of a table.
enum CSVHeader {
    /// A name for comparison: `Due_Date` is another way to write `due date`.
    static func folded(_ name: String) -> String {
        guard name.utf8.count <= 200 else { return "" }
        return name.trimmed.lowercased().replacing("_", with: " ").replacing("  ", with: " ")
    }
}
