import type { DocumentKind } from '@deal-canvas/contract'
import { documentMessages } from '../../../messages/documents.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import { createFairQueue } from '../../../platform/fairness/fair-queue.ts'
import { waitForTurn } from '../../../platform/fairness/wait-for-turn.ts'
import { createProcessWorkers } from '../../../platform/workers/process-workers.ts'
import { workerFile } from '../../../platform/workers/worker-file.ts'
import type { Page } from '../digitized.ts'
import { bytesOf, type KeptFile } from '../document-reader.ts'
import type { Outcome } from '../outcome.ts'
import { workerProblem } from '../worker-problem.ts'

/**
 * Apart from the threads that read other documents, because a page takes seconds. Processes and not threads, because
 * the native code that draws pages crashes on some damaged files.
 */
const processes = 2
/** Does not cover pictures, whose pixels are limited instead. */
const memoryMb = 512
const maxWaitingPerPerson = 100
const maxWaitMs = 600_000
const maxRestMs = 2_000
const pageDeadlineMs = 60_000
/** The first pages are read; the problem of the document names the rest. */
const maxPages = 200
/** Time of processes per file. An ordinary page takes one to three seconds, a crafted one up to its deadline. */
const budgetMs = { start: 60_000, perPage: 6_000 }
const maxNamedPages = 10

/** The recognized pages of a file, and why some are missing. */
export interface RecognizedPages {
  pages: Page[]
  problem: string | null
}

export type PageRecognizer = ReturnType<typeof createPageRecognizer>

/** Recognizes the text of scanned pages in processes of its own, several pages of a file at once. */
export const createPageRecognizer = ({
  blobs,
  onError,
}: {
  blobs: Pick<Blobs, 'open'>
  onError(error: unknown): void
}) => {
  const workers = createProcessWorkers({
    file: workerFile(import.meta.url, './recognize.worker.ts'),
    maxProcesses: processes,
    memoryMb,
  })
  const queue = createFairQueue({ places: processes, maxPerTenant: processes, maxWaitingPerPerson, maxRestMs })

  /** The file is loaded for each page: only as many as there are processes are then in memory. */
  const recognizePage = async (
    file: KeptFile & { kind: DocumentKind },
    page: number,
  ): Promise<{ outcome: Outcome<Page>; takenMs: number }> => {
    const leave = await waitForTurn(queue, { maxWaitMs })
    const startedAt = performance.now()
    try {
      const bytes = await bytesOf(blobs, file)
      const outcome = await workers
        .run<Outcome<Page>>('recognize', { bytes, kind: file.kind, page }, { deadlineMs: pageDeadlineMs })
        .catch((error: unknown) => workerProblem(error, onError))
      return { outcome, takenMs: performance.now() - startedAt }
    } finally {
      leave()
    }
  }

  return {
    /** `onPage` is told how many pages are read so far, and returns whether the rest is still wanted. */
    recognize: async (
      file: KeptFile & { kind: DocumentKind },
      scanned: readonly number[],
      onPage: (read: number) => Promise<boolean>,
    ): Promise<RecognizedPages> => {
      const next = scanned.slice(0, maxPages).values()
      const pages: Page[] = []
      const failed = new Map<number, string>()
      let leftMs = budgetMs.start + budgetMs.perPage * Math.min(scanned.length, maxPages)
      let isWanted = true
      const readPages = async (): Promise<void> => {
        for (const page of next) {
          if (leftMs <= 0 || !isWanted) return
          const { outcome, takenMs } = await recognizePage(file, page)
          leftMs -= takenMs
          if (outcome.ok) pages.push(outcome.answer)
          else failed.set(page, outcome.problem)
          isWanted &&= await onPage(pages.length)
        }
      }
      await Promise.all(Array.from({ length: processes }, readPages))
      return { pages, problem: problemOf(scanned, pages, failed) }
    },

    close: (): Promise<void> => workers.close(),
  }
}

const listed = (pages: readonly number[]): string =>
  pages.slice(0, maxNamedPages).join(', ') + (pages.length > maxNamedPages ? ', …' : '')

const problemOf = (
  scanned: readonly number[],
  pages: readonly Page[],
  failed: ReadonlyMap<number, string>,
): string | null => {
  const reason = [...failed.values()][0]?.replace(/\.$/, '')
  const missed = [...failed.keys()].toSorted((a, b) => a - b)
  const unread = scanned.length - pages.length - failed.size
  const sentences = [
    ...(reason === undefined
      ? []
      : [documentMessages.pagesUnread({ count: missed.length, pages: listed(missed), reason })]),
    ...(unread > 0 ? [documentMessages.pagesBeyondLimit({ count: unread, scanned: scanned.length })] : []),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}
