import type { DocumentKind } from '@deal-canvas/contract'
import type { ExtractOptions } from '@deal-canvas/facts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { waitForTurn } from '../../platform/fairness/wait-for-turn.ts'
import { createWorkers } from '../../platform/workers/piscina-workers.ts'
import { workerFile } from '../../platform/workers/worker-file.ts'
import type { FoundHits, WantedHits } from './cells/find-cells.ts'
import type { FoundCell, WantedCell } from './cells/find-moved-cells.ts'
import type { CellPagesFile, ContainedFiles, Extract, Judged } from './digitize.worker.ts'
import type { Page } from './digitized.ts'
import type { FactsRead } from './facts/read-facts.ts'
import type { Outcome } from './outcome.ts'
import { workerProblem } from './worker-problem.ts'

export type { CellPagesFile } from './digitize.worker.ts'

/** A file in blob storage. */
export interface KeptFile {
  fileName: string
  size: number
  sha256: string
}

export type DocumentReader = ReturnType<typeof createDocumentReader>

/** One thread always remains for others, regardless of how much one organization sends. */
const threads = 3
const maxPerTenant = 2
const memoryMb = 768
const maxWaitingPerPerson = 40
/** An uploader waits for the check of the file; reading it in full runs in the background. */
const maxWaitMs = { judging: 60_000, finding: 20_000, reading: 600_000, facts: 600_000 }
const maxRestMs = { judging: 500, finding: 500, reading: 2_000, facts: 2_000 }
/** A file of a few kilobytes can be crafted to take forever, so a small file gets less time than one of 50 MB. */
const deadlineFor = ({ size }: Pick<KeptFile, 'size'>): number => 15_000 + Math.ceil(size / 2 ** 20) * 1_000

/** The text that facts are read from is limited; this is several times what that takes. */
const factsMs = 120_000

/** The cells of a document are limited; this is several times what searching them takes. */
const findingMs = 30_000

/** Reads files in worker threads, so that a malicious file can crash only its own thread. */
export const createDocumentReader = ({
  blobs,
  ocr,
  onError,
}: {
  blobs: Pick<Blobs, 'open'>
  /** Whether pages without text can be read by text recognition. */
  ocr: boolean
  onError(error: unknown): void
}) => {
  const pool = (kind: keyof typeof maxWaitMs, maxPerPerson: number, maxThreads = threads) => ({
    workers: createWorkers({
      file: workerFile(import.meta.url, './digitize.worker.ts'),
      maxThreads,
      memoryMb,
      isBackground: kind !== 'judging' && kind !== 'finding',
      onStrayError: onError,
    }),
    // Loads a file into memory only when a thread is free, because fifty waiting files would exhaust memory.
    queue: createFairQueue({
      places: maxThreads,
      maxPerTenant,
      maxPerPerson,
      maxWaitingPerPerson,
      maxRestMs: maxRestMs[kind],
      restTimes: kind === 'judging' || kind === 'finding' ? 1 : 2,
    }),
    maxWaitMs: maxWaitMs[kind],
  })
  /** A separate pool for uploads that wait for an answer: long readings must not delay them. */
  const judging = pool('judging', 1)
  /** People wait for what they search: neither uploads nor long readings must delay it. */
  const finding = pool('finding', 1, 2)
  const reading = pool('reading', maxPerTenant)
  /** Facts take seconds per document and nobody waits for them: one thread, which delays no reading. */
  const readingFacts = pool('facts', 1, 1)

  const ask = async <Answer>(
    { workers, queue, maxWaitMs }: ReturnType<typeof pool>,
    task: string,
    file: KeptFile,
    input: Record<string, unknown>,
    signal?: AbortSignal,
    {
      load = () => bytesOf(blobs, file),
      deadlineMs = deadlineFor(file),
    }: { load?: (() => Promise<Uint8Array<ArrayBuffer>>) | undefined; deadlineMs?: number } = {},
  ): Promise<Outcome<Answer>> => {
    const leave = await waitForTurn(queue, { maxWaitMs, signal })
    try {
      const bytes = await load()
      const answer = workers.run<Outcome<Answer>>(
        task,
        { bytes, fileName: file.fileName, ocr, ...input },
        { deadlineMs, signal, transfer: [bytes.buffer] },
      )
      return await answer.catch((error: unknown) => workerProblem(error, onError))
    } finally {
      leave()
    }
  }

  return {
    judge: (file: KeptFile, signal?: AbortSignal) => ask<Judged>(judging, 'judge', file, {}, signal),
    /** Removes the password; no bytes if it is wrong. */
    unlock: (file: KeptFile, password: string, signal?: AbortSignal) =>
      ask<{ bytes: Uint8Array<ArrayBuffer> | undefined }>(judging, 'unlock', file, { password }, signal),
    digitize: (file: KeptFile & { kind: DocumentKind }, signal?: AbortSignal) =>
      ask<Extract>(reading, 'digitize', file, { kind: file.kind }, signal),
    /** Extracts the files of an archive or a mail, in batches. */
    expand: (file: KeptFile & { kind: DocumentKind }, from: number, signal?: AbortSignal) =>
      ask<ContainedFiles>(judging, 'expand', file, { kind: file.kind, from }, signal),
    /** Reads the facts of a document: of a table from its cells, else from its stored content. */
    facts: (
      file: KeptFile & { kind: DocumentKind },
      { content, options }: { content: (() => Promise<Uint8Array<ArrayBuffer>>) | undefined; options: ExtractOptions },
      signal?: AbortSignal,
    ) =>
      ask<FactsRead>(
        readingFacts,
        'facts',
        file,
        { kind: file.kind, isContent: content !== undefined, options },
        signal,
        {
          load: content,
          deadlineMs: factsMs,
        },
      ),
    /** Extracts only the cells, for a document digitized before cells were stored or whose cells are missing. */
    cellPages: (file: KeptFile & { kind: DocumentKind }) =>
      ask<CellPagesFile>(reading, 'cellPages', file, { kind: file.kind }),
    /** Finds cells of an earlier version of a workbook in this one. Nobody waits for them. */
    findMovedCells: (file: KeptFile & { kind: DocumentKind }, wanted: readonly WantedCell[], signal?: AbortSignal) =>
      ask<(FoundCell | undefined)[]>(readingFacts, 'findMovedCells', file, { kind: file.kind, wanted }, signal, {
        deadlineMs: factsMs,
      }),
    /** Searches the stored cells of a document. */
    findCells: (
      file: KeptFile,
      load: () => Promise<Uint8Array<ArrayBuffer>>,
      input: { indexBytes: number; wanted: WantedHits },
    ) => ask<FoundHits>(finding, 'findCells', file, input, undefined, { load, deadlineMs: findingMs }),
    /** Puts recognized pages into the extracted content of a file. */
    putRecognized: async (
      file: Pick<KeptFile, 'size'>,
      content: Uint8Array<ArrayBuffer>,
      pages: readonly Page[],
    ): Promise<Outcome<Pick<Extract, 'content'>>> => {
      const leave = await waitForTurn(reading.queue, { maxWaitMs: reading.maxWaitMs })
      try {
        return await reading.workers
          .run<Outcome<Pick<Extract, 'content'>>>(
            'putRecognized',
            { content, pages, fileBytes: file.size },
            { deadlineMs: deadlineFor(file), transfer: [content.buffer] },
          )
          .catch((error: unknown) => workerProblem(error, onError))
      } finally {
        leave()
      }
    },
    close: async (): Promise<void> => {
      await Promise.all([judging, finding, reading, readingFacts].map(({ workers }) => workers.close()))
    },
  }
}

/** Reads the whole file into a separate buffer that can be transferred to a thread. */
export const bytesOf = async (
  blobs: Pick<Blobs, 'open'>,
  { sha256, size }: Pick<KeptFile, 'sha256' | 'size'>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = await blobs.open(sha256)
  if (stream === undefined) throw new Error(`The content of a document is missing: ${sha256}`)
  const bytes = new Uint8Array(new ArrayBuffer(size))
  let at = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
