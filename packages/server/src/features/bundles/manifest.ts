import { createHash } from 'node:crypto'
import {
  integer,
  list,
  maxBundleBlobs,
  maxBundleColumns,
  maxBundledInstantLength,
  maxBundledItems,
  maxBundledNameLength,
  maxBundleParts,
  maxDealIdLength,
  maxDealNameLength,
  maxPublicKeyLength,
  model,
  nullable,
  oneOf,
  type Static,
  text,
} from '@deal-canvas/contract'

/** A change that older versions cannot read gets another number. */
export const bundleVersion = 1

export const partNames = {
  manifest: 'manifest.json',
  signature: 'signature.json',
  people: 'rows/people.jsonl',
} as const
export const rowsPart = (table: string): string => `rows/${table}.jsonl`
export const blobPart = (sha256: string): string => `blobs/${sha256}`

const digest = text({ pattern: '^[0-9a-f]{64}$' })
const bytes = integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** What a bundle contains. Its own digest is signed with the key of the audit trail. */
export const Manifest = model({
  format: oneOf(['deal-canvas.bundle']),
  version: integer(),
  /** The newest migration of the database that it was read from. */
  schema: text({ max: maxBundledNameLength }),
  exported_at: text({ max: maxBundledInstantLength }),
  deal_id: text({ min: 1, max: maxDealIdLength, pattern: '^[A-Za-z0-9_-]+$' }),
  deal_name: text({ max: maxDealNameLength }),
  parts: list(
    model({
      name: text({ max: maxBundledNameLength }),
      columns: list(text({ max: maxBundledNameLength }), { max: maxBundleColumns }),
      rows: bytes,
      bytes,
      sha256: digest,
    }),
    { max: maxBundleParts },
  ),
  blobs: list(model({ sha256: digest, size: bytes }), { max: maxBundleBlobs }),
  audit: model({
    entries: bytes,
    head_hash: digest,
    /** The head as it was signed; null if the trail lost it. */
    head: nullable(
      model({ at: text({ max: maxBundledInstantLength }), signature: text({ max: maxBundledNameLength }) }),
    ),
    upgrade: nullable(
      model({
        at: text({ max: maxBundledInstantLength }),
        covers: oneOf(['nothing', 'empty', 'all']),
        signature: text({ max: maxBundledNameLength }),
      }),
    ),
  }),
})
export type Manifest = Static<typeof Manifest>

export const ManifestSignature = model({
  public_key: text({ max: maxPublicKeyLength }),
  fingerprint: digest,
  signature: text({ max: maxBundledNameLength }),
})
export type ManifestSignature = Static<typeof ManifestSignature>

/** Starts with a prefix that nothing else signed has, so that no signature passes for one of a manifest. */
export const hashManifest = (manifest: Uint8Array): string =>
  createHash('sha256').update('deal-canvas bundle\n').update(manifest).digest('hex')

/** A name for a person who wrote, or is mentioned, in a deal; never an address. */
export const Person = model({
  id: text({ pattern: '^[0-9a-f-]{36}$' }),
  name: text({ max: maxBundledNameLength }),
  /** The ids by which services before the exporting one knew the same name. */
  known_as: list(text({ pattern: '^[0-9a-f-]{36}$' }), { max: maxBundledItems }),
})
export type Person = Static<typeof Person>
