import CommandGuide

extension CommandPage.Entry {
    static let hooks = Self(
        "~/.config/garden/hooks", "The user's own programs that events start, see 'gardenctl help hook'.")
}
