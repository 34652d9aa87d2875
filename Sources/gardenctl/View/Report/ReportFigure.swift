/// A heading, a sentence, a drawing, and the figures behind it.
struct ReportFigure {
    /// Unique in the page.
    let id: String
    let title: String
    let summary: HTML
    /// `nil` if there is nothing to draw.
    var drawing: HTML?
    var table: DataTable?

    var html: HTML {
        """
        <figure class="figure" aria-labelledby="\(id)">
        <figcaption><h3 id="\(id)">\(title)</h3>
        <p>\(summary)</p></figcaption>
        \(drawing)
        \(table?.details(id: id))
        </figure>
        """
    }
}

/// A part of the page, with its heading.
struct ReportSection {
    /// Unique in the page; the navigation leads to it.
    let id: String
    let title: String
    let content: [HTML]

    var html: HTML {
        """
        <section aria-labelledby="\(id)">
        <h2 id="\(id)" tabindex="-1">\(title)</h2>
        \(content)
        </section>
        """
    }

    var link: HTML { "<li><a href=\"#\(id)\">\(title)</a></li>" }
}
