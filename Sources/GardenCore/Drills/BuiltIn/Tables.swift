extension BuiltInDecks {
    static let shapes = """
        ● | circle | 円=えん | 圆形
        ■ | square | 正方形=せいほうけい | 正方形
        ▲ | triangle | 三角形=さんかくけい | 三角形
        ▬ | rectangle | 長方形=ちょうほうけい | 长方形
        ◆ | diamond | ひし形=ひしがた | 菱形
        ★ | star | 星=ほし | 星形
        ♥ | heart | ハート | 心形
        ⬟ | pentagon | 五角形=ごかくけい | 五边形
        ⬢ | hexagon | 六角形=ろっかくけい | 六边形
        ⬬ | ellipse | 楕円=だえん | 椭圆形
        ◗ | half circle | 半円=はんえん | 半圆形
        ☾ | crescent | 三日月=みかづき | 月牙形
        ✚ | cross | 十字=じゅうじ | 十字形
        ➜ | arrow | 矢印=やじるし | 箭头
        ◎ | ring | 輪=わ | 环形
        ▱ | parallelogram | 平行四辺形=へいこうしへんけい | 平行四边形
        ⏢ | trapezium | 台形=だいけい | 梯形

        """

    static let colours = """
        🔴, 🟥 | red | 赤=あか | 红色
        🟠, 🟧, 🧡 | orange | オレンジ | 橙色
        🟡, 🟨, 💛 | yellow | 黄色=きいろ | 黄色
        🟢, 🟩, 💚 | green | 緑=みどり | 绿色
        🔵, 🟦, 💙 | blue | 青=あお | 蓝色
        🟣, 🟪, 💜 | purple | 紫=むらさき | 紫色
        🟤, 🟫, 🤎 | brown | 茶色=ちゃいろ | 棕色
        ⚫, ⬛, 🖤 | black | 黒=くろ | 黑色
        ⚪, ⬜, 🤍 | white | 白=しろ | 白色

        """

    static let animals = """
        🐶 | dog | 犬=いぬ | 狗
        🐱 | cat | 猫=ねこ | 猫
        🐭 | mouse | ねずみ | 老鼠
        🐰 | rabbit | うさぎ | 兔子
        🦊 | fox | きつね | 狐狸
        🐻 | bear | 熊=くま | 熊
        🐼 | panda | パンダ | 熊猫
        🐯 | tiger | 虎=とら | 老虎
        🦁 | lion | ライオン | 狮子
        🐮 | cow | 牛=うし | 牛
        🐷 | pig | 豚=ぶた | 猪
        🐸 | frog | かえる | 青蛙
        🐵 | monkey | 猿=さる | 猴子
        🐔 | chicken | にわとり | 鸡
        🐧 | penguin | ペンギン | 企鹅
        🦆 | duck | あひる | 鸭子
        🦉 | owl | ふくろう | 猫头鹰
        🦅 | eagle | 鷲=わし | 老鹰
        🐺 | wolf | 狼=おおかみ | 狼
        🐴 | horse | 馬=うま | 马
        🐑 | sheep | 羊=ひつじ | 绵羊
        🐐 | goat | やぎ | 山羊
        🐘 | elephant | 象=ぞう | 大象
        🦒 | giraffe | きりん | 长颈鹿
        🦓 | zebra | しまうま | 斑马
        🐪 | camel | らくだ | 骆驼
        🦘 | kangaroo | カンガルー | 袋鼠
        🦔 | hedgehog | はりねずみ | 刺猬
        🐢 | turtle | 亀=かめ | 乌龟
        🐍 | snake | 蛇=へび | 蛇
        🐊 | crocodile | わに | 鳄鱼
        🐳 | whale | 鯨=くじら | 鲸鱼
        🐬 | dolphin | いるか | 海豚
        🦈 | shark | 鮫=さめ | 鲨鱼
        🐙 | octopus | たこ | 章鱼
        🦀 | crab | かに | 螃蟹
        🐝 | bee | 蜂=はち | 蜜蜂
        🦋 | butterfly | 蝶=ちょう | 蝴蝶
        🐌 | snail | かたつむり | 蜗牛
        🐜 | ant | 蟻=あり | 蚂蚁

        """

    static let fruits = """
        🍎 | apple | りんご | 苹果
        🍐 | pear | 梨=なし | 梨
        🍊 | tangerine | みかん | 橘子
        🍋 | lemon | レモン | 柠檬
        🍌 | banana | バナナ | 香蕉
        🍉 | watermelon | すいか | 西瓜
        🍇 | grapes | ぶどう | 葡萄
        🍓 | strawberry | いちご | 草莓
        🫐 | blueberry | ブルーベリー | 蓝莓
        🍈 | melon | メロン | 甜瓜
        🍒 | cherry | さくらんぼ | 樱桃
        🍑 | peach | 桃=もも | 桃子
        🥭 | mango | マンゴー | 芒果
        🍍 | pineapple | パイナップル | 菠萝
        🥥 | coconut | ココナッツ | 椰子
        🥝 | kiwi | キウイ | 猕猴桃

        """

    static let vegetables = """
        🍅 | tomato | トマト | 西红柿
        🥑 | avocado | アボカド | 牛油果
        🍆 | aubergine | なす | 茄子
        🥔 | potato | じゃがいも | 土豆
        🥕 | carrot | にんじん | 胡萝卜
        🌽 | maize | とうもろこし | 玉米
        🫑 | pepper | ピーマン | 甜椒
        🥒 | cucumber | きゅうり | 黄瓜
        🥬 | leafy greens | 葉野菜=はやさい | 青菜
        🥦 | broccoli | ブロッコリー | 西兰花
        🧄 | garlic | にんにく | 大蒜
        🧅 | onion | 玉ねぎ=たまねぎ | 洋葱
        🍄 | mushroom | きのこ | 蘑菇
        🥜 | peanut | ピーナッツ | 花生
        🌰 | chestnut | 栗=くり | 栗子

        """

    static let vehicles = """
        🚗 | car | 車=くるま | 汽车
        🚕 | taxi | タクシー | 出租车
        🚌 | bus | バス | 公共汽车
        🚎 | trolleybus | トロリーバス | 无轨电车
        🚓 | police car | パトカー | 警车
        🚑 | ambulance | 救急車=きゅうきゅうしゃ | 救护车
        🚒 | fire engine | 消防車=しょうぼうしゃ | 消防车
        🚚 | lorry | トラック | 卡车
        🚜 | tractor | トラクター | 拖拉机
        🛵 | scooter | スクーター | 踏板车
        🚲 | bicycle | 自転車=じてんしゃ | 自行车
        🚂 | steam engine | 機関車=きかんしゃ | 火车头
        🚄 | express train | 新幹線=しんかんせん | 高速列车
        🚋 | tram | 路面電車=ろめんでんしゃ | 有轨电车
        🚝 | monorail | モノレール | 单轨列车
        🚁 | helicopter | ヘリコプター | 直升机
        🛫 | aeroplane | 飛行機=ひこうき | 飞机
        🚀 | rocket | ロケット | 火箭
        ⛵ | sailing boat | ヨット | 帆船
        🚢 | ship | 船=ふね | 轮船
        🛶 | canoe | カヌー | 独木舟
        🚠 | cable car | ロープウェイ | 缆车

        """

    static let numbers = """
        0, ⓪, 〇 | zero | ゼロ | 零
        1, ①, Ⅰ, ⚀ | one | いち | 一
        2, ②, Ⅱ, ⚁ | two | に | 二
        3, ③, Ⅲ, ⚂ | three | さん | 三
        4, ④, Ⅳ, ⚃ | four | よん | 四
        5, ⑤, Ⅴ, ⚄ | five | ご | 五
        6, ⑥, Ⅵ, ⚅ | six | ろく | 六
        7, ⑦, Ⅶ, ●●●●● ●● | seven | なな | 七
        8, ⑧, Ⅷ, ●●●●● ●●● | eight | はち | 八
        9, ⑨, Ⅸ, ●●●●● ●●●● | nine | きゅう | 九
        10, ⑩, 🔟, Ⅹ, ●●●●● ●●●●● | ten | じゅう | 十

        """

    static let hiragana = """
        a あa いi うu えe おo
        ka かka きki くku けke こko
        sa さsa しshi すsu せse そso
        ta たta ちchi つtsu てte とto
        na なna にni ぬnu ねne のno
        ha はha ひhi ふfu へhe ほho
        ma まma みmi むmu めme もmo
        ya やya ゆyu よyo
        ra らra りri るru れre ろro
        wa わwa をwo んn
        """
}
