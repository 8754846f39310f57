import { type Clock, days, later } from '../../../platform/clock.ts'
import type { SignedUpgrade } from '../../../platform/database/tables/bundles.ts'
import { canonicalJson } from '../verification/canonical-json.ts'
import { sha256 } from '../verification/digests.ts'
import type { Signer } from '../verification/signer.ts'
import type { UpgradeStore } from './upgrade.store.ts'

/** The state of a trail without a signed head: no events at all, or events of an earlier version. */
export type TakenOver = 'empty' | 'events'

/** Which trails without a signed head are accepted as written by an earlier version. */
export type Covers = 'nothing' | 'empty' | 'all'

export interface Statement {
  /** When this installation started to give every trail a signed head. */
  at: Date
  covers: Covers
}

export interface SignedStatement extends Statement {
  signature: string
}

export interface Upgrade {
  /** Whether a trail without a signed head can be one of an earlier version that waits for its first head. */
  covers(what: TakenOver, at: Date): boolean
  /** Whether a baseline can have been signed at that time. */
  mayHaveBaseline(at: Date): boolean
}

interface Deps {
  store: UpgradeStore
  signer: Pick<Signer, 'sign' | 'isGood'>
  onError(error: unknown): void
  now: Clock
}

/**
 * How long nodes of earlier versions can run in parallel with this one, and how long writing the baselines can take.
 */
const windowDays = 7

/** Starts with a prefix that neither events nor heads have, so that no signature can be reused for another purpose. */
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
 * When a baseline of another installation can have been signed, by its own statement; never without one that its key
 * signed.
 */
export const readUpgrade = async (
  signer: Pick<Signer, 'isGood'>,
  stated: SignedUpgrade | null,
): Promise<Pick<Upgrade, 'mayHaveBaseline'>> => {
  if (stated === null) return { mayHaveBaseline: () => false }
  const statement: Statement = { at: new Date(stated.at), covers: stated.covers }
  const isSigned = await signer.isGood(hashStatement(statement), stated.signature)
  return isSigned ? upgradeBy(statement) : { mayHaveBaseline: () => false }
}

/**
 * States the upgrade to signed heads once, signed with the audit trail key: write access to the database is not enough
 * to move it or to make trails look older than it. A deleted statement is not recreated with the same coverage, because
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
