import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { tableKinds } from '@deal-canvas/contract'
import type { CellPosition } from '@deal-canvas/workbook-reader'
import { documentMessages } from '../../../messages/documents.ts'
import type { Key, KeyValue } from '../../../platform/key-value/key-value.ts'
import { createLruCache } from '../../../platform/lru-cache.ts'
import type { DealBlobs } from '../deal-blobs.service.ts'
import { maxDerivedBytes } from '../derived-bytes.ts'
import type { CellPagesFile, DocumentReader } from '../document-reader.ts'
import type { DocumentRow } from '../documents.store.ts'
import type { Outcome } from '../outcome.ts'
import { type FoundLinks, readCellLinks } from './cell-links.ts'
import type { BlobPart, CellIndex, CellRange, PagedCell, PageEntry } from './cell-pages.ts'
import type { FoundHits, WantedHits } from './find-cells.ts'
import { type LinkIndex, unpackLinks } from './link-index.ts'
import { type FoundCells, readCellPages } from './read-cell-pages.ts'

/** Where the cells of a file are stored. Increment `form` when the format changes. */
interface Kept {
  form: 3
  blob: string
  indexBytes: number
  /** Of the whole blob. */
  bytes: number
}

/** Why the cells could not be extracted. */
interface Failed {
  form: 3
  problem: string
}

interface Deps {
  blobs: Pick<DealBlobs, 'open' | 'put'>
  state: Pick<KeyValue, 'get' | 'set' | 'delete'>
  reader: Pick<DocumentReader, 'cellPages' | 'findCells'>
}

const form = 3
const maxIndexesWeight = 16 * 1024 * 1024
const maxPagesWeight = 64 * 1024 * 1024
const maxLinksWeight = 96 * 1024 * 1024

/** Each retry would occupy a thread as long as the first attempt. */
const failedMs = 3_600_000

const inflated = promisify(inflateRaw)

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'form' in value && value.form === form && 'indexBytes' in value

/** In any format. */
const holdsBlob = (value: unknown): value is Pick<Kept, 'blob'> =>
  typeof value === 'object' && value !== null && 'blob' in value && typeof value.blob === 'string'

const isFailed = (value: unknown): value is Failed =>
  typeof value === 'object' && value !== null && 'form' in value && value.form === form && 'problem' in value

export const cellsKey = ({ dealId, kind, sha256 }: Pick<DocumentRow, 'dealId' | 'kind' | 'sha256'>): Key => ({
  dealId,
  kind: 'digitization',
  id: `cells-${kind}-${sha256}`,
})

/** Thrown if the blob was collected between looking it up and reading it. */
class PagesGone extends Error {}

export type DocumentCells = ReturnType<typeof createDocumentCells>

/**
 * Stores the cells of workbooks and CSV files as pages, so that a workbook is read once when it is digitized and not
 * for every request. Stored pages can disappear and are then created again, once for all concurrent requests.
 */
export const createDocumentCells = ({ blobs, state, reader }: Deps) => {
  const indexes = createLruCache<string, { index: CellIndex; bytes: number }>({
    maxWeight: maxIndexesWeight,
    weightOf: ({ bytes }) => bytes,
  })
  const pages = createLruCache<string, Buffer>({ maxWeight: maxPagesWeight, weightOf: ({ length }) => length })
  const links = createLruCache<string, { index: LinkIndex; names: ReadonlySet<string>; bytes: number }>({
    maxWeight: maxLinksWeight,
    weightOf: ({ bytes }) => bytes,
  })
  const making = new Map<string, Promise<Outcome<Kept>>>()

  const bytesOf = async (blob: string, start: number, bytes: number): Promise<Buffer> => {
    const stream = bytes === 0 ? [] : await blobs.open(blob, { start, end: start + bytes - 1 })
    if (stream === undefined) throw new PagesGone()
    const chunks: Uint8Array[] = []
    for await (const chunk of stream) chunks.push(chunk as Uint8Array)
    const read = Buffer.concat(chunks)
    if (read.length !== bytes) throw new Error(`The cells of a document are incomplete: ${blob}`)
    return read
  }

  const keep = async (document: DocumentRow, { indexBytes, content }: CellPagesFile): Promise<Kept> => {
    const { sha256: blob } = await blobs.put(document.dealId, content, { maxBytes: maxDerivedBytes(document.size) })
    const kept: Kept = { form, blob, indexBytes, bytes: content.length }
    await state.set(cellsKey(document), kept)
    return kept
  }

  const make = async (document: DocumentRow): Promise<Outcome<Kept>> => {
    const outcome = await reader.cellPages(document)
    if (outcome.ok) return { ok: true, answer: await keep(document, outcome.answer) }
    const failed: Failed = { form, problem: outcome.problem }
    await state.set(cellsKey(document), failed, { ttlMs: failedMs })
    return outcome
  }

  /** Shares one reading among all requests for the same file; it continues if the first request is aborted. */
  const makeOnce = (document: DocumentRow): Promise<Outcome<Kept>> => {
    const { id } = cellsKey(document)
    const key = `${document.dealId} ${id}`
    const known = making.get(key) ?? make(document).finally(() => making.delete(key))
    making.set(key, known)
    return known
  }

  const indexOf = async ({ blob, indexBytes }: Kept): Promise<CellIndex> => {
    const known = indexes.get(blob)
    if (known !== undefined) return known.index
    // Not validated, because only this service writes it.
    const index = JSON.parse((await bytesOf(blob, 0, indexBytes)).toString()) as CellIndex
    indexes.set(blob, { index, bytes: indexBytes })
    return index
  }

  /** Reads adjacent pages together. */
  const readPages = async ({ blob, indexBytes }: Kept, wanted: readonly PageEntry[]): Promise<Buffer[]> => {
    const found = wanted.map(([, , start]) => pages.get(`${blob} ${start}`))
    let at = 0
    while (at < wanted.length) {
      if (found[at] !== undefined) {
        at++
        continue
      }
      let end = at
      const [, , start = 0] = wanted[at] ?? []
      let next = start
      while (end < wanted.length && found[end] === undefined && wanted[end]?.[2] === next) {
        next += wanted[end]?.[3] ?? 0
        end++
      }
      const read = await bytesOf(blob, indexBytes + start, next - start)
      for (; at < end; at++) {
        const [, , from = 0, bytes = 0] = wanted[at] ?? []
        // Copy the page: a slice would keep the whole read buffer in memory.
        const page = Buffer.from(read.subarray(from - start, from - start + bytes))
        pages.set(`${blob} ${from}`, page)
        found[at] = page
      }
    }
    return found.flatMap((page) => page ?? [])
  }

  const parsePages = async (buffers: readonly Buffer[]): Promise<PagedCell[][]> => {
    const parsed: PagedCell[][] = []
    // One at a time, so that other requests run while a page is inflated in another thread.
    for (const buffer of buffers) parsed.push(JSON.parse((await inflated(buffer)).toString()) as PagedCell[])
    return parsed
  }

  const partOf = async ({ blob, indexBytes }: Kept, [start, bytes]: BlobPart): Promise<Buffer> =>
    inflated(await bytesOf(blob, indexBytes + start, bytes))

  const linksOf = async (kept: Kept, index: CellIndex) => {
    const known = links.get(kept.blob)
    if (known !== undefined) return known
    const names = JSON.parse((await partOf(kept, index.names)).toString()) as string[]
    const packed = await partOf(kept, index.links)
    const made = { index: await unpackLinks(packed), names: new Set(names), bytes: packed.length }
    links.set(kept.blob, made)
    return made
  }

  const readFrom = async (kept: Kept, wanted: Wanted): Promise<FoundCells> =>
    readCellPages(await indexOf(kept), wanted, async (entries) => parsePages(await readPages(kept, entries)))

  /** Reads stored cells, which are made again if they are gone. */
  const onKept = async <Answer>(
    document: DocumentRow,
    work: (kept: Kept) => Promise<Answer>,
  ): Promise<Outcome<Answer>> => {
    if (!tableKinds.has(document.kind)) return { ok: false, problem: documentMessages.noSheets() }
    // Reading failed before, and each retry would occupy a thread as long as the first attempt.
    if (document.state === 'failed' && document.problem !== null) return { ok: false, problem: document.problem }
    const known = (await state.get(cellsKey(document)))?.value
    if (isFailed(known)) return { ok: false, problem: known.problem }
    if (isKept(known)) {
      try {
        return { ok: true, answer: await work(known) }
      } catch (error) {
        if (!(error instanceof PagesGone)) throw error
      }
    }
    const made = await makeOnce(document)
    return made.ok ? { ok: true, answer: await work(made.answer) } : made
  }

  return {
    /** Stores the cells found during digitization. */
    keep,

    /** Returns the blobs that held the cells. */
    forget: async (document: DocumentRow): Promise<string[]> => {
      const known = (await state.get(cellsKey(document)))?.value
      await state.delete(cellsKey(document))
      return holdsBlob(known) ? [known.blob] : []
    },

    read: (document: DocumentRow, wanted: Wanted): Promise<Outcome<FoundCells>> =>
      onKept(document, (kept) => readFrom(kept, wanted)),

    /** Finds cells by their text, value or formula. */
    find: async (document: DocumentRow, wanted: WantedHits): Promise<Outcome<FoundHits>> => {
      const found = await onKept(document, ({ blob, indexBytes, bytes }) =>
        // A buffer of its own, which can be transferred.
        reader.findCells(document, async () => new Uint8Array(await bytesOf(blob, 0, bytes)), { indexBytes, wanted }),
      )
      return found.ok ? found.answer : found
    },

    /** Returns what a cell reads and what reads it. */
    links: (document: DocumentRow, wanted: { sheet: string; cell: CellPosition }): Promise<Outcome<FoundLinks>> =>
      onKept(document, async (kept) => {
        const index = await indexOf(kept)
        const load = async (entries: readonly PageEntry[]) => parsePages(await readPages(kept, entries))
        const { index: linkIndex, names } = await linksOf(kept, index)
        return readCellLinks({ index, links: linkIndex, names, load }, wanted)
      }),
  }
}

interface Wanted {
  sheet?: string | undefined
  range: CellRange
}
