import type { ReadingChange } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Deals } from '../deals/index.ts'
import type { DocumentRow, Documents, UploadedFile } from '../documents/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { Quotas } from '../quotas/index.ts'
import type { ReadingResult, Readings, ShownReading, TriedReading } from '../readings/index.ts'
import type { BuildWatch } from './build-watch.ts'
import type { Builds } from './builds.service.ts'
import type { SeenConversation } from './conversation-state.ts'
import type { ConversationRow, IntakeStore } from './intake.store.ts'
import type { NameSuggester } from './naming/name-suggester.ts'
import type { ReadFile } from './naming/read-file.ts'

interface Deps {
  store: IntakeStore
  database: Database
  records: Pick<Deals, 'orgFor' | 'add' | 'rename'>
  orgs: Pick<Orgs, 'show'>
  documents: Pick<Documents, 'store' | 'unlock' | 'all' | 'remove' | 'withdraw' | 'recordAll'>
  changes: Pick<DealChanges, 'change'>
  /** Creates the deal's evidence namespace together with the deal. */
  openNamespace(dealId: string): Promise<void>
  readFiles(files: readonly DocumentRow[]): Promise<ReadFile[]>
  suggestName: NameSuggester['suggest']
  builds: Pick<Builds, 'find' | 'start'>
  watch: Pick<BuildWatch, 'moves'>
  quotas: Pick<Quotas, 'takeIntake'>
  readings: Pick<Readings, 'show' | 'try' | 'change' | 'touch'>
  now: Clock
}

export type Intake = ReturnType<typeof createIntake>

/**
 * Runs the intake of a deal: files, a name, then the build of its canvas. Only the user who started a conversation can
 * see it.
 */
export const createIntake = (deps: Deps) => {
  const {
    store,
    database,
    records,
    orgs,
    documents,
    changes,
    openNamespace,
    readFiles,
    suggestName,
    builds,
    watch,
    quotas,
    readings,
    now,
  } = deps

  const find = async ({ userId }: Actor, id: string): Promise<ConversationRow> =>
    (await store.find(userId, id)) ?? refuse('conversation_not_found')

  const lock = async (actor: Actor, id: string): Promise<ConversationRow> => {
    await store.hold(actor.userId, id)
    return find(actor, id)
  }

  const see = async (conversation: ConversationRow): Promise<SeenConversation> => {
    const files = await documents.all(conversation.dealId)
    return { conversation, files, build: await builds.find(conversation.dealId) }
  }

  const assertCollecting = ({ status }: ConversationRow): void => {
    if (status === 'processing') refuse('build_under_way')
    if (status === 'ready') refuse('intake_over')
  }

  const assertReadable = (conversation: ConversationRow): void => {
    if (conversation.status === 'processing') refuse('build_under_way')
    if (!hasDeal(conversation)) refuse('deal_unnamed')
  }

  /**
   * Naming it creates the deal. From then on its audit trail records every file, and it rejects files once it is
   * finalized.
   */
  const hasDeal = ({ dealName }: ConversationRow): boolean => dealName !== null

  /** Reads the files again, outside of any transaction, and stores the suggested name. */
  const suggestAnew = async (actor: Actor, { id, dealId, orgId }: ConversationRow): Promise<SeenConversation> => {
    const files = await documents.all(dealId)
    const settings = orgId === null ? {} : (await orgs.show(orgId, 'member')).org.settings
    const suggestion = (await suggestName(await readFiles(files), settings)) ?? null
    await store.save(id, { suggestion, updatedAt: now() })
    // It may have been named while the files were read.
    return see(await find(actor, id))
  }

  const readName = (given: string): string => {
    const name = given.trim()
    if (name !== '') return name
    throw new InvalidInput({ at: ['body', 'deal_name'], reason: requestMessages.nameBlank(), input: given })
  }

  return {
    start: ({ userId }: Actor, requestedOrg: string | null | undefined, id = newId()): Promise<SeenConversation> =>
      database.transaction(async () => {
        await quotas.takeIntake(userId)
        const at = now()
        const conversation: ConversationRow = {
          id,
          ownerId: userId,
          orgId: await records.orgFor(userId, requestedOrg),
          dealId: newId(),
          status: 'collecting',
          dealName: null,
          suggestion: null,
          createdAt: at,
          updatedAt: at,
        }
        await store.add(conversation)
        return { conversation, files: [], build: undefined }
      }),

    page: ({ userId }: Actor, page: { after: { time: Date; id: string } | undefined; limit: number }) =>
      store.page(userId, page),

    show: async (actor: Actor, id: string): Promise<SeenConversation> => see(await find(actor, id)),

    addFiles: async (
      actor: Actor,
      id: string,
      files: AsyncIterable<UploadedFile>,
      signal: AbortSignal,
    ): Promise<SeenConversation & { added: DocumentRow[] }> => {
      const conversation = await find(actor, id)
      assertCollecting(conversation)
      const added = await documents.store(actor, conversation.dealId, files, {
        signal,
        // A build may have started while the files arrived, and would miss them.
        isDeal: async () => {
          const held = await lock(actor, id)
          assertCollecting(held)
          return hasDeal(held)
        },
      })
      await readings.touch(conversation.dealId, now())
      return { ...(await suggestAnew(actor, conversation)), added }
    },

    unlockFile: async (
      actor: Actor,
      id: string,
      { fileId, password }: { fileId: string; password: string },
      signal: AbortSignal,
    ): Promise<SeenConversation & { file: DocumentRow }> => {
      const conversation = await find(actor, id)
      assertCollecting(conversation)
      const { dealId } = conversation
      const isDeal = async (): Promise<boolean> => {
        const held = await lock(actor, id)
        assertCollecting(held)
        return hasDeal(held)
      }
      const file = await documents.unlock(actor, { dealId, id: fileId, password }, { isDeal, signal })
      await readings.touch(dealId, now())
      return { ...(await suggestAnew(actor, conversation)), file }
    },

    removeFile: async (actor: Actor, id: string, fileId: string): Promise<SeenConversation> => {
      const conversation = await database.transaction(async () => {
        const held = await lock(actor, id)
        assertCollecting(held)
        if (hasDeal(held)) await documents.withdraw(actor, held.dealId, fileId)
        else await documents.remove(held.dealId, fileId)
        await readings.touch(held.dealId, now())
        return held
      })
      return suggestAnew(actor, conversation)
    },

    /** The first name creates the deal once; a later one renames it. */
    name: (actor: Actor, id: string, given: string): Promise<SeenConversation> =>
      database.transaction(async () => {
        const name = readName(given)
        const conversation = await lock(actor, id)
        const { dealId, status } = conversation
        if (hasDeal(conversation)) await records.rename(actor, dealId, name)
        else {
          const orgId = await records.orgFor(actor.userId, conversation.orgId)
          await records.add({ id: dealId, orgId, name, tier: 'legacy', ownerId: actor.userId })
          await documents.recordAll(actor, dealId)
          await openNamespace(dealId)
        }
        const change = { dealName: name, status: status === 'collecting' ? ('named' as const) : status }
        const updatedAt = now()
        await store.save(id, { ...change, updatedAt })
        return see({ ...conversation, ...change, updatedAt })
      }),

    /** Returns how the workbook is read, as soon as its file is uploaded. */
    reading: async (actor: Actor, id: string): Promise<ShownReading> =>
      readings.show((await find(actor, id)).dealId, 'intake'),

    /** Previews a change of the reading. Requires a named deal, because only that can store it. */
    tryReading: async (
      actor: Actor,
      id: string,
      { change, seen, signal }: { change: ReadingChange; seen: number | undefined; signal: AbortSignal },
    ): Promise<TriedReading> => {
      const conversation = await find(actor, id)
      assertReadable(conversation)
      return readings.try(conversation.dealId, 'intake', change, seen, signal)
    },

    changeReading: (actor: Actor, id: string, tried: TriedReading): Promise<ReadingResult> =>
      readings.change(actor, tried, (work) =>
        database.transaction(async () => {
          // A build may have started while the workbook was read, and would miss this change.
          assertReadable(await lock(actor, id))
          return work()
        }),
      ),

    complete: (actor: Actor, id: string): Promise<SeenConversation> =>
      database.transaction(async () => {
        const conversation = await lock(actor, id)
        assertCollecting(conversation)
        if (!hasDeal(conversation)) refuse('deal_unnamed')
        const { dealId } = conversation
        await changes.change(actor, dealId, 'editor', async () => {
          if ((await documents.all(dealId)).length === 0) refuse('no_files')
          if (!(await builds.start(dealId, actor.userId))) refuse('build_under_way')
        })
        const updatedAt = now()
        await store.save(id, { status: 'processing', updatedAt })
        return see({ ...conversation, status: 'processing', updatedAt })
      }),

    /** Yields the conversation whenever its state changes, until the build has ended. */
    follow: async function* (actor: Actor, id: string, signal: AbortSignal): AsyncGenerator<SeenConversation> {
      const { dealId } = await find(actor, id)
      let lastState = ''
      for await (const _ of watch.moves(dealId, signal)) {
        const seen = await see(await find(actor, id))
        const { conversation, build } = seen
        const recognized = seen.files
          .map(({ state: step, ocrRead }) => (step === 'stored' ? (ocrRead ?? '') : ''))
          .join()
        const state = [conversation.status, build?.stage, build?.attempt, recognized].join(' ')
        if (state !== lastState) yield seen
        lastState = state
        if (conversation.status === 'ready' || conversation.status === 'failed') return
      }
    },
  }
}
