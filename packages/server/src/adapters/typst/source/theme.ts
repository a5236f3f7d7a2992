/** The theme of a book: Typst functions used by pages, for lines that start at the left or the right. Contains no user input. */
export const theme = (begin: 'left' | 'right'): string => String.raw`
#let ink = rgb("#1c2230")
#let soft = rgb("#5b6475")
#let faint = rgb("#8b93a3")
#let hairline = rgb("#dfe3ea")
#let paper = rgb("#f6f7f9")
#let primary = rgb("#2f5bd3")
#let colors = (red: rgb("#c2261d"), orange: rgb("#b4560a"), yellow: rgb("#8f6a00"), green: rgb("#1b7a3d"), blue: rgb("#1f5fbf"), purple: rgb("#7440b8"), primary: primary)
#let fills = (red: rgb("#fbdfdc"), orange: rgb("#fde6cf"), yellow: rgb("#fdf2bf"), green: rgb("#d7f0de"), blue: rgb("#dbe8fb"), purple: rgb("#eadffa"), primary: rgb("#dfe7fb"), plain: rgb("#eceef2"))
#let tones = (info: (rgb("#1f5fbf"), rgb("#eef4fd"), "i"), success: (rgb("#1b7a3d"), rgb("#ecf7ef"), "✓"), warning: (rgb("#b4560a"), rgb("#fdf4e9"), "!"), danger: (rgb("#c2261d"), rgb("#fdefee"), "×"))
#let faces = ("Inter", "Noto Sans Hebrew", "Noto Naskh Arabic", "Chocolate Classical Sans", "NanumGothic", "Noto Emoji", "Libertinus Serif")
#let mono = ("DejaVu Sans Mono", ..faces)
#let z = box()
#let current = state("page", "")
#let way = ${begin === 'right' ? 'rtl' : 'ltr'}

#let to-url(url, body) = link(url, text(fill: primary, body))
#let plain-url(url, body) = link(url, body)
#let plain-page(anchor, page, body) = if anchor in known { link(label(anchor), body) } else if page in known { link(label(page), body) } else { body }
#let to-page(anchor, page, body) = plain-page(anchor, page, if page in known { text(fill: primary, body) } else { body })

#let span-code(body) = highlight(fill: rgb("#eff1f5"), radius: 2pt, extent: 1.5pt, top-edge: 0.95em, bottom-edge: -0.28em, text(font: mono, size: 0.86em, body))
#let span-key(body) = box(stroke: 0.6pt + rgb("#c3c9d4"), fill: white, radius: 2.5pt, inset: (x: 3.5pt), outset: (y: 2.6pt), text(size: 0.84em, body))
#let span-color(name, body) = text(fill: colors.at(name), body)
#let span-fill(name, body) = highlight(fill: fills.at(name), radius: 1.5pt, extent: 1pt, top-edge: 0.95em, bottom-edge: -0.28em, body)
#let pill(name, body) = box(fill: fills.at(name), radius: 3pt, inset: (x: 4pt), outset: (y: 2.4pt), text(size: 0.86em, fill: colors.at(name, default: soft), body))
#let button-primary(body) = box(fill: primary, radius: 4pt, inset: (x: 9pt, y: 5pt), baseline: 5pt, text(fill: white, weight: 600, size: 0.92em, body))
#let button-secondary(body) = box(stroke: 0.7pt + rgb("#c3c9d4"), radius: 4pt, inset: (x: 9pt, y: 5pt), baseline: 5pt, text(weight: 600, size: 0.92em, body))
#let check(on) = box(baseline: 0.1em, width: 0.85em, height: 0.85em, radius: 2pt, stroke: 0.7pt + if on { primary } else { faint }, fill: if on { primary } else { white }, if on { align(center + horizon, text(fill: white, size: 0.7em, weight: 700, "✓")) })

#let directed(way, body) = { set text(dir: way); body }
#let missing(body) = box(stroke: (paint: hairline, dash: "dashed"), radius: 3pt, inset: 6pt, text(fill: soft, size: 0.9em, body))
#let caption(body) = block(above: 5pt, width: 100%, align(center, text(size: 0.86em, fill: soft, body)))
#let picture(width, height, body) = layout(size => {
  let room = calc.min(1.0, size.width / width, 560pt / height)
  block(width: width * room, body)
})
#let inline-picture(width, height, body) = box(baseline: 15%, layout(size => {
  let room = calc.min(1.0, size.width / width, 240pt / height)
  box(width: width * room, body)
}))
#let inline-icon(svg) = box(baseline: 12%, image(bytes(svg), format: "svg", height: 0.95em))
#let figure-block(body, words) = block(breakable: false, { body; if words != none { caption(words) } })
#let placed(side, body) = block(width: 100%, above: 1.5em, below: 1.5em, align(side, body))
#let framed(side, body) = placed(side, block(fill: paper, stroke: 0.6pt + hairline, radius: 6pt, inset: 10pt, body))
#let gallery(columns: 2, ..all) = block(above: 1.5em, below: 1.5em, grid(columns: (1fr,) * columns, gutter: 10pt, align: center, ..all.pos()))

#let section(level: 2, size: 1, body) = heading(level: level, outlined: false, bookmarked: size == 1, supplement: ([1], [2], [3]).at(size - 1), body)
#let minor-heading(body) = block(above: 0.9em, below: 0.6em, sticky: true, text(weight: 700, body))
#let page-start(name: "") = { pagebreak(weak: true); current.update(name) }
#let page-title(level: 1, name: [], body) = heading(level: level, outlined: true, bookmarked: true, supplement: name, body)
#let page-description(body) = block(above: 0.8em, below: 1.8em, text(size: 1.12em, fill: soft, body))
#let divider = block(above: 1.6em, below: 1.6em, line(length: 100%, stroke: 0.7pt + hairline))
#let quotation(body) = block(above: 1.2em, below: 1.2em, inset: (${begin}: 14pt, y: 2pt), stroke: (${begin}: 2.5pt + rgb("#c9cfda")), text(fill: soft, body))
#let block-source(body) = block(width: 100%, align(center, text(font: mono, size: 0.88em, body)))

#let task(on, body) = (check(on), body)
#let tasks(..all) = block(inset: (${begin}: 4pt), grid(columns: (14pt, 1fr), row-gutter: 0.75em, ..all.pos().flatten()))

#let code-block(source: "", syntax: "txt", title: none, numbers: false, marks: (), has-long-words: false) = block(width: 100%, breakable: source.split("\n").len() > 12, above: 1.3em, below: 1.3em, radius: 5pt, stroke: 0.6pt + hairline, fill: paper, clip: false, {
  if title != none {
    block(width: 100%, above: 0pt, below: 0pt, sticky: true, inset: (x: 10pt, y: 6pt), stroke: (bottom: 0.6pt + hairline), text(size: 0.82em, weight: 600, fill: soft, title))
  }
  block(width: 100%, above: 0pt, below: 0pt, inset: (x: 10pt, y: 9pt), {
    set text(font: mono, size: 8.2pt, dir: ltr)
    set par(leading: 0.62em, justify: false)
    set align(left)
    show regex("\S{60}"): it => if has-long-words { it + z } else { it }
    show raw.line: it => {
      let words = { if numbers { box(width: 20pt, align(right, text(fill: faint, str(it.number)))); h(9pt) }; it.body }
      if it.number in marks { box(width: 100%, fill: rgb("#fdf2bf"), outset: (x: 10pt, y: 2.6pt), words) } else { words }
    }
    raw(source, lang: syntax, block: true)
  })
})

#let hint(style, body) = {
  let (color, fill, sign) = tones.at(style)
  block(width: 100%, above: 1.3em, below: 1.3em, fill: fill, radius: 5pt, inset: (x: 12pt, y: 11pt), stroke: (${begin}: 2.5pt + color), grid(columns: (15pt, 1fr), gutter: 7pt,
    box(width: 12.5pt, height: 12.5pt, radius: 50%, fill: color, align(center + horizon, text(fill: white, size: 8.5pt, weight: 700, sign))),
    body))
}
#let tab(title, body) = block(width: 100%, above: 1.1em, below: 1.1em, stroke: (${begin}: 0.8pt + hairline), inset: (${begin}: 12pt, top: 2pt, bottom: 2pt), {
  block(above: 0pt, below: 0.9em, sticky: true, box(fill: fills.plain, radius: 3pt, inset: (x: 7pt), outset: (y: 4pt), text(size: 0.88em, weight: 600, title)))
  body
})
#let expandable(title, body) = block(width: 100%, above: 1.2em, below: 1.2em, stroke: 0.6pt + hairline, radius: 5pt, inset: (x: 12pt, y: 10pt), {
  block(above: 0pt, below: 0.9em, sticky: true, text(weight: 600, title))
  body
})
#let step(last: false, number, body) = block(width: 100%, above: 0pt, below: 0pt, inset: (${begin}: 10pt), block(width: 100%, inset: (${begin}: 22pt, bottom: if last { 4pt } else { 14pt }), stroke: if last { none } else { (${begin}: 0.9pt + hairline) }, {
  place(dx: ${begin === 'left' ? '-' : ''}32pt, dy: -3pt, box(width: 20pt, height: 20pt, radius: 50%, fill: fills.primary, stroke: 2.5pt + white, align(center + horizon, text(size: 8.5pt, weight: 700, fill: primary, number))))
  body
}))
#let columns-block(widths: (), ..all) = block(width: 100%, above: 1.3em, below: 1.3em, grid(columns: widths, gutter: 18pt, ..all.pos()))
#let tile(title, note) = block(width: 100%, above: 1em, below: 1em, stroke: 0.6pt + hairline, radius: 5pt, inset: (x: 12pt, y: 10pt), grid(columns: (1fr, auto), gutter: 10pt, align: (start + horizon, end + horizon),
  { text(weight: 600, title); if note != none { h(8pt); text(fill: faint, size: 0.88em, note) } }, text(fill: faint, "→")))
#let operation(method, path, where) = block(width: 100%, above: 1.2em, below: 1.2em, breakable: false, stroke: 0.6pt + hairline, fill: paper, radius: 5pt, inset: (x: 12pt, y: 10pt), {
  if method != [] { box(fill: primary, radius: 3pt, inset: (x: 5pt), outset: (y: 3.2pt), text(fill: white, size: 0.8em, weight: 700, method)); h(8pt) }
  text(font: mono, size: 0.88em, path)
  if where != none { linebreak(); text(size: 0.84em, fill: soft, where) }
})
#let update-block(head, body) = block(width: 100%, above: 1.4em, below: 1.4em, { block(above: 0pt, below: 0.8em, sticky: true, head); body })

#let table-block(widths: (), size: 1, sides: (), head: (), ..cells) = block(width: 100%, above: 1.3em, below: 1.3em, {
  set text(size: 0.9em * size, hyphenate: size < 1)
  set par(justify: false)
  table(columns: widths, align: (x, y) => sides.at(x) + top, inset: (x: 7pt, y: 6.5pt), stroke: (x, y) => (bottom: 0.6pt + hairline),
    ..if head.len() > 0 { (table.header(..head.map(one => table.cell(fill: paper, text(weight: 600, one)))),) },
    ..cells.pos())
})
#let card(cover: none, foot: none, whole: true, ..lines) = block(width: 100%, breakable: not whole, stroke: 0.6pt + hairline, radius: 6pt, clip: true, {
  if cover != none { block(above: 0pt, below: 0pt, width: 100%, cover) }
  block(above: 0pt, below: 0pt, width: 100%, inset: 10pt, {
    for one in lines.pos() { block(above: 0.6em, below: 0.6em, one) }
    if foot != none { block(above: 0.8em, below: 0pt, text(size: 0.86em, foot)) }
  })
})
#let cards(columns: 3, ..all) = block(width: 100%, above: 1.3em, below: 1.3em, { set text(size: 0.92em); grid(columns: (1fr,) * columns, gutter: 10pt, ..all.pos()) })

#let cover(title: [], organization: [], note: [], logo: none, links: ()) = {
  page(header: none, footer: none, margin: (x: 2.6cm, top: 3cm, bottom: 2.6cm), {
    if logo != none { logo } else { v(48pt) }
    v(1fr)
    line(length: 46pt, stroke: 3pt + primary)
    v(14pt)
    par(leading: 0.42em, justify: false, text(size: 34pt, weight: 700, tracking: -0.5pt, title))
    v(12pt)
    text(size: 13pt, fill: soft, organization)
    v(2fr)
    text(size: 9.5pt, fill: faint, note)
  })
  outline(depth: 6, target: heading.where(outlined: true))
  for one in links { block(above: 1.2em, below: 0pt, text(weight: 600, one)) }
  pagebreak(weak: true)
}

#let book(title: "", language: "en", region: none, date: none, has-cover: true, body) = {
  set document(title: title, date: date)
  set text(font: faces, size: 10pt, fill: ink, lang: language, region: region)
  set page(
    paper: "a4",
    margin: (x: 2.25cm, top: 2.5cm, bottom: 2.4cm),
    // The header and the footer have the direction of the book, even on a sheet with the other direction.
    header: context if not has-cover or here().page() > 1 { set text(dir: way); text(size: 8pt, fill: faint, title) },
    footer: context { set text(size: 8pt, fill: faint, dir: way); grid(columns: (1fr, auto), gutter: 12pt, align(start, current.get()), align(end, str(here().page()))) },
  )
  set par(leading: 0.72em, spacing: 1.15em, justify: false)
  set list(indent: 4pt, body-indent: 7pt, spacing: 0.75em, marker: (text(fill: faint, "•"), text(fill: faint, "◦"), text(fill: faint, "–")))
  set enum(indent: 4pt, body-indent: 7pt, spacing: 0.75em)
  set footnote.entry(separator: line(length: 28%, stroke: 0.6pt + hairline))
  show footnote.entry: set text(size: 8.2pt)
  show math.equation: set text(font: "New Computer Modern Math")
  show heading: it => {
    if it.outlined {
      block(above: 0pt, below: 0.9em, sticky: true, text(size: if it.level == 1 { 23pt } else if it.level == 2 { 19pt } else { 16.5pt }, weight: 700, tracking: -0.3pt, it.body))
    } else {
      let size = if it.supplement == [1] { 15pt } else if it.supplement == [2] { 12.2pt } else { 10.6pt }
      block(above: if size > 13pt { 1.9em } else { 1.6em }, below: 0.85em, sticky: true, text(size: size, weight: 600, it.body))
    }
  }
  show outline: set heading(outlined: false, bookmarked: true, supplement: [1])
  set outline.entry(fill: repeat(gap: 4pt, text(fill: hairline, ".")))
  // Titles are in a column of their own, so that right-to-left text does not move the page number.
  show outline.entry: it => link(it.element.location(), it.indented(it.prefix(), grid(columns: (auto, 1fr, auto), column-gutter: 4pt, align: bottom,
    align(${begin}, it.element.supplement), it.fill, it.page())))
  show outline.entry.where(level: 1): set text(weight: 600)
  show outline.entry.where(level: 1): set block(above: 1.2em)
  body
}
`;
