extension BuiltInDecks {
    /// By the code of the country, from which the flag is made.
    static let flags = """
        AR | Argentina | アルゼンチン | 阿根廷
        AU | Australia | オーストラリア | 澳大利亚
        AT | Austria | オーストリア | 奥地利
        BD | Bangladesh | バングラデシュ | 孟加拉国
        BE | Belgium | ベルギー | 比利时
        BT | Bhutan | ブータン | 不丹
        BO | Bolivia | ボリビア | 玻利维亚
        BR | Brazil | ブラジル | 巴西
        BG | Bulgaria | ブルガリア | 保加利亚
        KH | Cambodia | カンボジア | 柬埔寨
        CM | Cameroon | カメルーン | 喀麦隆
        CA | Canada | カナダ | 加拿大
        CL | Chile | チリ | 智利
        CN | China | 中国=ちゅうごく | 中国
        CO | Colombia | コロンビア | 哥伦比亚
        CR | Costa Rica | コスタリカ | 哥斯达黎加
        HR | Croatia | クロアチア | 克罗地亚
        CU | Cuba | キューバ | 古巴
        CZ | Czechia | チェコ | 捷克
        DK | Denmark | デンマーク | 丹麦
        EC | Ecuador | エクアドル | 厄瓜多尔
        EG | Egypt | エジプト | 埃及
        EE | Estonia | エストニア | 爱沙尼亚
        ET | Ethiopia | エチオピア | 埃塞俄比亚
        FI | Finland | フィンランド | 芬兰
        FR | France | フランス | 法国
        DE | Germany | ドイツ | 德国
        GH | Ghana | ガーナ | 加纳
        GR | Greece | ギリシャ | 希腊
        HU | Hungary | ハンガリー | 匈牙利
        IS | Iceland | アイスランド | 冰岛
        IN | India | インド | 印度
        ID | Indonesia | インドネシア | 印度尼西亚
        IE | Ireland | アイルランド | 爱尔兰
        IL | Israel | イスラエル | 以色列
        IT | Italy | イタリア | 意大利
        JM | Jamaica | ジャマイカ | 牙买加
        JP | Japan | 日本=にほん | 日本
        KZ | Kazakhstan | カザフスタン | 哈萨克斯坦
        KE | Kenya | ケニア | 肯尼亚
        LA | Laos | ラオス | 老挝
        LB | Lebanon | レバノン | 黎巴嫩
        MG | Madagascar | マダガスカル | 马达加斯加
        MY | Malaysia | マレーシア | 马来西亚
        MX | Mexico | メキシコ | 墨西哥
        MN | Mongolia | モンゴル | 蒙古
        MA | Morocco | モロッコ | 摩洛哥
        NP | Nepal | ネパール | 尼泊尔
        NL | Netherlands | オランダ | 荷兰
        NZ | New Zealand | ニュージーランド | 新西兰
        NG | Nigeria | ナイジェリア | 尼日利亚
        NO | Norway | ノルウェー | 挪威
        PK | Pakistan | パキスタン | 巴基斯坦
        PA | Panama | パナマ | 巴拿马
        PE | Peru | ペルー | 秘鲁
        PH | Philippines | フィリピン | 菲律宾
        PL | Poland | ポーランド | 波兰
        PT | Portugal | ポルトガル | 葡萄牙
        SA | Saudi Arabia | サウジアラビア | 沙特阿拉伯
        SN | Senegal | セネガル | 塞内加尔
        SG | Singapore | シンガポール | 新加坡
        ZA | South Africa | 南アフリカ=みなみアフリカ | 南非
        KR | South Korea | 韓国=かんこく | 韩国
        ES | Spain | スペイン | 西班牙
        LK | Sri Lanka | スリランカ | 斯里兰卡
        SE | Sweden | スウェーデン | 瑞典
        CH | Switzerland | スイス | 瑞士
        TH | Thailand | タイ | 泰国
        TR | Türkiye | トルコ | 土耳其
        UA | Ukraine | ウクライナ | 乌克兰
        GB | United Kingdom | イギリス | 英国
        VN | Vietnam | ベトナム | 越南

        """
}
