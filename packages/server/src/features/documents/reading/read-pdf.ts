import { documentMessages } from '../../../messages/documents.ts'
import type { Page } from '../digitized.ts'
import { withBoundedArrays } from './bounded-arrays.ts'
import { openPdf } from './open-pdf.ts'
import { shortTitle } from './part-text.ts'
import { type Fragment, layOutPage } from './pdf-lines.ts'
import { Unreadable, unreadable } from './unreadable.ts'

const maxPages = 2_000
const maxText = 20_000_000

const assertPages = (pages: number): void => {
  if (pages > maxPages) unreadable(documentMessages.tooManyPages({ limit: maxPages }))
}

/** Rejects a PDF that cannot be opened or needs a password. */
export const judgePdf = (bytes: Uint8Array): Promise<void> =>
  withBoundedArrays(async () => {
    const { document, close } = await openPdf(bytes)
    const pages = document.numPages
    await close()
    assertPages(pages)
  })

/** Returns the text of each page, in file order. */
export const readPdf = (bytes: Uint8Array): Promise<{ title: string | null; pages: Page[] }> =>
  withBoundedArrays(async (isExceeded) => {
    const { document, close } = await openPdf(bytes)
    try {
      assertPages(document.numPages)
      const pages: Page[] = []
      let size = 0
      for (let number = 1; number <= document.numPages; number++) {
        const page = await document.getPage(number)
        const { items } = await page.getTextContent()
        const viewport = page.getViewport({ scale: 1 })
        page.cleanup()
        if (isExceeded()) unreadable(documentMessages.pdfInflatesTooFar())
        const fragments = items.flatMap((item) => ('str' in item ? [fragmentOf(item, viewport)] : []))
        const read = layOutPage(number, fragments, viewport)
        size += read.text.length
        if (size > maxText) unreadable(documentMessages.tooMuchText())
        pages.push(read)
      }
      return { title: await titleOf(document), pages }
    } catch (error) {
      if (error instanceof Unreadable) throw error
      return unreadable(isExceeded() ? documentMessages.pdfInflatesTooFar() : documentMessages.pdfDamaged())
    } finally {
      await close()
    }
  })

interface TextItem {
  str: string
  transform: number[]
  width: number
  height: number
  hasEOL: boolean
}

interface Viewport {
  width: number
  height: number
  convertToViewportPoint(x: number, y: number): number[]
}

/** The share of the text height below the baseline. */
const descent = 0.2

/** Locates a text by its transform: the direction of the baseline, and where it starts. */
const fragmentOf = ({ str, transform, width, height, hasEOL }: TextItem, viewport: Viewport): Fragment => {
  const [a = 1, b = 0, , , x = 0, y = 0] = transform
  const length = Math.hypot(a, b) || 1
  const [alongX, alongY] = [a / length, b / length]
  const corners = [
    [0, -descent],
    [width, -descent],
    [0, 1 - descent],
    [width, 1 - descent],
  ].map(([along = 0, up = 0]) =>
    viewport.convertToViewportPoint(
      x + along * alongX - up * height * alongY,
      y + along * alongY + up * height * alongX,
    ),
  )
  const [xs, ys] = [corners.map(([left = 0]) => left), corners.map(([, top = 0]) => top)]
  const [start = [], end = []] = corners
  return {
    text: str,
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    endsLine: hasEOL,
    isUpright: Math.abs((start[1] ?? 0) - (end[1] ?? 0)) < 0.5 && (end[0] ?? 0) >= (start[0] ?? 0),
  }
}

const titleOf = async (document: { getMetadata(): Promise<{ info: object }> }): Promise<string | null> => {
  const { info } = await document.getMetadata()
  const title = 'Title' in info ? info.Title : undefined
  return typeof title === 'string' ? shortTitle(title) : null
}
