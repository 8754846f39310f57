import { styleOf } from './style-of.ts'
import { wordLists } from './word-lists.ts'

const left = 'script, style, meta, link, title, xml, img, object, iframe, svg, template, [hidden]'
const kept = new Set(['href', 'start', 'align'])

const blocks = 'p, div, li, h1, h2, h3, h4, h5, h6, tr, br, pre, blockquote'

/** The content policy refuses styles and handlers as soon as they are parsed; here they are only words to read. */
const withoutEffect = (html: string): string =>
  html.replaceAll(/<\/?[a-z][^<>]*>/gi, (tag) =>
    tag.replace(/^(<\/?)(?:style|script)\b/i, '$1xml').replaceAll(/(\s)(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'),
  )

const wrap = (element: Element, tag: 'strong' | 'em'): void => {
  const mark = element.ownerDocument.createElement(tag)
  mark.append(...element.childNodes)
  element.append(mark)
}

/** Programs write bold and italic text as styles too, and Google Docs wraps all that it copies in a `<b>` that is not. */
const readStyles = (body: HTMLElement): void => {
  for (const element of body.querySelectorAll('[data-style]')) {
    const style = styleOf(element)
    const isPlain = /(?:^|[;\s])font-weight:\s*(?:normal|[1-4]00)/i.test(style)
    if (/(?:^|[;\s])display:\s*none/i.test(style)) element.remove()
    else if (element.matches('b, strong') && isPlain) element.replaceWith(...element.childNodes)
    else if (element.matches('span, p, td, th')) {
      if (/(?:^|[;\s])font-weight:\s*(?:bold|[5-9]00)/i.test(style)) wrap(element, 'strong')
      if (/(?:^|[;\s])font-style:\s*italic/i.test(style)) wrap(element, 'em')
    }
  }
}

/** A cell of a memo is one line: what were lines in it are words behind each other. */
const onOneLine = (cell: Element): void => {
  for (const block of cell.querySelectorAll(blocks)) {
    block.before(' ')
    block.replaceWith(...block.childNodes, ' ')
  }
  for (const part of cell.querySelectorAll('table, tbody, thead, td, th, ul, ol')) part.replaceWith(...part.childNodes)
}

const spanOf = (cell: HTMLTableCellElement, side: 'colSpan' | 'rowSpan', max: number): number =>
  Math.max(1, Math.min(cell[side], max))

/** A spreadsheet can merge a whole row; no table of a memo is that wide. */
const maxSpan = 60

/** A table of text is a rectangle with a heading: what spans several cells stands in the first of them. */
const straighten = (table: HTMLTableElement): void => {
  const rows = [...table.rows]
  const grid = rows.map((): HTMLTableCellElement[] => [])
  rows.forEach((row, y) => {
    let x = 0
    for (const cell of row.cells) {
      while (grid[y]?.[x] !== undefined) x += 1
      const width = spanOf(cell, 'colSpan', maxSpan)
      for (let below = 0; below < spanOf(cell, 'rowSpan', rows.length - y); below++)
        for (let beside = 0; beside < width; beside++) {
          const place = grid[y + below]
          if (place !== undefined)
            place[x + beside] = below + beside === 0 ? cell : table.ownerDocument.createElement('td')
        }
      x += width
    }
  })
  const width = Math.max(0, ...grid.map(({ length }) => length))
  const body = table.ownerDocument.createElement('tbody')
  grid.forEach((cells, y) => {
    const row = body.insertRow()
    for (let x = 0; x < width; x++) {
      const place = table.ownerDocument.createElement(y === 0 ? 'th' : 'td')
      const cell = cells[x]
      if (cell !== undefined) {
        place.append(...cell.childNodes)
        const align = cell.getAttribute('align')
        if (align !== null) place.setAttribute('align', align)
      }
      row.append(place)
    }
  })
  table.replaceChildren(body)
}

/** What Word, Excel and web pages put into the clipboard, without their styles and with their lists and tables. */
export const cleanHtml = (html: string): string => {
  const inert = withoutEffect(html)
  // What was copied from a memo is understood as it is.
  if (inert.includes('data-pm-slice')) return inert
  const { body } = new DOMParser().parseFromString(inert, 'text/html')
  for (const element of body.querySelectorAll(left)) element.remove()
  wordLists(body)
  readStyles(body)
  for (const cell of body.querySelectorAll('td, th')) onOneLine(cell)
  for (const table of body.querySelectorAll('table')) straighten(table)
  for (const element of body.querySelectorAll('*'))
    for (const { name } of [...element.attributes]) if (!kept.has(name)) element.removeAttribute(name)
  return body.innerHTML.replaceAll('&nbsp;', ' ')
}
