import GardenAPI

extension VisitAddPhoto: PreparedCommand {
    func prepare(in context: QueryContext) -> Preparation<PhotoNeed> {
        let need = PhotoNeed(upload)
        do throws(GardenError) {
            try context.state.visit(self) { try context.history.read($0) }.checkRoomForPhoto()
            return .needs(need)
        } catch { return .refused(error, unneeded: need) }
    }

    func perform(with outcome: PhotoNeed.Outcome, in t: inout Transition) throws(GardenError) -> Visit {
        let photo: VisitPhoto
        do throws(PhotoProblem) { photo = try outcome.get() } catch { throw error.refusal(of: upload) }
        let before = try t.visit(self)
        var content = before.content
        var photos = content.photos ?? []
        if !photos.contains(where: { $0.name == photo.name }) {
            try before.checkRoomForPhoto()
            photos.append(photo)
            content.photos = photos
        }
        return t.changeVisit(.visitEdited, before, to: content)
    }
}

extension VisitRemovePhoto: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Visit {
        let before = try t.visit(self)
        var content = before.content
        let found = (content.photos ?? []).filter { $0.name.hasPrefix(photo) }
        guard let name = found.first?.name else {
            throw GardenError(
                .notFound, "visit \(before.id) has no photo with a name that begins with \(photo)",
                [("kind", "photo"), ("name", .string(photo))])
        }
        guard found.count == 1 else {
            throw .refused(
                .ambiguous, "\(found.count) photos of visit \(before.id) have names that begin with \(photo)",
                [("candidates", .array(found.map { .string($0.name) }))])
        }
        content.photos?.removeAll { $0.name == name }
        if content.photos?.isEmpty == true { content.photos = nil }
        return t.changeVisit(.visitEdited, before, to: content)
    }
}

extension StoredVisit {
    fileprivate func checkRoomForPhoto() throws(GardenError) {
        guard (content.photos?.count ?? 0) >= Limits.photosOfVisit else { return }
        throw .refused(
            .tooManyPhotos, "visit \(id) has \(Limits.photosOfVisit) photos, the maximum; remove one first",
            [("id", .integer(id)), ("limit", .integer(Limits.photosOfVisit))])
    }
}
