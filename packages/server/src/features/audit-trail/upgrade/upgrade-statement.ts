import { type Clock, days, later } from '../../../platform/clock.ts'
import { canonicalJson } from '../verification/canonical-json.ts'
import { sha256 } from '../verification/digests.ts'
import type { Signer } from '../verification/signer.ts'
import type { UpgradeStore } from './upgrade.store.ts'

/** What a trail may have without a signed head: nothing at all, or events of an earlier version. */
export type TakenOver = 'empty' | 'events'

/** Of which trails without a head it is believed that an earlier version made them. */
export type Covers = 'nothing' | 'empty' | 'all'

export interface Statement {
  /** When this installation began to give every trail a signed head. */
  at: Date
  covers: Covers
}

export interface SignedStatement extends Statement {
  signature: string
}

export interface Upgrade {
  /** Whether a trail without a signed head may be one of an earlier version that waits for its first. */
  covers(what: TakenOver, at: Date): boolean
  /** Whether a baseline may have been signed at that time. */
  mayHaveBaseline(at: Date): boolean
}

interface Deps {
  store: UpgradeStore
  signer: Pick<Signer, 'sign' | 'isGood'>
  onError(error: unknown): void
  now: Clock
}

/** So long nodes of earlier versions may run beside this one, and the baselines may take. */
const windowDays = 7

/** Begins with words that neither an event nor a head begins with. */
const hashStatement = ({ at, covers }: Statement): string =>
  sha256('deal-canvas audit upgrade\n', canonicalJson({ at: at.toISOString(), covers }))

const upgradeBy = ({ at: begun, covers }: Statement): Upgrade => {
  const end = later(begun, days(windowDays))
  return {
    covers: (what, at) => at < end && (covers === 'all' || (covers === 'empty' && what === 'empty')),
    mayHaveBaseline: (at) => at < (covers === 'nothing' ? begun : end),
  }
}

/**
 * The upgrade to signed heads, stated once and signed by the key of the trails: whoever can only write to the database
 * can neither move it nor make trails look older than it. A statement that was removed is not made again as it was:
 * the signed heads and digests of other trails show that there was one.
 */
export const openUpgrade = async ({ store, signer, onError, now }: Deps): Promise<Upgrade> => {
  const state = async (): Promise<SignedStatement> => {
    const { hasPeople, hasHeadsOrDigests } = await store.signs()
    const covers = !hasPeople ? 'nothing' : hasHeadsOrDigests ? 'empty' : 'all'
    const statement: Statement = { at: now(), covers }
    return store.add({ ...statement, signature: signer.sign(hashStatement(statement)) })
  }
  const { signature, ...statement } = (await store.find()) ?? (await state())
  if (await signer.isGood(hashStatement(statement), signature)) return upgradeBy(statement)
  onError(new Error('The statement of the upgrade to signed audit trails is not signed by this service'))
  return { covers: () => false, mayHaveBaseline: () => true }
}
