import { createHash, randomBytes } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

export const sha256 = (...parts: string[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Stored with a text: once both are erased, nobody can guess the text from its digest. */
export const newSalt = (): string => randomBytes(16).toString('base64url')

/** Prefixes each part with its length: otherwise text moved from one part to the next would keep the digest. */
export const digestParts = (...parts: string[]): string =>
  sha256(...parts.flatMap((part) => [`${Buffer.byteLength(part)}:`, part]))

/** The same in SQL, for texts that need not leave the database. The parts are SQL expressions, never values. */
export const digestPartsSql = (...parts: string[]): string => {
  const prefixed = parts.map((part) => `octet_length(${part})::text || ':' || ${part}`)
  return `encode(pg_catalog.sha256(convert_to(${prefixed.join(' || ')}, 'UTF8')), 'hex')`
}

export const digestJson = (value: unknown): string => sha256(canonicalJson(value))

export interface SectionText {
  sectionKey: string
  version: number
  title: string
  content: string
  /** Null for a version from before salts. */
  salt: string | null
}

export const digestSection = ({ sectionKey, version, title, content, salt }: SectionText): string =>
  digestParts(salt ?? '', sectionKey, String(version), title, content)

/** The same for a row of section_versions. */
export const digestSectionSql = (row: string): string =>
  digestPartsSql(
    `coalesce(${row}.salt, '')`,
    `${row}.section_key`,
    `${row}.version::text`,
    `${row}.title`,
    `${row}.content`,
  )

/** A section of a memo: its key, its version and the digest of that version. */
export type MemoPart = readonly [sectionKey: string, version: number, digest: string]

/** In memo order. */
export const digestMemo = (parts: readonly MemoPart[]): string => digestJson(parts)

export const digestRationale = (salt: string, rationale: string): string => digestParts(salt, rationale)
