import PDFDocument from 'pdfkit'
import { cleanText } from '../content/clean-text.ts'
import { partsOf } from '../content/parts.ts'
import { type FontName, fontFile, fontNames } from '../fonts.ts'
import type { PrintableMemo } from '../printable-memo.ts'
import { destinationOf, drawContents } from './draw-contents.ts'
import { drawCover, drawPartTitle } from './draw-cover.ts'
import { drawItems } from './draw-items.ts'
import { drawMargins } from './draw-margins.ts'
import { createPage, features, type Pdf, tabularFeatures } from './page.ts'
import { accentOf } from './style.ts'
import { createTextLines, type Measure } from './text-lines.ts'

/** The memo as a tagged PDF with embedded fonts. The same memo gives the same bytes. */
export const renderPdf = async (memo: PrintableMemo): Promise<Uint8Array> => {
  const { parts } = partsOf(memo)
  const title = cleanText(memo.dealName)
  const pdf = new PDFDocument({
    size: memo.house.paper === 'a4' ? 'A4' : 'LETTER',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: title,
      Author: cleanText(memo.house.organization),
      Subject: cleanText(memo.subtitle),
      CreationDate: memo.exportedAt,
      ModDate: memo.exportedAt,
    },
  })
  const bytes = collect(pdf)
  for (const name of fontNames) pdf.registerFont(name, fontFile(name))
  pdf.addPage()
  const page = createPage(pdf)
  const text = createTextLines(createMeasure(pdf), accentOf(memo.house.accent))
  const draw = { page, text }
  const root = pdf.struct('Document', { lang: 'en-US' })
  pdf.addStructure(root)
  drawCover(draw, memo, root)
  page.next()
  const fill = drawContents(draw, memo, parts, root)
  const pages = parts.map((part, n) => {
    const previous = parts[n - 1]
    if (n === 0 || part.isAppendix) page.next()
    else if (previous !== undefined && !page.isAtTop()) {
      page.ensure(19 + 104)
      if (!page.isAtTop()) page.y += 19
    }
    const section = pdf.struct('Sect')
    root.add(section)
    drawPartTitle(draw, part, section, () => {
      pdf.addNamedDestination(destinationOf(n), 'XYZ', 0, page.y - 12, null)
      pdf.outline.addItem(`${part.number} ${part.title}`.trim())
    })
    const number = pdf.bufferedPageRange().count
    drawItems(draw, part.items, section)
    section.end()
    return number
  })
  for (const [n, number] of pages.entries()) fill(n, number)
  drawMargins(draw, memo)
  root.end()
  pdf.end()
  return bytes
}

/** Measures words once: a memo repeats most of them. */
const createMeasure = (pdf: Pdf): Measure => {
  const known = new Map<string, number>()
  return (text: string, font: FontName, tabular: boolean) => {
    const key = `${font} ${tabular ? 'tabular' : ''} ${text}`
    const found = known.get(key)
    if (found !== undefined) return found
    const width =
      pdf
        .font(font)
        .fontSize(1_000)
        .widthOfString(text, { features: tabular ? tabularFeatures : features }) / 1_000
    if (text.length <= 40) known.set(key, width)
    return width
  }
}

const collect = (pdf: Pdf): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    pdf.on('error', reject)
  })
