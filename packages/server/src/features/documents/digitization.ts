import { tableKinds } from '@deal-canvas/contract'
import type { ExtractOptions } from '@deal-canvas/facts'
import { documentMessages } from '../../messages/documents.ts'
import { BlobTooLarge } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Key, KeyValue } from '../../platform/key-value/key-value.ts'
import type { DocumentCells } from './cells/document-cells.ts'
import { createCutOffReadings } from './cut-off-readings.ts'
import type { DealBlobs } from './deal-blobs.service.ts'
import { maxDerivedBytes } from './derived-bytes.ts'
import type { Extract } from './digitize.worker.ts'
import { type Digitized, type Page, readDigitized, readPages } from './digitized.ts'
import type { DocumentReader } from './document-reader.ts'
import type { DocumentRow, DocumentsStore } from './documents.store.ts'
import type { PageRecognizer } from './ocr/page-recognizer.ts'
import type { Outcome } from './outcome.ts'
import { createSharedWork } from './shared-work.ts'

/** Thrown for a document that cannot be read; its row stores the same problem. */
export class DocumentUnreadable extends Error {
  override readonly name = 'DocumentUnreadable'
}

interface Deps {
  store: Pick<DocumentsStore, 'find' | 'withContent' | 'markRead' | 'markRecognizing' | 'markFailed'>
  blobs: Pick<DealBlobs, 'open' | 'put' | 'drop'>
  state: Pick<KeyValue, 'get' | 'set' | 'delete'>
  reader: Pick<DocumentReader, 'digitize' | 'putRecognized' | 'facts'>
  recognizer: Pick<PageRecognizer, 'recognize'>
  cells: Pick<DocumentCells, 'keep' | 'forget'>
  onError(error: unknown): void
  now: Clock
}

/** Where the extracted content of a file is stored. Increment `form` when the format changes. */
interface Kept {
  form: 3
  blob: string
  title: string | null
  parts: number
  /** Absent if none of its pages was a scan. */
  ocr?: { pages: number; read: number }
  /** Why some of its pages are missing. */
  problem?: string
}

const form = 3

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'form' in value && value.form === form

const keyOf = ({ dealId, kind, sha256 }: DocumentRow): Key => ({
  dealId,
  kind: 'digitization',
  id: `${kind}-${sha256}`,
})

/**
 * Extracts the content of documents, once per distinct file of a deal. Stored content can disappear and is then
 * extracted again.
 */
export const createDigitization = ({ store, blobs, state, reader, recognizer, cells, onError, now }: Deps) => {
  const cutOffReadings = createCutOffReadings(state)
  const recognitions = createSharedWork<Extracted>((error) => {
    if (!(error instanceof DocumentUnreadable)) onError(error)
  })
  const recall = async (at: Parameters<KeyValue['get']>[0]) => {
    const kept = (await state.get(at))?.value
    const stream = isKept(kept) ? await blobs.open(kept.blob) : undefined
    return isKept(kept) && stream !== undefined ? { kept, digitized: await readDigitized(stream) } : undefined
  }

  const giveUp = async (document: DocumentRow, problem: string): Promise<never> => {
    await store.markFailed(document, problem, now())
    throw new DocumentUnreadable(problem)
  }

  const read = async <Answer>(
    document: DocumentRow,
    work: () => Promise<Outcome<Answer>>,
  ): Promise<Outcome<Answer>> => {
    const isToBeRead = await cutOffReadings.begin(document)
    try {
      return isToBeRead ? await work() : { ok: false, problem: documentMessages.interruptedTooOften() }
    } finally {
      await cutOffReadings.end(document)
    }
  }

  const keep = async (
    document: DocumentRow,
    at: Key,
    { title, parts, content, cells: pages }: Omit<Extract, 'scanned'>,
    more: Pick<Kept, 'ocr' | 'problem'> = {},
  ): Promise<Extracted> => {
    try {
      if (pages !== undefined) await cells.keep(document, pages)
      const { sha256: blob } = await blobs.put(document.dealId, content, { maxBytes: maxDerivedBytes(document.size) })
      const kept = { form, blob, title, parts, ...more } as const
      await state.set(at, kept)
      return { kept, digitized: await readDigitized(asStream(content)) }
    } catch (error) {
      if (error instanceof BlobTooLarge) return giveUp(document, documentMessages.tooMuchText())
      throw error
    }
  }

  /** Reads the scanned pages by text recognition, and stores how far it is for those who wait. */
  const recognize = async (document: DocumentRow, at: Key, { scanned, ...extract }: Extract): Promise<Extracted> => {
    const pages = scanned.length
    const note = (done: number): Promise<boolean> => store.markRecognizing(document, { pages, read: done }, now())
    await note(0)
    const outcome = await read(document, async () => {
      const recognized = await recognizer.recognize(document, scanned, note)
      const isScan = recognized.pages.length === 0 && pages === extract.parts
      if (isScan && recognized.problem !== null) return { ok: false, problem: recognized.problem }
      const whole = await reader.putRecognized(document, extract.content, recognized.pages)
      return whole.ok ? { ok: true, answer: { ...recognized, ...whole.answer } } : whole
    })
    if (!outcome.ok) return giveUp(document, outcome.problem)
    const { content, problem, pages: done } = outcome.answer
    const more = { ocr: { pages, read: done.length }, ...(problem === null ? {} : { problem }) }
    const extracted = await keep(document, at, { ...extract, content }, more)
    await finish(document, extracted.kept)
    return extracted
  }

  const extract = async (document: DocumentRow, at: Key, signal?: AbortSignal): Promise<Extracted> => {
    const outcome = await read(document, () => reader.digitize(document, signal))
    if (!outcome.ok) return giveUp(document, outcome.problem)
    const { scanned, ...rest } = outcome.answer
    if (scanned.length === 0) return keep(document, at, rest)
    return recognitions.join(nameOf(at), () => recognize(document, at, outcome.answer), signal)
  }

  /** Deletes the extracted content unless the deal has another document with the same file. Returns its blobs. */
  const forget = async (document: DocumentRow): Promise<string[]> => {
    const same = await store.withContent(document.dealId, [document.sha256])
    if (same.some(({ kind }) => kind === document.kind)) return []
    const at = keyOf(document)
    const kept = (await state.get(at))?.value
    await state.delete(at)
    return [...(isKept(kept) ? [kept.blob] : []), ...(await cells.forget(document))]
  }

  /** Stores the result of reading in the row. */
  const finish = async (document: DocumentRow, { title, parts, ocr, problem }: Kept): Promise<void> => {
    const isKnown = document.title === title && document.parts === parts
    if (!isKnown || document.state === 'stored' || document.state === 'failed')
      await store.markRead(document, { title, parts, ocr: ocr ?? null, problem: problem ?? null }, now())
    // If the document was removed while it was read, its extracted content must be deleted too.
    if ((await store.find(document.dealId, document.id)) === undefined)
      await blobs.drop(document.dealId, await forget(document))
  }

  const digitize = async (document: DocumentRow, signal?: AbortSignal): Promise<Digitized> => {
    // A file of an archive that was not recognized stays unreadable.
    if (document.kind === 'unknown') throw new DocumentUnreadable(document.problem ?? documentMessages.damaged())
    const at = keyOf(document)
    const { kept, digitized } =
      (await recognitions.wait(nameOf(at), signal)) ?? (await recall(at)) ?? (await extract(document, at, signal))
    await finish(document, kept)
    return digitized
  }

  /** The facts that a document states. */
  const facts = async (document: DocumentRow, options: ExtractOptions, signal?: AbortSignal) => {
    if (tableKinds.has(document.kind)) return reader.facts(document, { content: undefined, options }, signal)
    const at = keyOf(document)
    const value = (await state.get(at))?.value
    // Before the reader is asked: extracting needs a thread of its own.
    const stored = isKept(value) ? await blobs.open(value.blob) : undefined
    stored?.destroy()
    const { blob } = isKept(value) && stored !== undefined ? value : (await extract(document, at, signal)).kept
    const content = async (): Promise<Uint8Array<ArrayBuffer>> => {
      const chunks: Uint8Array[] = []
      for await (const chunk of (await blobs.open(blob)) ?? []) chunks.push(chunk as Uint8Array)
      return new Uint8Array(Buffer.concat(chunks))
    }
    return reader.facts(document, { content, options }, signal)
  }

  /** Pages of a document that was read; none of a workbook. */
  const pages = async (
    document: DocumentRow,
    wanted: { from: number; limit: number },
    signal?: AbortSignal,
  ): Promise<Page[]> => {
    const wasRead = document.state === 'digitized' || document.state === 'indexed'
    if (!wasRead || tableKinds.has(document.kind)) return []
    const at = keyOf(document)
    const kept = (await state.get(at))?.value
    const stream = isKept(kept) ? await blobs.open(kept.blob) : undefined
    if (stream !== undefined) return readPages(stream, wanted)
    const { digitized } = await extract(document, at, signal)
    if (digitized.kind === 'workbook') return []
    return digitized.pages.filter(({ page }) => page >= wanted.from).slice(0, wanted.limit)
  }

  return { digitize, forget, facts, pages, settled: recognitions.settled }
}

interface Extracted {
  kept: Kept
  digitized: Digitized
}

const nameOf = ({ dealId, id }: Key): string => `${dealId} ${id}`

const pieceBytes = 64 * 1024

/** Yields the bytes in chunks and gives way to the event loop between two of them. */
async function* asStream(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    await new Promise((resolve) => setImmediate(resolve))
    yield bytes.subarray(from, from + pieceBytes)
  }
}
