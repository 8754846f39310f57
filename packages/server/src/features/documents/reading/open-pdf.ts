import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { documentMessages } from '../../../messages/documents.ts'
import { NeedsPassword, unreadable } from './unreadable.ts'

/** Larger images are left out while a page is drawn: A4 at 600 dpi fits. */
const maxImagePixels = 40_000_000

/** Loaded on demand: it is large, and most threads never read a PDF. */
const loadPdfjs = async ({ isDrawn }: { isDrawn: boolean }) => {
  const places = globalThis as { DOMMatrix?: unknown }
  // pdf.js creates a DOMMatrix at startup for drawing. Where nothing is drawn, any class will do.
  if (!isDrawn) places.DOMMatrix ??= class {}
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

/**
 * Opens a PDF to read its text, or with `isDrawn` to draw its pages. With `isStrict`, what cannot be decoded is an error
 * and not left out.
 */
export const openPdf = async (
  bytes: Uint8Array,
  { isDrawn = false, isStrict = false }: { isDrawn?: boolean; isStrict?: boolean } = {},
) => {
  const { getDocument } = await loadPdfjs({ isDrawn })
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    // Never execute or fetch anything from the file.
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    // Some scanners compress with JPEG 2000 and JBIG2, which are decoded by WebAssembly.
    useWasm: isDrawn,
    wasmUrl: join(folder, 'wasm') + sep,
    maxImageSize: maxImagePixels,
    stopAtErrors: isStrict,
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
      throw new NeedsPassword(documentMessages.passwordNeeded())
    return unreadable(documentMessages.pdfDamaged())
  }
}
