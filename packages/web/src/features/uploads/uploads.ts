import type { Document } from '@deal-canvas/contract'
import { maxDocumentBytes } from '@deal-canvas/contract'
import { documentMessages } from '../../messages/documents.ts'
import { formatBytes } from '../../ui/format-bytes.ts'
import { createObservable } from '../../ui/observable.ts'

/** A file that is uploading or failed. Stored files are listed by the service. */
export interface Upload {
  readonly key: number
  readonly name: string
  readonly size: number
  readonly stand:
    | { readonly is: 'waiting' }
    /** How much of it is sent, 0 to 1; at 1 the service is reading it. */
    | { readonly is: 'sending'; readonly share: number }
    /** The service will not have it: another try is no use. */
    | { readonly is: 'refused'; readonly why: string }
    /** Something on the way failed: the same file may be sent again. */
    | { readonly is: 'failed'; readonly why: string }
    /** It was there already, and is not twice. */
    | { readonly is: 'known' }
}

/** Why a file was rejected, and whether a retry can help. */
export interface Refusal {
  why: string
  canPass: boolean
}

interface Deps {
  /** Uploads one file and returns the stored document. */
  send(file: File, onSent: (share: number) => void, signal: AbortSignal): Promise<Document>
  /** The ids of the documents that the service already has. */
  known(): ReadonlySet<string>
  /** Resolves when the list shows the new file. */
  onAdded(document: Document): Promise<unknown>
  explain(error: unknown): Refusal
}

export type Uploads = ReturnType<typeof createUploads>

/**
 * Uploads files one at a time, so that one rejected file does not affect the others. Continues while the user visits
 * other pages.
 */
export const createUploads = ({ send, known, onAdded, explain }: Deps) => {
  const list = createObservable<readonly Upload[]>([])
  const files = new Map<number, File>()
  const sending = new Map<number, AbortController>()
  let lastKey = 0

  const stand = (key: number, next: Upload['stand']): void =>
    list.set(list.get().map((upload) => (upload.key === key ? { ...upload, stand: next } : upload)))

  const forget = (key: number): void => {
    files.delete(key)
    list.set(list.get().filter((upload) => upload.key !== key))
  }

  const sendOne = async (key: number, file: File): Promise<void> => {
    const leaving = new AbortController()
    sending.set(key, leaving)
    // Read before the upload: afterwards a refetched list can already contain this file.
    const before = known()
    stand(key, { is: 'sending', share: 0 })
    try {
      const onSent = (share: number) => stand(key, { is: 'sending', share })
      const document = await send(file, onSent, leaving.signal)
      if (before.has(document.id)) stand(key, { is: 'known' })
      else {
        await onAdded(document)
        forget(key)
      }
    } catch (error) {
      if (leaving.signal.aborted) return forget(key)
      const { why, canPass } = explain(error)
      stand(key, { is: canPass ? 'failed' : 'refused', why })
    } finally {
      sending.delete(key)
    }
  }

  const next = async (): Promise<void> => {
    while (sending.size === 0) {
      const waiting = list.get().find((upload) => upload.stand.is === 'waiting')
      const file = waiting && files.get(waiting.key)
      if (waiting === undefined || file === undefined) return
      await sendOne(waiting.key, file)
    }
  }

  const tooLarge = {
    is: 'refused',
    why: documentMessages.tooLarge({ limit: formatBytes(maxDocumentBytes) }),
  } as const

  return {
    list,
    add: (given: readonly File[]): void => {
      const added = given.map((file): Upload => {
        lastKey += 1
        files.set(lastKey, file)
        const isTooLarge = file.size > maxDocumentBytes
        return { key: lastKey, name: file.name, size: file.size, stand: isTooLarge ? tooLarge : { is: 'waiting' } }
      })
      list.set([...list.get(), ...added])
      void next()
    },
    /** Removes a file from the list in any state; aborts it if it is uploading. */
    drop: (key: number): void => {
      const underWay = sending.get(key)
      if (underWay === undefined) forget(key)
      else underWay.abort()
    },
    again: (key: number): void => {
      stand(key, { is: 'waiting' })
      void next()
    },
  }
}

export const isUnderWay = ({ stand }: Upload): boolean => stand.is === 'waiting' || stand.is === 'sending'
