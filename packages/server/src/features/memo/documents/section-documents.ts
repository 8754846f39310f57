import { maxSectionLength } from '@deal-canvas/contract'
import { codePoints } from '@deal-canvas/fastapi-validation'
import { refuse } from '../../../domain-error.ts'
import { InvalidInput } from '../../../invalid-input.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { createWorkers } from '../../../platform/workers/piscina-workers.ts'
import { workerFile } from '../../../platform/workers/worker-file.ts'
import { WorkerFailure } from '../../../platform/workers/workers.ts'
import type { Written } from './section-document.worker.ts'

const deadlineMs = 10_000

export type SectionDocuments = ReturnType<typeof createSectionDocuments>

/** Converts sections between Markdown, in which they are stored, and documents, in a worker thread. */
export const createSectionDocuments = ({ onError }: { onError(error: unknown): void }) => {
  const workers = createWorkers({
    file: workerFile(import.meta.url, './section-document.worker.ts'),
    maxThreads: 1,
    memoryMb: 256,
    onStrayError: onError,
  })

  const run = async <Answer>(task: string, input: object): Promise<Answer> => {
    try {
      return await workers.run<Answer>(task, input, { deadlineMs })
    } catch (error) {
      if (error instanceof WorkerFailure && error.reason === 'busy') refuse('workers_busy', { retryAfterSeconds: 5 })
      throw error
    }
  }

  /** The document as Markdown, which must keep to the limit of a section. */
  const contentOf = async (document: unknown): Promise<string> => {
    const written = await run<Written>('write', { document })
    const object = (reason: string): never => {
      throw new InvalidInput({ at: ['body', 'document'], reason })
    }
    if ('problem' in written) return object(memoMessages.documentInvalid({ problem: written.problem }))
    const { content } = written
    return codePoints(content) > maxSectionLength
      ? object(memoMessages.documentTooLong({ limit: maxSectionLength }))
      : content
  }

  return {
    read: async (content: string): Promise<unknown> => (await run<{ document: unknown }>('read', { content })).document,

    /** The content of a request that gives exactly one of content and document. */
    contentIn: async (body: { content?: string; document?: unknown }): Promise<string> => {
      if (body.document === undefined) {
        if (body.content !== undefined) return body.content
        throw new InvalidInput({ at: ['body', 'content'], reason: 'Field required', missing: true, input: body })
      }
      if (body.content === undefined) return contentOf(body.document)
      throw new InvalidInput({ at: ['body', 'document'], reason: memoMessages.contentOrDocument() })
    },

    close: () => workers.close(),
  }
}
