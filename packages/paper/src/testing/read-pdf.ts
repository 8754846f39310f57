import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfText {
  pages: string[]
  /** The text between headers and footers, without spaces: a long word may be broken at the end of a line. */
  body: string
  /** The right-most and lowest ends of texts. */
  extent: { right: number; bottom: number; pageWidth: number }
  title: string
  language: string
  hasTags: boolean
}

/** Reads the text of a PDF, as a reader copies it out. */
export const readPdf = async (bytes: Uint8Array): Promise<PdfText> => {
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  const pages: string[] = []
  let body = ''
  const extent = { right: 0, bottom: Number.POSITIVE_INFINITY, pageWidth: 0 }
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n)
    const { width, height } = page.getViewport({ scale: 1 })
    extent.pageWidth = width
    const { items } = await page.getTextContent()
    const texts = items.flatMap((item) => ('str' in item ? [item] : []))
    pages.push(texts.map(({ str }) => str).join(' '))
    for (const item of texts) {
      const [, slope, , , x, y] = item.transform as number[]
      // The watermark is turned.
      if (slope !== 0 || x === undefined || y === undefined) continue
      extent.right = Math.max(extent.right, x + item.width)
      extent.bottom = Math.min(extent.bottom, y)
      const isMargin = n > 1 && (y > height - 50 || y < 45)
      if (!isMargin) body += item.str.replaceAll(/\s/g, '')
    }
  }
  const { info } = await document.getMetadata()
  const found = {
    pages,
    body,
    extent,
    title: String((info as Record<string, unknown>)['Title']),
    language: String((info as Record<string, unknown>)['Language']),
    hasTags: (await document.getMarkInfo())?.Marked === true,
  }
  await document.destroy()
  return found
}
