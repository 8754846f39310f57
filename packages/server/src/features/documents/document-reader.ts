import type { DocumentKind } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { createWorkers } from '../../platform/workers/piscina-workers.ts'
import { createTurns } from '../../platform/workers/turns.ts'
import { workerFile } from '../../platform/workers/worker-file.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import type { Extract, Outcome } from './digitize.worker.ts'
import type { CellRange, FoundCells } from './reading/read-cells.ts'

/** A file where it is kept. */
export interface KeptFile {
  fileName: string
  size: number
  sha256: string
}

export type DocumentReader = ReturnType<typeof createDocumentReader>

const threads = 2
const memoryMb = 768
const mostWaiting = 40
const patienceMs = 60_000
/** A file of a few kilobytes can be made to be read for ever: it does not hold a thread as long as one of 50 MB may. */
const deadlineFor = ({ size }: Pick<KeptFile, 'size'>): number => 15_000 + Math.ceil(size / 2 ** 20) * 1_000

/** Reads files in threads of their own: a hostile one ends its thread, and nothing else. */
export const createDocumentReader = ({
  blobs,
  onTrouble,
}: {
  blobs: Pick<Blobs, 'open'>
  onTrouble(error: unknown): void
}) => {
  const pool = () => ({
    workers: createWorkers({
      file: workerFile(import.meta.url, './digitize.worker.ts'),
      maxThreads: threads,
      memoryMb,
      onStrayError: onTrouble,
    }),
    // A file is only brought into memory when there is a thread for it: fifty waiting ones would fill it.
    turns: createTurns({ places: threads, maxWaiting: mostWaiting }),
  })
  /** For those who wait for an answer: files that take long to be read in full must not hold up what others send. */
  const asked = pool()
  const inFull = pool()

  const ask = async <Answer>(
    { workers, turns }: ReturnType<typeof pool>,
    task: string,
    file: KeptFile,
    input: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Outcome<Answer>> => {
    const limits = [AbortSignal.timeout(patienceMs), ...(signal === undefined ? [] : [signal])]
    const patience = AbortSignal.any(limits)
    try {
      await turns.enter(patience)
    } catch (error) {
      return signal?.aborted === true ? Promise.reject(error) : refuse('workers_busy', { retryAfterSeconds: 5 })
    }
    try {
      const bytes = await bytesOf(blobs, file)
      const answer = workers.run<Outcome<Answer>>(
        task,
        { bytes, fileName: file.fileName, ...input },
        { deadlineMs: deadlineFor(file), signal, transfer: [bytes.buffer] },
      )
      return await answer.catch((error: unknown) => failed(error, onTrouble))
    } finally {
      turns.leave()
    }
  }

  return {
    judge: (file: KeptFile, signal?: AbortSignal) => ask<DocumentKind>(asked, 'judge', file, {}, signal),
    digitize: (file: KeptFile & { kind: DocumentKind }, signal?: AbortSignal) =>
      ask<Extract>(inFull, 'digitize', file, { kind: file.kind }, signal),
    cells: (
      file: KeptFile & { kind: DocumentKind },
      wanted: { sheet?: string | undefined; range: CellRange },
      signal?: AbortSignal,
    ) => ask<FoundCells>(asked, 'cells', file, { kind: file.kind, sha256: file.sha256, ...wanted }, signal),
    close: async (): Promise<void> => {
      await Promise.all([asked, inFull].map(({ workers }) => workers.close()))
    },
  }
}

const problems: Partial<Record<WorkerFailure['reason'], string>> = {
  deadline: 'The file takes too long to read',
  memory: 'The file needs too much memory to be read',
  crashed: 'The file is damaged and cannot be read',
  task: 'The file is damaged and cannot be read',
}

/** What ended a thread is a fault of its file; that there is no thread is not. */
const failed = (error: unknown, onTrouble: (error: unknown) => void): { ok: false; problem: string } => {
  const problem = error instanceof WorkerFailure ? problems[error.reason] : undefined
  // It may be ours all the same, and nobody else would ever hear of it.
  if (problem !== undefined) onTrouble(error)
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
