/// The style of a report. Colours are properties, so that the dark scheme and paper only replace those. Each colour of letters has a
/// contrast of at least 4.5 to its background in both schemes, and each colour of bars and lines one of at least 3.
let reportStyle = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf6; --raised: #ffffff; --ink: #262c26; --soft: #5c645b; --line: #e3e2d9;
      --accent: #2f7549; --pale: #b9d7be; --second: #b0622a; --removed: #7d857c; --track: #eeede5;
      --heat0: #ebeae1; --heat1: #bfdcc0; --heat2: #85bd8d; --heat3: #46905a; --heat4: #1d5e37;
      --sky: #e6f0ee;
      --serif: "Iowan Old Style", "Palatino Linotype", Palatino, P052, "URW Palladio L", "Source Serif 4", Georgia, serif;
      --sans: system-ui, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", "Liberation Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #161a17; --raised: #1d221e; --ink: #e4e7df; --soft: #a4aca2; --line: #303731;
        --accent: #7cc492; --pale: #34543f; --second: #e0a070; --removed: #8b938a; --track: #2a302b;
        --heat0: #272d28; --heat1: #2c4b37; --heat2: #3d7550; --heat3: #5ea873; --heat4: #a3e0b0;
        --sky: #1c2725;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-behavior: smooth; }
    body {
      margin: 0 auto; max-width: 62rem; padding: 0 clamp(1rem, 4vw, 2.5rem); background: var(--paper); color: var(--ink);
      font: 400 1rem/1.6 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: break-word;
    }
    h1, h2, h3, .brand, .figure-value { font-family: var(--serif); font-weight: 400; text-wrap: balance; }
    h1 { font-size: clamp(2.1rem, 6.5vw, 3.4rem); line-height: 1.1; letter-spacing: -0.015em; margin: 0.3rem 0 0.5rem; }
    h2 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem; letter-spacing: -0.01em; }
    h3 { font-size: 1.2rem; line-height: 1.3; margin: 0; }
    p { margin: 0 0 0.75rem; max-width: 44rem; text-wrap: pretty; }
    a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
    main:focus-visible, h2:focus-visible { outline: none; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .skip { position: absolute; left: 1rem; top: -4rem; background: var(--raised); padding: 0.6rem 1rem; z-index: 1; }
    .skip:focus { top: 1rem; }

    header { padding: clamp(2rem, 7vw, 4.5rem) 0 0; }
    .brand { color: var(--accent); font-style: italic; font-size: 1.1rem; margin: 0; }
    .range { color: var(--soft); font-size: 1.05rem; }
    .range span { white-space: nowrap; }
    nav ul { display: flex; flex-wrap: wrap; gap: 0 1.4rem; list-style: none; margin: 1.2rem 0 0; padding: 0.5rem 0;
      border-block: 1px solid var(--line); }
    nav a { display: inline-block; padding: 0.3rem 0; text-decoration: none; color: var(--soft); font-size: 0.95rem; }
    nav a:hover { color: var(--accent); text-decoration: underline; }
    section { margin: clamp(2.5rem, 6vw, 4rem) 0 0; }
    .note { border-left: 3px solid var(--second); padding: 0.2rem 0 0.2rem 1rem; margin-top: 2rem; }

    .sums { margin-top: 2rem; }
    dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(max(30%, 9rem), 1fr)); gap: 1.75rem 1.25rem; margin: 0; }
    dl div { display: flex; flex-direction: column; }
    dt { color: var(--soft); font-size: 0.9rem; }
    dd { margin: 0; }
    .figure-value { font-size: 1.65rem; line-height: 1.25; font-variant-numeric: lining-nums tabular-nums; }
    .remark, .compared { color: var(--soft); font-size: 0.85rem; line-height: 1.4; }
    .compared { margin: 1.25rem 0 0; }

    .figure { margin: 0 0 2.75rem; min-width: 0; }
    .figure:last-child { margin-bottom: 0; }
    figcaption { margin-bottom: 0.75rem; }
    figcaption p { color: var(--soft); margin: 0.15rem 0 0; }
    .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 2.5rem 3rem; }
    .pair .figure { margin-bottom: 0; display: grid; grid-row: span 3; grid-template-rows: subgrid; row-gap: 0; }

    svg { display: block; }
    svg text { font: 400 12px var(--sans); font-variant-numeric: tabular-nums; fill: var(--soft); }
    .chart { width: calc(100% - 3.6rem); margin-left: 3.6rem; overflow: visible; }
    .chart .value, .heatmap .value { text-anchor: end; }
    .chart .label { text-anchor: middle; }
    .plot, .plot svg { overflow: visible; }
    .grid { stroke: var(--line); }
    .base { stroke: var(--soft); stroke-opacity: 0.55; }
    .bar { fill: var(--accent); }
    .bar.spent { fill: var(--second); }
    .bar:hover, .category:hover { opacity: 0.8; }
    .area { fill: var(--pale); opacity: 0.75; }
    .area.spent { fill: var(--second); opacity: 0.25; }
    .line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
    .line.spent { stroke: var(--second); }

    .heatmap { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0.75rem 1rem; }
    .heatmap svg { width: 100%; max-width: 34rem; height: auto; }
    .heatmap text { font-size: 10px; }
    .heat0 { fill: var(--heat0); } .heat1 { fill: var(--heat1); } .heat2 { fill: var(--heat2); }
    .heat3 { fill: var(--heat3); } .heat4 { fill: var(--heat4); }
    .legend { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; list-style: none; padding: 0; margin: 0.9rem 0 0;
      color: var(--soft); font-size: 0.85rem; }
    .legend li { display: flex; align-items: center; gap: 0.4rem; }

    .chart.categories { width: 100%; margin-left: 0; max-width: 44rem; }
    .categories .name { font-size: 15px; fill: var(--ink); }
    .categories .sum { font-size: 14px; text-anchor: end; }
    .track { fill: var(--track); }
    .category { fill: var(--color); fill: color-mix(in oklab, var(--color) 78%, var(--ink)); }

    .bed { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(46%, 10.5rem), 1fr)); list-style: none;
      margin: 1.25rem 0 0; padding: 0; }
    .bed li { display: flex; flex-direction: column; }
    .bed svg { width: 100%; height: auto; background: linear-gradient(var(--sky), transparent); padding-top: 0.75rem; }
    .bed p { margin: 0; padding: 0.5rem 0.75rem 1.1rem 0; line-height: 1.35; font-size: 0.95rem; }
    .bed strong { font-weight: 600; display: block; }
    .bed span { color: var(--soft); font-size: 0.85rem; }

    details { margin-top: 0.6rem; font-size: 0.9rem; }
    summary { display: inline-block; cursor: pointer; color: var(--accent); padding: 0.3rem 0; }
    summary::before { content: "▸ "; display: inline-block; width: 1.1em; }
    details[open] > summary::before { content: "▾ "; }
    summary::-webkit-details-marker { display: none; }
    .scroll { overflow: auto; max-height: 26rem; border: 1px solid var(--line); border-radius: 8px; background: var(--raised);
      margin-top: 0.4rem; width: fit-content; max-width: 100%; }
    table { border-collapse: collapse; font-size: 0.9rem; }
    caption { text-align: left; color: var(--soft); padding: 0.6rem 0.9rem 0.4rem; }
    th, td { padding: 0.32rem 0.9rem; text-align: left; font-weight: 400; white-space: nowrap; border-top: 1px solid var(--line); }
    thead th { color: var(--soft); border-top: 0; }
    .number { text-align: right; }
    .tiers { margin-top: 1rem; overflow-x: auto; }
    .tiers caption { padding-left: 0; }
    .tiers th:first-child { padding-left: 0; }
    code { font-size: 0.92em; }
    footer { margin: clamp(3rem, 8vw, 5rem) 0 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft);
      font-size: 0.85rem; }

    @media (max-width: 34rem) { .minor { display: none; } .chart { width: calc(100% - 3.2rem); margin-left: 3.2rem; } }
    @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
    @media (forced-colors: active) {
      :root { --paper: Canvas; --raised: Canvas; --ink: CanvasText; --soft: CanvasText; --line: GrayText; --accent: LinkText;
        --second: GrayText; --pale: GrayText; }
      svg { forced-color-adjust: none; }
    }
    @media print {
      :root {
        --paper: #fff; --raised: #fff; --ink: #000; --soft: #444; --line: #ccc; --accent: #2f7549; --pale: #cfe3d2;
        --second: #b0622a; --removed: #777; --track: #eee; --heat0: #ebeae1; --heat1: #bfdcc0; --heat2: #85bd8d;
        --heat3: #46905a; --heat4: #1d5e37; --sky: #fff;
      }
      @page { margin: 16mm 14mm; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      body { max-width: none; padding: 0; font-size: 10pt; }
      nav, details, .skip { display: none; }
      header { padding-top: 0; }
      section { margin-top: 2rem; }
      h2, h3, figcaption { break-after: avoid; }
      .figure, .bed li, dl div { break-inside: avoid; }
      .figure { margin-bottom: 1.5rem; }
    }
    """
