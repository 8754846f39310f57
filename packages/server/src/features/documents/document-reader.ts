import type { DocumentKind } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { createFairQueue } from '../../platform/fairness/fair-queue.ts'
import { waitForTurn } from '../../platform/fairness/wait-for-turn.ts'
import { createWorkers } from '../../platform/workers/piscina-workers.ts'
import { workerFile } from '../../platform/workers/worker-file.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import type { CellPagesFile, Extract, Outcome } from './digitize.worker.ts'

export type { CellPagesFile, Outcome } from './digitize.worker.ts'

/** A file where it is kept. */
export interface KeptFile {
  fileName: string
  size: number
  sha256: string
}

export type DocumentReader = ReturnType<typeof createDocumentReader>

/** Of the threads one is always left to others, whatever one organization sends. */
const threads = 3
const maxPerTenant = 2
const memoryMb = 768
const maxWaitingPerPerson = 40
/** Whoever sends a file waits for its judgement; reading in full goes on in the background. */
const maxWaitMs = { judging: 60_000, reading: 600_000 }
const maxRestMs = { judging: 500, reading: 2_000 }
/** A file of a few kilobytes can be made to be read for ever: it does not hold a thread as long as one of 50 MB may. */
const deadlineFor = ({ size }: Pick<KeptFile, 'size'>): number => 15_000 + Math.ceil(size / 2 ** 20) * 1_000

/** Reads files in threads of their own: a hostile one ends its thread, and nothing else. */
export const createDocumentReader = ({
  blobs,
  onError,
}: {
  blobs: Pick<Blobs, 'open'>
  onError(error: unknown): void
}) => {
  const pool = (kind: keyof typeof maxWaitMs, maxPerPerson: number) => ({
    workers: createWorkers({
      file: workerFile(import.meta.url, './digitize.worker.ts'),
      maxThreads: threads,
      memoryMb,
      isBackground: kind === 'reading',
      onStrayError: onError,
    }),
    // A file is only brought into memory when there is a thread for it: fifty waiting ones would fill it.
    queue: createFairQueue({
      places: threads,
      maxPerTenant,
      maxPerPerson,
      maxWaitingPerPerson,
      maxRestMs: maxRestMs[kind],
      restTimes: kind === 'reading' ? 2 : 1,
    }),
    maxWaitMs: maxWaitMs[kind],
  })
  /** For those who wait for an answer: files that take long to be read in full must not hold up what others send. */
  const judging = pool('judging', 1)
  const reading = pool('reading', maxPerTenant)

  const ask = async <Answer>(
    { workers, queue, maxWaitMs }: ReturnType<typeof pool>,
    task: string,
    file: KeptFile,
    input: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Outcome<Answer>> => {
    const leave = await waitForTurn(queue, { maxWaitMs, signal })
    try {
      const bytes = await bytesOf(blobs, file)
      const answer = workers.run<Outcome<Answer>>(
        task,
        { bytes, fileName: file.fileName, ...input },
        { deadlineMs: deadlineFor(file), signal, transfer: [bytes.buffer] },
      )
      return await answer.catch((error: unknown) => failed(error, onError))
    } finally {
      leave()
    }
  }

  return {
    judge: (file: KeptFile, signal?: AbortSignal) => ask<DocumentKind>(judging, 'judge', file, {}, signal),
    digitize: (file: KeptFile & { kind: DocumentKind }, signal?: AbortSignal) =>
      ask<Extract>(reading, 'digitize', file, { kind: file.kind }, signal),
    /** The cells alone, of a document that was digitized before they were kept, or whose cells are gone. */
    cellPages: (file: KeptFile & { kind: DocumentKind }) =>
      ask<CellPagesFile>(reading, 'cellPages', file, { kind: file.kind }),
    close: async (): Promise<void> => {
      await Promise.all([judging, reading].map(({ workers }) => workers.close()))
    },
  }
}

const problems: Partial<Record<WorkerFailure['reason'], string>> = {
  deadline: 'The file takes too long to read',
  memory: 'The file needs too much memory to be read',
  crashed: 'Reading the file stopped unexpectedly; send it again to retry',
  task: 'The file is damaged and cannot be read',
}

/** What ended a thread is a fault of its file; that there is no thread is not. */
const failed = (error: unknown, onError: (error: unknown) => void): { ok: false; problem: string } => {
  const problem = error instanceof WorkerFailure ? problems[error.reason] : undefined
  // It may be ours all the same, and nobody else would ever hear of it.
  if (problem !== undefined) onError(error)
  if (problem !== undefined) return { ok: false, problem }
  if (error instanceof WorkerFailure && error.reason === 'busy') return refuse('workers_busy', { retryAfterSeconds: 5 })
  throw error
}

/** The whole file, in a buffer of its own that can be handed to a thread. */
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
