const page = { width: 612, height: 792, margin: 72, leading: 16 }
const maxLines = Math.floor((page.height - 2 * page.margin) / page.leading)
/** The number of characters that fit between the margins at the font size used. */
const lineLength = 84

const wrapped = (text) => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== '' && line.length + word.length >= lineLength) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

/** The lines of each page; a section that does not fit on the current page starts a new one. */
const pagesOf = ({ title, sections }) => {
  const pages = [[{ text: title, font: 'F2', size: 18 }, { text: '' }]]
  for (const { heading, paragraphs } of sections) {
    const lines = [{ text: heading, font: 'F2', size: 13 }]
    for (const paragraph of paragraphs) lines.push(...wrapped(paragraph).map((text) => ({ text })), { text: '' })
    if (pages.at(-1).length + lines.length > maxLines) pages.push([])
    pages.at(-1).push(...lines)
  }
  return pages
}

const literal = (text) => `(${text.replaceAll(/[\\()]/g, (letter) => `\\${letter}`)})`

const contentOf = (lines) =>
  lines
    .map(({ text, font = 'F1', size = 11 }, n) => {
      const y = page.height - page.margin - n * page.leading
      return text === '' ? '' : `BT /${font} ${size} Tf 1 0 0 1 ${page.margin} ${y} Tm ${literal(text)} Tj ET\n`
    })
    .join('')

/** The bytes of a PDF 1.4 document with a title and sections, in standard fonts. */
export const pdfFile = (document) => {
  const pages = pagesOf(document)
  const first = 6
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, n) => `${first + 2 * n} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(document.title)} /Producer (Deal Canvas demo) >>`,
    ...pages.flatMap((lines, n) => {
      const content = contentOf(lines)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + 2 * n + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}endstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, n) => {
    const place = body.length
    body += `${n + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  const bytes = new TextEncoder().encode(body)
  // Offsets count bytes, so a non-ASCII character would shift them.
  if (bytes.length !== body.length) throw new Error(`${document.title} has letters beyond ASCII`)
  return bytes
}
