import {
  type DocumentKind,
  maxDealBytes,
  maxDealDocuments,
  maxDocumentBytes,
  maxDocumentPathLength,
} from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { documentMessages } from '../../messages/documents.ts'
import { BlobTooLarge } from '../../platform/blobs/blobs.ts'
import type { Quotas } from '../quotas/index.ts'
import type { ClaimedBlob, DealBlobs } from './deal-blobs.service.ts'
import type { DocumentReader } from './document-reader.ts'
import type { DocumentsStore } from './documents.store.ts'
import { cleanFileName } from './file-name.ts'

/** A file that is being uploaded. */
export interface UploadedFile {
  fileName: string
  content: AsyncIterable<Uint8Array>
}

/** A file that was uploaded completely and can be read. */
export interface ReceivedFile extends ClaimedBlob {
  fileName: string
  kind: DocumentKind
  /** The folder in its archive. */
  path?: string
  /** The mail that it was attached to. */
  parent?: ReceivedFile
  /** Whether its password is needed to read it. */
  isEncrypted?: boolean
  /** Why a file of an archive or a mail cannot be read. */
  problem?: string
}

interface Deps {
  blobs: Pick<DealBlobs, 'put' | 'release'>
  store: Pick<DocumentsStore, 'totals'>
  reader: Pick<DocumentReader, 'judge' | 'expand'>
  quotas: Pick<Quotas, 'roomFor'>
}

/** Stores files while they arrive and validates their content. One rejected file rejects all, and none is kept. */
export const createReceiveFiles = ({ blobs, store, reader, quotas }: Deps) => {
  type Arrived = Omit<ReceivedFile, 'kind'>
  type Room = Awaited<ReturnType<typeof roomIn>>

  /** What the deal can still take. Files that other files contain count as well. */
  const roomIn = async (dealId: string) => {
    const { count, bytes } = await store.totals(dealId)
    let room = maxDealBytes - bytes
    let quota = await quotas.roomFor(dealId)
    let documents = count
    return {
      put: async (content: AsyncIterable<Uint8Array> | Uint8Array): Promise<ClaimedBlob> => {
        if (documents >= maxDealDocuments) refuse('too_many_documents')
        const blob = await put(dealId, content, { room: Math.min(maxDocumentBytes, room), quota })
        documents += 1
        room -= blob.size
        quota -= blob.size
        return blob
      },
      /** An archive is replaced by its files. */
      giveBack: ({ size }: ClaimedBlob): void => {
        documents -= 1
        room += size
        quota += size
      },
    }
  }

  const takeIn = async (room: Room, files: AsyncIterable<UploadedFile>, arrived: Arrived[]): Promise<void> => {
    for await (const { fileName, content } of files)
      arrived.push({ fileName: cleanFileName(fileName), ...(await room.put(content)) })
  }

  const put = async (
    dealId: string,
    content: AsyncIterable<Uint8Array> | Uint8Array,
    { room, quota }: { room: number; quota: number },
  ): Promise<ClaimedBlob> => {
    try {
      return await blobs.put(dealId, content, { maxBytes: Math.max(0, Math.min(room, quota)) })
    } catch (error) {
      if (error instanceof BlobTooLarge) return refuse(quota < room ? 'quota_exceeded' : 'file_too_large')
      throw error
    }
  }

  const judge = async (arrived: readonly Arrived[], signal: AbortSignal | undefined): Promise<ReceivedFile[]> => {
    const received: ReceivedFile[] = []
    const objections: Objection[] = []
    for (const [place, file] of arrived.entries()) {
      const outcome = await reader.judge(file, signal)
      if (outcome.ok) received.push({ ...file, ...outcome.answer })
      else objections.push({ at: ['body', 'files', place], reason: outcome.problem, input: file.fileName })
    }
    if (objections.length > 0) throw new InvalidInput(...objections)
    return received
  }

  /** Stores the files that another one contains. One that cannot be read is kept with its problem. */
  const expand = async (
    room: Room,
    file: ReceivedFile,
    arrived: Arrived[],
    { depth, signal }: { depth: number; signal: AbortSignal | undefined },
  ): Promise<ReceivedFile[]> => {
    const received: ReceivedFile[] = []
    for (let from: number | undefined = 0; from !== undefined; ) {
      const outcome: Awaited<ReturnType<DocumentReader['expand']>> = await reader.expand(file, from, signal)
      if (!outcome.ok) {
        received.push({ ...file, kind: 'unknown', problem: outcome.problem })
        return received
      }
      for (const { folder, fileName, bytes, problem } of outcome.answer.entries) {
        const blob = await room.put(bytes)
        const contained: Arrived = {
          fileName: cleanFileName(fileName),
          ...blob,
          ...(file.kind === 'zip' ? {} : { parent: file }),
          ...(pathOf(file, folder) === '' ? {} : { path: pathOf(file, folder) }),
        }
        arrived.push(contained)
        received.push(...(await judgeContained(room, contained, arrived, { problem, depth, signal })))
      }
      from = outcome.answer.next
    }
    return received
  }

  const judgeContained = async (
    room: Room,
    file: Arrived,
    arrived: Arrived[],
    { problem, depth, signal }: { problem: string | undefined; depth: number; signal: AbortSignal | undefined },
  ): Promise<ReceivedFile[]> => {
    const outcome = problem === undefined ? await reader.judge(file, signal) : { ok: false as const, problem }
    if (!outcome.ok) return [{ ...file, kind: 'unknown', problem: outcome.problem }]
    if (outcome.answer.kind === 'zip') return [{ ...file, kind: 'unknown', problem: documentMessages.nestedArchive() }]
    const received: ReceivedFile = { ...file, ...outcome.answer }
    if (!containers.has(received.kind) || depth >= maxDepth) return [received]
    return [received, ...(await expand(room, received, arrived, { depth: depth + 1, signal }))]
  }

  const expandAll = async (
    room: Room,
    files: readonly ReceivedFile[],
    arrived: Arrived[],
    signal: AbortSignal | undefined,
  ): Promise<ReceivedFile[]> => {
    const received: ReceivedFile[] = []
    for (const file of files) {
      if (file.kind !== 'zip') received.push(file)
      else room.giveBack(file)
      if (containers.has(file.kind)) received.push(...(await expand(room, file, arrived, { depth: 1, signal })))
    }
    return received
  }

  return async (dealId: string, files: AsyncIterable<UploadedFile>, signal?: AbortSignal): Promise<ReceivedFiles> => {
    const arrived: Arrived[] = []
    try {
      const room = await roomIn(dealId)
      await takeIn(room, files, arrived)
      const received = await expandAll(room, await judge(arrived, signal), arrived, signal)
      return { received, claimed: arrived }
    } catch (error) {
      await blobs.release(arrived)
      throw error
    }
  }
}

/** The files to enter, and all blobs that were stored for them, also those of archives. */
export interface ReceivedFiles {
  received: ReceivedFile[]
  claimed: ClaimedBlob[]
}

/** Kinds that contain other files. */
const containers: ReadonlySet<DocumentKind> = new Set(['zip', 'eml', 'msg'])
/** A mail in an archive can have another mail attached; what that contains is not opened. */
const maxDepth = 3

const pathOf = (file: ReceivedFile, folder: string): string =>
  (file.kind === 'zip'
    ? [file.fileName.replace(/\.zip$/i, ''), folder].filter((part) => part !== '').join('/')
    : (file.path ?? '')
  ).slice(0, maxDocumentPathLength)
