import { createHash } from 'node:crypto'
import type { FoundFinding } from '../models/index.ts'

export type Identified<Finding> = Finding & {
  /** The same for the same check of the same place. */
  id: string
  /** Of what it says: a settlement holds only as long as this is the same. */
  fingerprint: string
}

const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** Findings of one check about one place are told apart by their order. */
export const withIds = (findings: readonly FoundFinding[]): Identified<FoundFinding>[] => {
  const seen = new Map<string, number>()
  return findings.map((finding) => {
    const { check, sheet, cell, severity, message } = finding
    const place = JSON.stringify([check, sheet, cell])
    const before = seen.get(place) ?? 0
    seen.set(place, before + 1)
    return { ...finding, id: digest([check, sheet, cell, before]), fingerprint: digest([severity, message]) }
  })
}
