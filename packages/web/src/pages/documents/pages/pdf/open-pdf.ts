import type { Client } from '@deal-canvas/client'
import { type Document, documentContent } from '@deal-canvas/contract'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

/** Smaller files are loaded at once. */
const pieceBytes = 1024 * 1024
/** Larger images are left out of a drawing: A4 at 600 dpi fits. */
const maxImagePixels = 40_000_000

/** Loads pdf.js on demand: it is larger than the rest of the page. */
const loadPdfjs = async () => {
  const pdfjs = await import('pdfjs-dist')
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
  return pdfjs
}

/** Opens a PDF to draw its pages. Only the parts of the file that the pages need are loaded. */
export const openPdf = async (client: Client, dealId: string, { id, size }: Pick<Document, 'id' | 'size'>) => {
  const { getDocument, PDFDataRangeTransport, version } = await loadPdfjs()
  const leaving = new AbortController()
  /** One piece after the other: the service limits how many files a person loads at the same time. */
  let last: Promise<unknown> = Promise.resolve()

  class Pieces extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      last = last
        .then(() =>
          client.download(documentContent, {
            params: { deal_id: dealId, document_id: id },
            range: { start: begin, end: end - 1 },
            signal: leaving.signal,
          }),
        )
        .then(async (piece) => this.onDataRange(begin, new Uint8Array(await piece.arrayBuffer())))
        .catch((error: unknown) => {
          if (!leaving.signal.aborted) refuse(error)
        })
    }
  }

  let refuse: (error: unknown) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    refuse = reject
  })
  // Nobody waits for it once the file is open; a missing piece then leaves its page empty.
  failed.catch(() => {})
  const files = `${import.meta.env.BASE_URL}assets/pdfjs-${version}/`
  const task = getDocument({
    range: new Pieces(size, null),
    rangeChunkSize: pieceBytes,
    disableStream: true,
    disableAutoFetch: true,
    // Nothing of the file is executed, and the content policy of the page does not allow WebAssembly.
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    wasmUrl: `${files}wasm/`,
    cMapUrl: `${files}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${files}standard_fonts/`,
    maxImageSize: maxImagePixels,
    verbosity: 0,
  })
  const close = async (): Promise<void> => {
    leaving.abort()
    await task.destroy()
  }
  try {
    return { file: await Promise.race([task.promise, failed]), close }
  } catch (error) {
    await close()
    throw error
  }
}
