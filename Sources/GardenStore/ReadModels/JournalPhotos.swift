import GardenCore

/// The photos in a journal that a daemon has open.
public enum JournalPhotos {
    public static func read(_ query: PhotosQuery, database: String) throws(StoreError) -> [NamedPhoto] {
        do { return try SharedRead.read(database) { try VisitPhotoTable.photos(query, in: $0) } } catch {
            throw StoreError(error)
        }
    }
}
