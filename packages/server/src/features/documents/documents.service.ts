import { maxCellsAtOnce, maxDealBytes, maxDealDocuments, tableKinds, workbookKinds } from '@deal-canvas/contract'
import { type CellPosition, formatCell, parseCell } from '@deal-canvas/workbook-reader'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { documentMessages } from '../../messages/documents.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import { newId } from '../../platform/ids.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Quotas } from '../quotas/index.ts'
import type { FoundLinks } from './cells/cell-links.ts'
import type { CellRange } from './cells/cell-pages.ts'
import { createDocumentCells } from './cells/document-cells.ts'
import type { FoundHits, WantedHits } from './cells/find-cells.ts'
import type { FoundCell, WantedCell } from './cells/find-moved-cells.ts'
import { createLabelledCell, type LabelledCell } from './cells/labelled-cell.ts'
import { type SheetSize, type ShownCell, TooMuchText } from './cells/read-cell-pages.ts'
import type { DealBlobs } from './deal-blobs.service.ts'
import { createDigitization } from './digitization.ts'
import { bytesOf, type DocumentReader } from './document-reader.ts'
import type { DocumentRow, DocumentsStore } from './documents.store.ts'
import type { PageRecognizer } from './ocr/page-recognizer.ts'
import { createReceiveFiles, type ReceivedFile, type ReceivedFiles, type UploadedFile } from './receive-files.ts'
import { createUnlockDocument } from './unlock-document.ts'
import { isUnreadable } from './unread-documents.ts'

export { DocumentUnreadable } from './digitization.ts'
export type { DocumentRow } from './documents.store.ts'
export type { UploadedFile } from './receive-files.ts'

interface Deps {
  store: DocumentsStore
  database: Database
  blobs: Pick<DealBlobs, 'put' | 'open' | 'settle' | 'release' | 'deleteUnnamed' | 'drop'>
  state: Pick<KeyValue, 'get' | 'set' | 'delete'>
  reader: DocumentReader
  recognizer: PageRecognizer
  changes: Pick<DealChanges, 'change'>
  quotas: Pick<Quotas, 'roomFor' | 'takeBytes'>
  /** Called for each document added to a deal, after it is stored. */
  onAdded?: (actor: Actor, document: DocumentRow) => Promise<void>
  /** Called inside the transaction that removes a document. */
  onRemoved?: (dealId: string, id: string) => Promise<void>
  /** Called for each uploaded workbook, including one that already existed: it can become the new model. */
  onWorkbook?: (actor: Actor, document: DocumentRow) => Promise<void>
  onError(error: unknown): void
  now: Clock
}

/** Nobody would read an error message with more sheet names. */
const maxNamedSheets = 20

export type Documents = ReturnType<typeof createDocuments>

/** Manages the files of a deal, including a deal that an intake has only reserved. */
export const createDocuments = (deps: Deps) => {
  const { store, database, blobs, state, reader, recognizer, changes, quotas, onError, now } = deps
  const receive = createReceiveFiles({ blobs, store, reader, quotas })
  const cells = createDocumentCells({ blobs, state, reader })
  const labelledCell = createLabelledCell({ cells })
  const digitization = createDigitization({ store, blobs, state, reader, recognizer, cells, onError, now })
  const { digitize, forget, facts, pages } = digitization

  const unlock = createUnlockDocument({ store, database, blobs, state, reader, changes, quotas, now })

  /** Holds a lock: of two uploads that fit alone but not together, only one is accepted. */
  const enter = (userId: string, dealId: string, received: readonly ReceivedFile[]) =>
    withAdvisoryLock(database, `documents ${dealId}`, async () => {
      const digests = received.map(({ sha256 }) => sha256)
      const there = await store.withContent(dealId, digests)
      const known = new Map(there.map((row) => [nameOf(row), row.id]))
      const createdAt = now()
      const rows = []
      const named: ReceivedFile[] = []
      const ids: string[] = []
      const idOf = new Map<ReceivedFile, string>()
      for (const file of received) {
        // The same file under the same name is the same document, so that a retry gets the same answer.
        const id = known.get(nameOf(file)) ?? newId()
        ids.push(id)
        idOf.set(file, id)
        if (known.has(nameOf(file))) continue
        known.set(nameOf(file), id)
        named.push(file)
        const { claimId: _, parent, problem, isEncrypted = false, ...facts } = file
        rows.push({
          ...facts,
          id,
          dealId,
          parentId: parent === undefined ? null : (idOf.get(parent) ?? null),
          state: stateOf({ problem, isEncrypted }),
          problem: problem ?? (isEncrypted ? documentMessages.passwordNeeded() : null),
          uploadedBy: userId,
          createdAt,
          updatedAt: createdAt,
        })
      }
      if (rows.length > 0) {
        const { count, bytes } = await store.totals(dealId)
        if (count + rows.length > maxDealDocuments) refuse('too_many_documents')
        const added = rows.reduce((sum, { size }) => sum + size, 0)
        if (bytes + added > maxDealBytes) refuse('file_too_large')
        await quotas.takeBytes(dealId, added)
        await store.add(rows)
        await blobs.settle(named)
      }
      // Uploading an unreadable file again retries reading it.
      const again = there
        .filter(({ id, state, kind }) => state === 'failed' && kind !== 'unknown' && ids.includes(id))
        .map(({ id }) => id)
      if (again.length > 0) await store.markStored(dealId, again, createdAt)
      const all = new Map((await store.withContent(dealId, digests)).map((row) => [row.id, row]))
      const added = rows.map(({ id }) => id)
      return { documents: ids.map((id) => all.get(id) ?? refuse('internal')), added, unread: [...added, ...again] }
    })

  /** Adds files to an existing deal and records them in its audit trail. */
  const enterDeal = (actor: Actor, dealId: string, received: Parameters<typeof enter>[2]) =>
    changes.change(actor, dealId, 'editor', async (deal) => {
      const entered = await enter(actor.userId, dealId, received)
      for (const { id, sha256, size } of entered.documents.filter(({ id }) => entered.added.includes(id)))
        deal.record('document.added', { document_id: id, sha256, size })
      return entered
    })

  /** Releases the blobs of files that were rejected or already existed. */
  const releasing = async <Result>(
    { received, claimed }: ReceivedFiles,
    work: (received: ReceivedFile[]) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work(received)
    } finally {
      await blobs.release(claimed)
    }
  }

  const tell = (hook: Deps['onAdded'], actor: Actor, document: DocumentRow): void => {
    hook?.(actor, document).catch(onError)
  }

  const find = async (dealId: string, id: string): Promise<DocumentRow> =>
    (await store.find(dealId, id)) ?? refuse('document_not_found')

  const remove = async (dealId: string, id: string): Promise<DocumentRow> => {
    const document = await find(dealId, id)
    if (await store.isModel(dealId, document.id)) refuse('document_in_use')
    await store.remove(dealId, document.id)
    await deps.onRemoved?.(dealId, document.id)
    // Before the commit, so that a crash leaves nothing behind; and again after it, for content extracted in between.
    const extracted = await forget(document)
    await database.afterCommit(async () => {
      await blobs.drop(dealId, [...extracted, ...(await forget(document))])
      await blobs.deleteUnnamed([document.sha256])
    })
    return document
  }

  return {
    /** Oldest first. */
    all: (dealId: string): Promise<DocumentRow[]> => store.all(dealId, maxDealDocuments),
    find,

    /**
     * Stores all files or none, and validates each by its content. `isDeal` runs once all files have arrived, in the
     * transaction that adds them: it checks whether files are still accepted and whether the deal exists by now, so
     * that its audit trail records them.
     */
    store: async (
      actor: Actor,
      dealId: string,
      files: AsyncIterable<UploadedFile>,
      { signal, isDeal }: { signal?: AbortSignal; isDeal?: () => Promise<boolean> } = {},
    ): Promise<DocumentRow[]> => {
      return releasing(await receive(dealId, files, signal), (received) =>
        database.transaction(async () => {
          const isThere = (await isDeal?.()) ?? false
          const { documents } = await (isThere
            ? enterDeal(actor, dealId, received)
            : enter(actor.userId, dealId, received))
          return documents
        }),
      )
    },

    /** Records all existing documents in the audit trail of a deal that was just created. */
    recordAll: (actor: Actor, dealId: string): Promise<void> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        for (const { id, sha256, size } of await store.all(dealId, maxDealDocuments))
          deal.record('document.added', { document_id: id, sha256, size })
      }),

    /** Claims documents of existing deals whose reading was interrupted and that have not changed since `before`. */
    takeUnread: (before: Date, limit: number): Promise<DocumentRow[]> => store.takeUnread(before, now(), limit),

    /** Like `store`, for an existing deal with an audit trail. */
    add: async (
      actor: Actor,
      dealId: string,
      files: AsyncIterable<UploadedFile>,
      signal?: AbortSignal,
    ): Promise<DocumentRow[]> => {
      const { documents, unread } = await releasing(await receive(dealId, files, signal), (received) =>
        enterDeal(actor, dealId, received),
      )
      for (const document of documents) {
        if (unread.includes(document.id) && document.state === 'stored') tell(deps.onAdded, actor, document)
        if (workbookKinds.has(document.kind)) tell(deps.onWorkbook, actor, document)
      }
      return documents
    },

    /** Removes the password of a file of an intake. */
    unlock,

    /** Like `unlock`, for an existing deal. */
    unlockInDeal: async (
      actor: Actor,
      file: { dealId: string; id: string; password: string },
      signal: AbortSignal,
    ): Promise<DocumentRow> => {
      const document = await unlock(actor, file, { isDeal: async () => true, signal })
      if (document.state === 'stored') tell(deps.onAdded, actor, document)
      if (workbookKinds.has(document.kind)) tell(deps.onWorkbook, actor, document)
      return document
    },

    /** Removes a document of a deal that is only reserved. */
    remove: (dealId: string, id: string): Promise<void> =>
      database.transaction(async () => void (await remove(dealId, id))),

    /** Rejected while the deal's numbers come from this document. */
    withdraw: (actor: Actor, dealId: string, id: string): Promise<void> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const { id: documentId, sha256 } = await remove(dealId, id)
        deal.record('document.removed', { document_id: documentId, sha256 })
      }),

    /** Takes note that a document could not be read. Doing so again changes nothing. */
    dismissProblem: (actor: Actor, dealId: string, id: string): Promise<DocumentRow> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const document = await find(dealId, id)
        if (!isUnreadable(document)) refuse('document_readable')
        if (document.problemDismissedAt !== null) return document
        await store.dismissProblem(document, deal.at)
        deal.record('document.problem_dismissed', { document_id: id, sha256: document.sha256 })
        return { ...document, problemDismissedAt: deal.at }
      }),

    /** Returns the whole file. */
    bytes: (document: DocumentRow): Promise<Uint8Array> => bytesOf(blobs, document),

    /** Returns the content. If it cannot be read, marks the row and throws DocumentUnreadable. */
    digitize,

    /** Reads the facts that a document states, or the reason why there are none. */
    facts,

    /** Reads pages as they were stored. */
    pages,

    /** Resolves when no text recognition is running. */
    settled: digitization.settled,

    /** Returns a cell of a document with its labels, or why there is none. */
    labelledCell: (document: DocumentRow, place: { sheet: string; cell: string }): Promise<LabelledCell> =>
      labelledCell(document, place),

    /** Finds cells of an earlier version in this one; undefined for each that is not found. */
    findMovedCells: async (
      document: DocumentRow,
      wanted: readonly WantedCell[],
      signal?: AbortSignal,
    ): Promise<(FoundCell | undefined)[]> => {
      const isTable = tableKinds.has(document.kind) && document.state !== 'failed'
      const outcome = isTable ? await reader.findMovedCells(document, wanted, signal) : undefined
      return outcome?.ok === true ? outcome.answer : wanted.map(() => undefined)
    },

    markIndexed: (dealId: string, id: string): Promise<void> => store.markIndexed(dealId, id, now()),

    /** Returns cells of a workbook or CSV file. */
    cells: async (
      dealId: string,
      id: string,
      { sheet, range: text }: { sheet?: string | undefined; range: string },
    ): Promise<{ sheet: string; range: string; sheets: string[]; sheet_sizes: SheetSize[]; cells: ShownCell[] }> => {
      const document = await find(dealId, id)
      const range = readRange(text)
      const outcome = await cells.read(document, { sheet, range }).catch((error: unknown) => {
        if (!(error instanceof TooMuchText)) throw error
        const reason = documentMessages.rangeHasTooMuchText()
        throw new InvalidInput({ at: ['query', 'range'], reason, input: text })
      })
      if (!outcome.ok) throw new InvalidInput({ at: ['query', 'sheet'], reason: outcome.problem, input: sheet })
      if (outcome.answer.found)
        return {
          sheet: outcome.answer.sheet,
          range: `${formatCell(range.from)}:${formatCell(range.to)}`,
          sheets: outcome.answer.sheets.map(({ name }) => name),
          sheet_sizes: outcome.answer.sheets,
          cells: outcome.answer.cells,
        }
      throw sheetNotFound(
        outcome.answer.sheets.map(({ name }) => name),
        sheet,
      )
    },

    /** Finds cells of a workbook or CSV file by their text, value or formula. */
    findCells: async (dealId: string, id: string, wanted: WantedHits): Promise<FoundHits> => {
      const outcome = await cells.find(await find(dealId, id), wanted)
      if (!outcome.ok) throw new InvalidInput({ at: ['query', 'q'], reason: outcome.problem, input: wanted.query })
      return outcome.answer
    },

    /** Returns what a cell reads and what reads it. */
    cellLinks: async (
      dealId: string,
      id: string,
      { sheet, cell: text }: { sheet: string; cell: string },
    ): Promise<{ cell: string; links: FoundLinks & { found: true } }> => {
      const document = await find(dealId, id)
      const cell = corner(text)
      if (cell === undefined)
        throw new InvalidInput({ at: ['query', 'cell'], reason: documentMessages.cellInvalid(), input: text })
      const outcome = await cells.links(document, { sheet, cell })
      if (!outcome.ok) throw new InvalidInput({ at: ['query', 'sheet'], reason: outcome.problem, input: sheet })
      if (!outcome.answer.found) throw sheetNotFound(outcome.answer.sheets, sheet)
      return { cell: formatCell(cell), links: outcome.answer }
    },
  }
}

const stateOf = ({ problem, isEncrypted }: { problem: string | undefined; isEncrypted: boolean }) => {
  if (problem !== undefined) return 'failed' as const
  return isEncrypted ? ('password_needed' as const) : ('stored' as const)
}

const nameOf = ({
  fileName,
  sha256,
  path,
}: {
  fileName: string
  sha256: string
  path?: string | null | undefined
}): string => `${sha256} ${path ?? ''}/${fileName}`

const sheetNotFound = (names: readonly string[], input: string | undefined) =>
  new InvalidInput({
    at: ['query', 'sheet'],
    reason: documentMessages.sheetNotFound({ names: names.slice(0, maxNamedSheets).join(', ') }),
    input,
  })

const corner = (text: string): CellPosition | undefined => parseCell(text.trim())

const readRange = (text: string): CellRange => {
  const [first = '', last = first, ...more] = text.split(':')
  const [start, end] = [corner(first), corner(last)]
  const objection = (reason: string) => new InvalidInput({ at: ['query', 'range'], reason, input: text })
  if (start === undefined || end === undefined || more.length > 0) throw objection(documentMessages.rangeInvalid())
  const from = { row: Math.min(start.row, end.row), column: Math.min(start.column, end.column) }
  const to = { row: Math.max(start.row, end.row), column: Math.max(start.column, end.column) }
  const cells = (to.row - from.row + 1) * (to.column - from.column + 1)
  if (cells > maxCellsAtOnce) throw objection(documentMessages.rangeTooLarge({ limit: maxCellsAtOnce }))
  return { from, to }
}
