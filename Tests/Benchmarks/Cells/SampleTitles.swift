internal import TestSupport

/// Titles as videos have them: 3 to 15 words, no two alike, in the languages given.
enum SampleTitles {
  enum Language: String, CaseIterable {
    case english, russian, arabic, hindi, thai, japanese, korean, emoji

    /// Words that belong together are given in one piece; Japanese and Thai have no spaces between theirs.
    fileprivate var words: [String] {
      let text =
        switch self {
        case .english:
          "The Official Trailer of a Long Night in Paris – How to “Fix” Everything | Part feat. VEVO AVATAR (Live) Why Do We"
        case .russian: "Как построить дом за один день: полный разбор новой серии и обзор лучших игр этого года (часть"
        case .arabic: "كيف تتعلم البرمجة في سبعة أيام فقط مع أفضل الدروس المجانية الحلقة الأولى من البرنامج"
        case .hindi: "घर पर आसान तरीके से खाना कैसे बनाएं नई रेसिपी हिंदी में पूरी जानकारी भाग"
        case .thai: "วิธีทำอาหาร ที่บ้าน ง่ายมาก ภายใน สิบนาที พร้อม เคล็ดลับ จาก เชฟ มืออาชีพ ตอนที่"
        case .japanese: "【公式】 新曲 ミュージックビデオ を公開 東京の 夜景と 電車の旅 、 第 話 「はじまり」 おすすめ"
        case .korean: "오늘의 브이로그 서울에서 보낸 하루 맛집 추천과 여행 이야기 새로운 시작 공식 뮤직비디오"
        case .emoji: "🎉 Best moments 😂 of the year 👩‍👩‍👧‍👦 🇩🇪 🔥 compilation ❤️ #shorts 👍🏽"
        }
      return text.split(separator: " ").map(String.init)
    }

    fileprivate var separator: String { self == .thai || self == .japanese ? "" : " " }
  }

  /// What a channel list of the world holds: two of three in English.
  static func mixed(_ count: Int) -> [String] {
    let others = Language.allCases.filter { $0 != .english }
    return titles(count) { $0 % 3 < 2 ? .english : others[$0 / 3 % others.count] }
  }

  static func titles(_ count: Int, in language: Language) -> [String] {
    titles(count) { _ in language }
  }

  private static func titles(_ count: Int, language: (Int) -> Language) -> [String] {
    var generator = SeededGenerator(seed: 14)
    return (0..<count).map { index in
      let language = language(index)
      let words = (0..<Int.random(in: 3...15, using: &generator)).compactMap { _ in
        language.words.randomElement(using: &generator)
      }
      return words.joined(separator: language.separator) + " \(index)"
    }
  }
}
