import { dealRoles } from '@deal-canvas/contract'
import { actingFor } from '../../acting-for.ts'
import { DomainError } from '../../domain-error.ts'
import { bundleMessages as messages } from '../../messages/bundles.ts'
import { BlobTooLarge } from '../../platform/blobs/blobs.ts'
import { type Clock, later, seconds } from '../../platform/clock.ts'
import { actFor } from '../../platform/fairness/party.ts'
import type { ClaimedBlob, DealBlobs } from '../documents/index.ts'
import { BundleProblem } from './bundle-problem.ts'
import type { BundleRowsStore } from './bundle-rows.store.ts'
import type { ImportDeal } from './import-deal.ts'
import type { ImportRow, ImportsStore } from './imports.store.ts'
import { blobPart } from './manifest.ts'
import { type OpenBundle, openBundle } from './open-bundle.ts'

interface Deps {
  store: Pick<ImportsStore, 'take' | 'releaseAll' | 'advance' | 'finish' | 'fail'>
  rows: Pick<BundleRowsStore, 'schema' | 'isTaken'>
  importDeal: ImportDeal
  blobs: Pick<DealBlobs, 'open' | 'put' | 'settle' | 'release' | 'deleteUnnamed'>
  /** Called once a deal is there: its documents are made searchable. */
  onImported(dealId: string, signal: AbortSignal): Promise<void>
  onError(error: unknown): void
  now: Clock
  beatMs?: number
}

/** A node that is gone loses its import after this long without a beat. */
const leaseMs = seconds(30)
/** An import that was interrupted this often crashes its process, and must not do so forever. */
const maxAttempts = 3
const steps = { begun: 0.05, files: 0.6 }
/** Somebody else keeps the service busy, or a store is not reachable: the import continues later. */
const passing = new Set(['workers_busy', 'store_unavailable', 'shutting_down'])

class TakenOver extends Error {}

/** Why an import cannot be made; undefined: it can be later. */
const problemOf = (error: unknown): string | undefined => {
  if (error instanceof BundleProblem) return error.message
  if (error instanceof BlobTooLarge) return messages.noZip()
  return error instanceof DomainError && !passing.has(error.code) ? error.message : undefined
}

/**
 * Imports bundles in the background, one at a time on each node. The files come first, each claimed for the deal, then
 * all rows in one transaction: an import that fails or is interrupted leaves neither.
 */
export const createRunImports = (deps: Deps) => {
  const { store, rows, importDeal, blobs, onImported, onError, now, beatMs = seconds(5) } = deps
  const closing = new AbortController()
  let round: Promise<void> = Promise.resolve()

  const takeFiles = async (
    { manifest, read }: OpenBundle,
    claimed: ClaimedBlob[],
    { signal, onProgress }: { signal: AbortSignal; onProgress(done: number): void },
  ): Promise<void> => {
    for (const [place, { sha256, size }] of manifest.blobs.entries()) {
      signal.throwIfAborted()
      const part = { name: blobPart(sha256), bytes: size, sha256 }
      claimed.push(await blobs.put(manifest.deal_id, read(part), { maxBytes: size }))
      onProgress((place + 1) / manifest.blobs.length)
    }
  }

  const run = async (row: ImportRow, bundleSha256: string): Promise<void> => {
    const taken = new AbortController()
    const signal = AbortSignal.any([closing.signal, taken.signal])
    let progress = steps.begun
    const beat = async (): Promise<void> => {
      if (!(await store.advance(row, { until: later(now(), leaseMs), progress }))) taken.abort(new TakenOver())
    }
    const beating = setInterval(() => void beat().catch(onError), beatMs)
    const claimed: ClaimedBlob[] = []
    let bundle: OpenBundle | undefined
    try {
      await beat()
      bundle = await openBundle(blobs, { sha256: bundleSha256, size: row.size, schema: await rows.schema() })
      // Again inside the transaction; here it saves the files of a deal that is there already.
      if (await rows.isTaken(row.dealId)) throw new BundleProblem(messages.dealExists())
      await takeFiles(bundle, claimed, {
        signal,
        onProgress: (done) => {
          progress = steps.begun + done * (steps.files - steps.begun)
        },
      })
      progress = steps.files
      await beat()
      signal.throwIfAborted()
      const actor = actingFor(row.requestedBy, dealRoles[0])
      await importDeal(bundle, { actor, orgId: row.orgId, bundleSha256 }, async () => {
        await blobs.settle(claimed)
        if (!(await store.finish(row))) throw new TakenOver()
      })
    } finally {
      clearInterval(beating)
      bundle?.close()
      await blobs.release(claimed)
    }
    await blobs.deleteUnnamed([bundleSha256])
    await onImported(row.dealId, closing.signal)
  }

  const attempt = async (row: ImportRow): Promise<void> => {
    const { sha256 } = row
    const fail = async (problem: string): Promise<void> => {
      if ((await store.fail(row, problem)) && sha256 !== null) await blobs.deleteUnnamed([sha256])
    }
    if (row.attempts > maxAttempts) return fail(messages.interrupted())
    if (sha256 === null) return fail(messages.gone())
    try {
      await actFor({ tenant: row.orgId ?? row.requestedBy, person: row.requestedBy }, () => run(row, sha256))
    } catch (error) {
      if (closing.signal.aborted || error instanceof TakenOver) return
      const problem = problemOf(error)
      if (problem !== undefined) await fail(problem)
      else onError(error)
    }
  }

  const runDue = async (isAlone: boolean): Promise<void> => {
    if (isAlone) await store.releaseAll(now())
    while (!closing.signal.aborted) {
      const row = await store.take(now(), later(now(), leaseMs))
      if (row === undefined) return
      await attempt(row).catch(onError)
    }
  }

  return {
    resume: ({ isAlone = false }: { isAlone?: boolean } = {}): Promise<void> => {
      if (!closing.signal.aborted) round = runDue(isAlone)
      return round
    },
    close: async (): Promise<void> => {
      closing.abort()
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
