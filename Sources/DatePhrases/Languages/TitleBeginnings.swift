/// The words with which a title begins after a date: they show that the date ends before them.
enum TitleBeginnings {
    /// English verbs that are no nouns after a day: *tomorrow buy milk*.
    private static let verbs: Set = [
        "add", "apply", "arrange", "ask", "assemble", "attend", "bake", "begin", "bring", "build", "buy", "cancel",
        "choose", "clear", "collect", "compare", "complete", "confirm", "contact", "create", "decide", "defrost",
        "deliver", "discuss", "do", "email", "empty", "finalise", "finalize", "finish", "follow", "get", "give", "go",
        "hoover", "install", "invite", "join", "learn", "leave", "make", "meet", "mop", "mow", "open", "organise",
        "organize", "pack", "pay", "practise", "prep", "prepare", "prune", "publish", "refill", "register", "remind",
        "remove", "renew", "repair", "reply", "request", "revise", "sell", "send", "sew", "submit", "swap", "take",
        "tell", "throw", "tidy", "unpack", "vacuum", "wake", "wipe", "write",
    ]

    /// Those that are nouns, too: only before a word that follows a verb. *Tomorrow call Anna* and *sunday plan the week*, but not
    /// *friday call* or *sunday study group*.
    private static let nouns: Set = [
        "book", "call", "change", "charge", "check", "clean", "cook", "cut", "draft", "drop", "dust", "feed", "file",
        "fill", "find", "fix", "fold", "hang", "help", "iron", "mail", "measure", "message", "move", "order", "paint",
        "phone", "pick", "plan", "plant", "post", "print", "put", "read", "replace", "research", "reserve", "return",
        "review", "ring", "set", "ship", "sign", "sort", "start", "stop", "study", "sweep", "talk", "text", "try",
        "update", "upload", "visit", "wash", "watch", "water", "weed", "wrap",
    ]

    /// *I need to*, *we have to*
    private static let (persons, duties): (Set, Set) = (
        ["i", "we"], ["gotta", "have", "must", "need", "should", "want"]
    )

    private static let afterVerbs: Set = [
        "a", "all", "an", "and", "how", "if", "whether", "when", "back", "down", "for", "her", "him", "his", "in", "it",
        "its", "mom", "mum", "dad",
        "my", "new", "off", "on", "our", "out", "over", "some", "that", "the", "their", "them", "these", "this", "to",
        "up", "with", "your",
    ]

    /// Words after *today* or *every monday* with which the date is a part of a sentence or a name: *tomorrow is a holiday*.
    private static let continuations: Set = [
        "after", "and", "are", "around", "at", "before", "belongs", "by", "can", "comes", "for", "from", "has", "i",
        "in", "is", "may",
        "never", "of", "on", "or", "people", "show", "than", "that", "the", "to", "until", "was", "we", "will", "with",
        "you",
    ]

    static func continues(_ word: String) -> Bool { continuations.contains(word.lowercased()) }

    /// Whether a word of a title is a verb.
    ///
    /// - Parameter next: the word after it, as it was written; `nil` after the last word.
    static func isEnglishVerb(_ word: String, before next: String?) -> Bool {
        guard let next else { return false }
        let isBeforeName = next.first?.isUppercase == true && word.first?.isLowercase == true
        let (word, following) = (word.lowercased(), next.lowercased())
        if verbs.contains(word) || persons.contains(word) && duties.contains(following) { return true }
        return nouns.contains(word) && (isBeforeName || afterVerbs.contains(following))
    }

    /// Chinese words with which a title begins after a date: verbs and their first signs, prepositions, persons and events, as in
    /// 明天买牛奶, 每周二倒垃圾 and 周三和小李吃饭.
    private static let chinese: Set = [
        "买", "買", "交", "去", "打", "看", "写", "寫", "跑", "倒", "游", "接", "取", "做", "洗", "给", "給",
        "提交", "复", "複", "整理", "准备", "準備", "还", "還", "寄", "付", "订", "訂", "约", "約", "见面",
        "見面", "见客户", "見客戶", "见朋友", "見朋友", "练", "練", "读", "讀", "背单词", "背單詞", "修", "换",
        "換", "领", "領", "拿", "送", "收衣", "收快递", "收快遞", "收拾", "搬", "扫", "掃", "拖", "擦", "浇",
        "澆", "喂", "遛", "煮", "炒", "烤", "缴", "繳", "报名", "報名", "报销", "報銷", "报税", "報稅", "查",
        "检查", "檢查", "联系", "聯繫", "通知", "回", "发", "發", "改", "审", "審", "签", "簽", "参加", "參加",
        "预约", "預約", "预订", "預訂", "清理", "锻炼", "鍛鍊", "健身", "散步", "吃", "喝", "睡", "起床",
        "上课", "上課", "开会", "開會", "开工", "出差", "面试", "面試", "体检", "體檢", "拜访", "拜訪", "探望",
        "剪", "理发", "理髮", "装", "裝", "拆", "晾", "叠", "疊", "学习", "學習", "学英语", "學英語", "考试",
        "考試", "预习", "預習", "记账", "記賬", "存钱", "存錢", "汇款", "匯款", "转账", "轉帳", "在", "生日",
        "完成", "处理", "處理", "讨论", "和", "跟", "陪", "找", "帮", "幫", "为", "為", "参观", "參觀",
        "大扫除", "大掃除", "对账", "對賬", "关", "關", "充电", "充電",
        "充值", "加油", "停水", "停电", "停電", "聚会", "聚會", "聚餐", "理财", "下班", "上班", "值班", "加班",
        "开车", "開車", "开家长会", "開家長會", "家长会", "家長會", "理事会", "理事會", "例会", "例會", "周会",
        "週會", "站会", "团建", "團建", "培训", "培訓", "演讲", "演講", "答辩", "答辯", "比赛", "比賽", "演出",
        "拍照", "拍摄", "拍攝", "抢票", "搶票", "抢购", "搶購", "种", "種", "除草", "施肥", "采购", "採購",
        "补", "補", "记录", "記錄", "冥想", "瑜伽", "翻译", "翻譯", "编辑", "編輯", "设计", "設計", "测试",
        "測試", "部署", "提醒", "问", "問", "叫", "拔牙", "输液", "住院", "出院", "到期", "截止", "入住",
        "登机", "登機", "起飞", "起飛", "坐车", "坐車", "坐飞机", "停车", "停車", "运动", "運動", "骑", "騎",
        "爬山", "钓鱼", "釣魚", "唱", "跳舞", "弹", "彈", "画", "畫", "听", "聽", "刷牙", "刷题", "刷題",
        "敷面膜", "护肤", "護膚", "称体重", "稱體重", "量血压", "量血壓", "溜", "扔", "清洗", "晒", "曬", "烘",
        "点外卖", "點外賣", "討論", "汇报", "匯報", "更新", "备份", "備份", "下载", "下載", "上传", "上傳",
        "申请", "申請", "续", "續", "退", "带", "帶", "妈妈", "媽媽", "爸爸", "老婆", "老公", "姐姐", "哥哥", "弟弟", "妹妹", "姐", "爷", "外婆", "外公",
        "姥姥", "姥爷", "叔叔", "阿姨", "同事", "客户", "客戶", "老板", "老闆", "车子", "車子", "车辆", "車輛", "汽车", "汽車", "家长群", "家長群", "奶奶",
        "爷爷",
        "爺爺", "孩子", "儿子", "兒子", "女儿", "女兒", "朋友", "同学", "同學", "老师", "老師",
    ]

    /// Chinese nouns that begin like a verb.
    private static let chineseNouns = [
        "关系", "關係", "关于", "關於", "关键", "關鍵", "关税", "关节", "关东煮", "交通", "交流会", "交流會", "看板", "发票", "發票", "游戏", "遊戲", "读者",
        "讀者", "装备", "裝備", "写字楼", "寫字樓", "打印机", "打印機",
        "回忆", "回憶", "画展", "畫展", "画面", "畫面", "听力", "聽力", "听众", "聽眾", "骑士", "騎士", "问题", "問題", "问卷", "問卷", "种子", "種子",
        "种类",
        "補丁", "补丁", "补贴", "弹幕", "上班族", "找零", "帮派", "为什么", "為什麼", "练习册", "練習冊", "接口", "开会时间", "開會時間", "做法", "查询", "查詢",
    ]

    /// What makes a Japanese day a part of a longer word or a name: 毎日新聞, 明日香, 日曜大工.
    private static let japaneseContinuations = [
        "新聞", "放送", "ロードショー", "大工", "香", "美", "葉", "菜", "子", "奈", "本", "記", "常", "報", "程", "光", "付", "中", "間",
        "分", "目", "頃", "前", "後", "朝", "夜", "晩", "昼", "夕", "以", "締", "限", "時", "号", "版", "的", "用",
    ]

    /// Whether a Chinese verb that begins with the second sign of another word follows a deadline: 提交 after 前.
    static func isDeadlineVerb(_ rest: ArraySlice<Character>) -> Bool {
        let text = String(rest.prefix(2))
        return text == "提交" || text == "提醒"
    }

    private static let otherDays = ["今天", "明天", "后天", "後天", "周", "週", "星期", "下周", "下週", "礼拜", "禮拜"]

    /// Whether a date ends before the rest of a sentence in a language that does not separate words.
    ///
    /// - Parameter last: the last sign of the date.
    static func begins(_ rest: ArraySlice<Character>, after last: Character) -> Bool {
        // 土曜ドラマ and 日曜大工 are nouns.
        guard let next = rest.first, next != last, last != "曜" else { return false }
        let text = String(rest.prefix(8))
        // 今天和明天
        if ["和", "跟"].contains(next), otherDays.contains(where: text.dropFirst().hasPrefix) { return false }
        if chinese.contains(where: text.hasPrefix), !chineseNouns.contains(where: text.hasPrefix) { return true }
        guard !japaneseContinuations.contains(where: text.hasPrefix) else { return false }
        // Where the script changes, a word ends: あさって病院, 明日ジョギング.
        if last.isHiragana { return next.isIdeograph || next.isKatakana }
        if last.isIdeograph, next.isKatakana { return true }
        // Of other words, a sentence with an object has a verb: 明日牛乳を買う.
        return next.isIdeograph && rest.contains("を")
    }
}

extension Character {
    var isHiragana: Bool { isAmong(0x3041...0x309F) }
    var isKatakana: Bool { isAmong(0x30A1...0x30FA) }
    var isIdeograph: Bool { isAmong(0x4E00...0x9FFF) }

    private func isAmong(_ range: ClosedRange<UInt32>) -> Bool {
        unicodeScalars.first.map { range.contains($0.value) } ?? false
    }
}
