import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import type { Page } from '../digitized.ts'
import { withBoundedArrays } from './bounded-arrays.ts'
import { shortTitle } from './part-text.ts'
import { Unreadable, unreadable } from './unreadable.ts'
import { wellFormed } from './well-formed.ts'

const maxPages = 2_000
const maxText = 20_000_000
const maxPageLength = 400_000
const inflatesTooFar = 'The PDF inflates to more than can be read'

/** Loaded when there is a PDF: it is large, and most threads never see one. */
const loadPdfjs = async () => {
  const places = globalThis as { DOMMatrix?: unknown }
  // It makes one at its start, for drawing; where nothing is drawn anything will do.
  places.DOMMatrix ??= class {}
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

const openPdf = async (bytes: Uint8Array) => {
  const { getDocument } = await loadPdfjs()
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    // Nothing of the file is run, drawn or fetched.
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    disableAutoFetch: true,
    cMapUrl: join(folder, 'cmaps') + sep,
    cMapPacked: true,
    standardFontDataUrl: join(folder, 'standard_fonts') + sep,
  })
  try {
    return { document: await task.promise, close: () => task.destroy() }
  } catch (error) {
    await task.destroy()
    if (error instanceof Error && error.name === 'PasswordException')
      return unreadable('The PDF is protected by a password')
    return unreadable('The PDF is damaged and cannot be read')
  }
}

const assertPages = (pages: number): void => {
  if (pages > maxPages) unreadable(`The PDF has more than ${maxPages.toLocaleString('en')} pages`)
}

/** Whether it can be opened at all, and without a password. */
export const judgePdf = (bytes: Uint8Array): Promise<void> =>
  withBoundedArrays(async () => {
    const { document, close } = await openPdf(bytes)
    const pages = document.numPages
    await close()
    assertPages(pages)
  })

/** The text of each page, in the order in which the file has it. */
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
        page.cleanup()
        if (isExceeded()) unreadable(inflatesTooFar)
        const text = tidy(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''))
        size += text.length
        if (size > maxText) unreadable('The document holds more text than can be read')
        pages.push({ page: number, text })
      }
      if (size === 0) unreadable('The PDF holds no text; its pages may be pictures')
      return { title: await titleOf(document), pages }
    } catch (error) {
      if (error instanceof Unreadable) throw error
      return unreadable(isExceeded() ? inflatesTooFar : 'The PDF is damaged and cannot be read')
    } finally {
      await close()
    }
  })

const tidy = (text: string): string =>
  wellFormed(
    text
      .slice(0, maxPageLength)
      .replaceAll('\0', '')
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/ ?\n ?/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  )

const titleOf = async (document: { getMetadata(): Promise<{ info: object }> }): Promise<string | null> => {
  const { info } = await document.getMetadata()
  const title = 'Title' in info ? info.Title : undefined
  return typeof title === 'string' ? shortTitle(title) : null
}
