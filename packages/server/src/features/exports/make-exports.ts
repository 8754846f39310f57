import { dealRoles, maxExportBytes } from '@deal-canvas/contract'
import { actingFor } from '../../acting-for.ts'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../domain-error.ts'
import { exportMessages as messages } from '../../messages/exports.ts'
import { BlobTooLarge } from '../../platform/blobs/blobs.ts'
import { type Clock, later, seconds } from '../../platform/clock.ts'
import { actFor } from '../../platform/fairness/party.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { ClaimedBlob, DealBlobs } from '../documents/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { ExportProblem } from './export-problem.ts'
import type { ExportRow, ExportsStore } from './exports.store.ts'
import { exportFileName } from './file-name.ts'
import type { Gathered, Renderers } from './renderers.ts'

interface Deps {
  store: Pick<ExportsStore, 'take' | 'releaseAll' | 'notePeople' | 'advance' | 'finish' | 'fail' | 'reader'>
  renderers: Renderers
  changes: Pick<DealChanges, 'change'>
  /** Refuses if the role no longer allows exports. */
  assertAllowed(role: ExportRole, wanted: Pick<ExportRow, 'dealId' | 'format' | 'requestedBy'>): Promise<void>
  blobs: Pick<DealBlobs, 'put' | 'settle' | 'release'>
  quotas: Pick<Quotas, 'takeBytes'>
  onError(error: unknown): void
  now: Clock
  beatMs?: number
}

type ExportRole = Actor['dealRole']

/** A node that is gone loses its exports after this long without a beat. */
const leaseMs = seconds(30)
const exportsAtOnce = 2
/** An export that was interrupted this often crashes its process, and must not do so forever. */
const maxAttempts = 3
const steps = { begun: 0.1, gathered: 0.4, rendered: 0.8 }
/** Somebody else keeps the service busy, or a store is not reachable: the export is made later. */
const passing = new Set(['workers_busy', 'store_unavailable', 'shutting_down'])

class TakenOver extends Error {}

/**
 * Makes exports in the background. Every node looks for those that are due; a lease keeps two nodes from making the
 * same one, and one whose process died is made again.
 */
export const createMakeExports = (deps: Deps) => {
  const { store, renderers, changes, assertAllowed, blobs, quotas, onError, now, beatMs = seconds(5) } = deps
  const closing = new AbortController()
  let round: Promise<void> = Promise.resolve()

  const actorOf = ({ requestedBy, grantId, bySuperadmin }: ExportRow): Actor => ({
    ...actingFor(requestedBy, dealRoles[0]),
    bySuperadminGrant: bySuperadmin,
    tokenGrantId: grantId ?? undefined,
  })

  const keep = (row: ExportRow, { gathered, blob }: { gathered: Gathered; blob: ClaimedBlob }): Promise<void> =>
    changes.change(
      actorOf(row),
      row.dealId,
      'viewer',
      async (deal) => {
        await assertAllowed(deal.role, row)
        await quotas.takeBytes(row.dealId, blob.size)
        const { modelVersion, scenarioVersion, memoVersion, extension } = gathered
        const { name } = renderers[row.format]
        const fileName = exportFileName(deal.row.name, name(), { at: deal.at, extension })
        const { sha256, size } = blob
        if (!(await store.finish(row, { fileName, sha256, size, modelVersion, memoVersion: memoVersion ?? null })))
          throw new TakenOver()
        await blobs.settle([blob])
        deal.record('export.created', {
          export_id: row.id,
          format: row.format,
          scenario_id: row.scenarioId,
          scenario_version: scenarioVersion,
          version: modelVersion,
          ...(memoVersion === undefined ? {} : { memo_version: memoVersion }),
          watermark: row.watermark,
          sha256,
          size,
        })
        deal.notify({ type: 'export_ready', to: [row.requestedBy], snippet: name(), causedBy: row.requestedBy })
      },
      { evenIfDecided: true },
    )

  const make = async (row: ExportRow): Promise<void> => {
    const taken = new AbortController()
    const signal = AbortSignal.any([closing.signal, taken.signal])
    let progress = steps.begun
    const beat = async (): Promise<void> => {
      if (!(await store.advance(row, { until: later(now(), leaseMs), progress }))) taken.abort(new TakenOver())
    }
    const beating = setInterval(() => void beat().catch(onError), beatMs)
    const claimed: ClaimedBlob[] = []
    try {
      // Before anything is read: an erasure in between deletes the export, and with it what was read.
      if (!(await store.notePeople(row))) throw new TakenOver()
      await beat()
      const actor = actorOf(row)
      const role = await changes.change(actor, row.dealId, 'viewer', async (deal) => deal.role, { evenIfDecided: true })
      await assertAllowed(role, row)
      const reader = row.watermark ? await store.reader(row.requestedBy) : undefined
      const watermark = reader && { ...reader, at: now().toISOString() }
      const { gather, render, maxBytes = maxExportBytes } = renderers[row.format]
      const gathered = await gather(
        {
          actor: { ...actor, dealRole: role },
          dealId: row.dealId,
          scenarioId: row.scenarioId ?? undefined,
          memoVersion: row.memoVersion ?? undefined,
          watermark,
        },
        signal,
      )
      progress = steps.gathered
      await beat()
      const bytes = await render(gathered, signal, row)
      progress = steps.rendered
      await beat()
      signal.throwIfAborted()
      const blob = await blobs.put(row.dealId, bytes, { maxBytes })
      claimed.push(blob)
      await keep(row, { gathered, blob })
    } finally {
      clearInterval(beating)
      await blobs.release(claimed)
    }
  }

  /** Why an export cannot be made; undefined: it can be later. */
  const problemOf = (error: unknown): string | undefined => {
    if (error instanceof ExportProblem) return error.message
    if (error instanceof BlobTooLarge) return messages.tooLarge({ limit: maxExportBytes / 2 ** 20 })
    return error instanceof DomainError && !passing.has(error.code) ? error.message : undefined
  }

  const attempt = async (row: ExportRow): Promise<void> => {
    if (row.attempts > maxAttempts) return void (await store.fail(row, messages.interrupted()))
    try {
      await actFor({ tenant: row.requestedBy, person: row.requestedBy }, () => make(row))
    } catch (error) {
      if (closing.signal.aborted || error instanceof TakenOver) return
      const problem = problemOf(error)
      if (problem !== undefined) await store.fail(row, problem)
      else onError(error)
    }
  }

  const makeDue = async (isAlone: boolean): Promise<void> => {
    if (isAlone) await store.releaseAll(now())
    for (;;) {
      if (closing.signal.aborted) return
      const rows = await store.take(now(), later(now(), leaseMs), exportsAtOnce)
      if (rows.length === 0) return
      await Promise.all(rows.map((row) => attempt(row).catch(onError)))
    }
  }

  return {
    resume: ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> => {
      if (!closing.signal.aborted) round = makeDue(isAlone)
      return round
    },
    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
