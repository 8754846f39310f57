import { createHash, createPublicKey } from 'node:crypto'
import type { SignedUpgrade } from '../../../platform/database/tables/bundles.ts'
import type { AuditTrailStore, EntryRow } from '../audit-trail.store.ts'
import { readUpgrade, type Upgrade } from '../upgrade/upgrade-statement.ts'
import type { ChainedFacts } from './chain.ts'
import { createVerifier, type Signer } from './signer.ts'

/** An installation that a deal came from. */
export interface TrailOrigin {
  /** The last event that it signed. */
  seq: number
  publicKey: string
  fingerprint: string
  upgrade: SignedUpgrade | null
  importedAt: Date
}

/** What an event is verified by. */
interface TrailKey extends Pick<Signer, 'isGood'>, Pick<Upgrade, 'mayHaveBaseline'> {
  isForeign: boolean
}

/** The keys of an audit trail: those of the installations that the deal came from, then the one of this service. */
export interface TrailKeys {
  /** The first one first; empty for a deal that was created here. */
  origins: readonly TrailOrigin[]
  of(seq: number): TrailKey
}

/** SHA-256 of the key itself, without its PEM armor, in hex; undefined if it is not an Ed25519 key. */
export const fingerprintOf = (publicKey: string): string | undefined => {
  try {
    const key = createPublicKey(publicKey)
    if (key.asymmetricKeyType !== 'ed25519') return undefined
    return createHash('sha256')
      .update(key.export({ format: 'der', type: 'spki' }))
      .digest('hex')
  } catch {
    return undefined
  }
}

/**
 * The facts of an event as its installation signed them; undefined if a row of this service claims another actor than
 * the signed one.
 */
export const signedFacts = (entry: EntryRow, { isForeign }: Pick<TrailKey, 'isForeign'>): ChainedFacts | undefined => {
  if (isForeign) return { ...entry, actorId: entry.signedActorId }
  return entry.signedActorId === null ? entry : undefined
}

export type ReadTrailKeys = ReturnType<typeof createReadTrailKeys>

interface Deps {
  store: Pick<AuditTrailStore, 'origins'>
  signer: Pick<Signer, 'isGood'>
  upgrade: Pick<Upgrade, 'mayHaveBaseline'>
}

export const createReadTrailKeys = ({ store, signer, upgrade }: Deps) => {
  const own: TrailKey = { isGood: signer.isGood, mayHaveBaseline: upgrade.mayHaveBaseline, isForeign: false }

  const foreign = async ({ publicKey, upgrade: stated }: TrailOrigin): Promise<TrailKey> => {
    const verifier = createVerifier(publicKey)
    return { isForeign: true, isGood: verifier.isGood, ...(await readUpgrade(verifier, stated)) }
  }

  return async (dealId: string): Promise<TrailKeys> => {
    const rows = await store.origins(dealId)
    const origins = rows.map((row) => ({ ...row, fingerprint: fingerprintOf(row.publicKey) ?? '' }))
    const keys = await Promise.all(origins.map(foreign))
    return { origins, of: (seq) => keys[origins.findIndex((origin) => seq <= origin.seq)] ?? own }
  }
}
