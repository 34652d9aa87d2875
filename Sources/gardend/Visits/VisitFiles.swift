import CommandGuide

extension CommandPage.Entry {
    static let photos = Self(
        "~/.local/share/garden/photos/", "Photos of visits. A full backup (gardend backup) has them, daily ones do not."
    )

    static let identityKey = Self(
        "~/.local/share/garden/identity.key", "The private key that signs located visits. Daily backups do not have it."
    )
}
