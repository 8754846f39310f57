import type { DealRole } from '@deal-canvas/contract'
import { type ExportFormat, exportDays } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { exportedMemoMessages, exportMessages } from '../../messages/exports.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { BlindRead } from '../committee/index.ts'
import type { DealBlobs } from '../documents/index.ts'
import type { MemoVersions } from '../memo-versions/index.ts'
import type { Models } from '../models/index.ts'
import type { Scenarios } from '../scenarios/index.ts'
import { type ExportRow, type ExportsStore, isExporter } from './exports.store.ts'
import type { AssertWritable } from './gather/assert-writable.ts'
import type { WritableWorkbook } from './gather/writable-workbook.ts'

export interface WantedExport {
  format: ExportFormat
  /** Undefined: what the memo presents. */
  scenarioId: string | undefined
  /** Of a memo; undefined: the newest. */
  memoVersion: number | undefined
  watermark: boolean
}

interface Deps {
  store: Pick<ExportsStore, 'letsViewersExport' | 'add' | 'page' | 'find' | 'deleteWithPerson'>
  database: Pick<Database, 'afterCommit'>
  blobs: Pick<DealBlobs, 'deleteUnnamed'>
  changes: Pick<DealChanges, 'change'>
  models: Pick<Models, 'present'>
  memoVersions: Pick<MemoVersions, 'has'>
  scenarios: Pick<Scenarios, 'show'>
  blindRead: Pick<BlindRead, 'seesRatings'>
  writableWorkbook: WritableWorkbook
  assertWritable: AssertWritable
  /** Called after an export was asked for. */
  wake(): void
  now: Clock
}

const isMemo = (format: ExportFormat): boolean => format === 'pdf' || format === 'docx'

export type Exports = ReturnType<typeof createExports>

/** Files that people take away from a deal. Everyone sees only the exports that they asked for. */
export const createExports = (deps: Deps) => {
  const { store, database, blobs, changes, memoVersions, models, scenarios, writableWorkbook, wake, now } = deps
  const { assertWritable, blindRead } = deps

  const canExport = async (role: DealRole | undefined, dealId: string): Promise<boolean> =>
    isExporter(role) || store.letsViewersExport(dealId)

  /** The whole deal is for owners only, whatever the organization allows, and only once they can see all of it. */
  const assertAllowed = async (
    role: DealRole | undefined,
    { dealId, format, requestedBy }: Pick<ExportRow, 'dealId' | 'format' | 'requestedBy'>,
  ): Promise<void> => {
    if (!(await canExport(role, dealId))) refuse('export_not_allowed')
    if (format !== 'bundle') return
    if (role !== 'owner') refuse('role_too_low')
    if (!(await blindRead.seesRatings(dealId, requestedBy)))
      refuse('export_not_allowed', { detail: exportMessages.blindRead() })
  }

  /** Refuses at once what would fail anyway. */
  const assertPossible = async (
    actor: Actor,
    dealId: string,
    wanted: WantedExport,
    signal: AbortSignal,
  ): Promise<void> => {
    const { format, scenarioId, memoVersion, watermark } = wanted
    if (format === 'bundle' && (scenarioId !== undefined || watermark))
      throw new InvalidInput({
        at: ['body', scenarioId === undefined ? 'watermark' : 'scenario_id'],
        reason: exportMessages.wholeDealOnly(),
        input: scenarioId ?? watermark,
      })
    if (scenarioId !== undefined && isMemo(format))
      throw new InvalidInput({
        at: ['body', 'scenario_id'],
        reason: exportedMemoMessages.scenarioFixed(),
        input: scenarioId,
      })
    if (memoVersion !== undefined) {
      if (!isMemo(format))
        throw new InvalidInput({
          at: ['body', 'memo_version'],
          reason: exportedMemoMessages.onlyMemoHasVersions(),
          input: memoVersion,
        })
      if (!(await memoVersions.has(dealId, memoVersion))) refuse('memo_version_not_found')
    }
    if (scenarioId !== undefined) {
      await scenarios.show(actor, dealId, scenarioId)
      if ((await models.present(dealId)).state === undefined) refuse('no_model')
    }
    if (format === 'xlsx_model')
      await assertWritable({ actor, dealId, scenarioId, memoVersion, watermark: undefined }, signal)
  }

  const find = async (actor: Actor, dealId: string, id: string): Promise<ExportRow> => {
    if (!(await canExport(actor.dealRole, dealId))) refuse('export_not_allowed')
    const row = (await store.find(dealId, actor.userId, id)) ?? refuse('export_not_found')
    await assertAllowed(actor.dealRole, row)
    return row.expiresAt > now() ? row : refuse('export_not_found')
  }

  return {
    assertAllowed,
    find,

    create: async (actor: Actor, dealId: string, wanted: WantedExport, signal: AbortSignal): Promise<ExportRow> => {
      const requestedBy = actor.userId
      await assertAllowed(actor.dealRole, { dealId, format: wanted.format, requestedBy })
      await assertPossible(actor, dealId, wanted, signal)
      return changes.change(
        actor,
        dealId,
        'viewer',
        async (deal) => {
          const { format, scenarioId, memoVersion, watermark } = wanted
          await assertAllowed(deal.role, { dealId, format, requestedBy })
          const row: ExportRow = {
            id: newId(),
            dealId,
            requestedBy,
            grantId: actor.tokenGrantId ?? null,
            bySuperadmin: actor.bySuperadminGrant,
            format,
            scenarioId: scenarioId ?? null,
            memoVersion: memoVersion ?? null,
            watermark,
            status: 'pending',
            progress: 0,
            problem: null,
            dueAt: deal.at,
            attempts: 0,
            modelVersion: null,
            fileName: null,
            sha256: null,
            size: 0,
            people: [actor.userId],
            createdAt: deal.at,
            expiresAt: later(deal.at, days(exportDays)),
          }
          await store.add(row)
          await database.afterCommit(async () => wake())
          return row
        },
        { evenIfDecided: true },
      )
    },

    list: async (
      actor: Actor,
      dealId: string,
      { after, limit }: { after: { time: Date; id: string } | undefined; limit: number },
    ) => {
      const isAllowed = await canExport(actor.dealRole, dealId)
      const rows = isAllowed ? await store.page({ dealId, userId: actor.userId }, { after, limit: limit + 1 }) : []
      const shown = rows.slice(0, limit)
      return {
        exports: shown.filter(({ expiresAt }) => expiresAt > now()),
        next: rows.length > shown.length ? shown.at(-1) : undefined,
        canExport: isAllowed,
        isModelWritable: (await writableWorkbook(dealId)) !== undefined,
      }
    },

    /** Call in a transaction. Deletes every export that a person asked for or is named in. */
    forgetPerson: async (userId: string): Promise<void> => {
      const gone = await store.deleteWithPerson(userId)
      await database.afterCommit(async () => void (await blobs.deleteUnnamed(gone)))
    },
  }
}
