import { severities } from '@deal-canvas/contract'
import type { FindingRow } from './reconciliation.store.ts'

/** The same thing compared with the same: a settlement holds as long as its numbers do. */
const identityOf = (row: Pick<FindingRow, 'metricKey' | 'period' | 'qualifier' | 'documentId' | 'otherDocumentId'>) =>
  JSON.stringify([row.metricKey, row.period, row.qualifier, row.documentId, row.otherDocumentId])

/** Open contradictions first, the most severe of them first; then settled ones, then agreements. */
const inOrder = (a: FindingRow, b: FindingRow): number =>
  Number(a.status === 'agrees') - Number(b.status === 'agrees') ||
  Number(a.choice !== null) - Number(b.choice !== null) ||
  severities.indexOf(a.severity ?? 'low') - severities.indexOf(b.severity ?? 'low') ||
  (a.metricKey < b.metricKey ? -1 : a.metricKey > b.metricKey ? 1 : 0)

/** Findings that were there before keep their id and, while neither number changes, their settlement. */
export const withHistory = (found: readonly FindingRow[], former: readonly FindingRow[]): FindingRow[] => {
  const known = new Map(former.map((row) => [identityOf(row), row]))
  const rows = new Map<string, FindingRow>()
  for (const row of found) {
    const identity = identityOf(row)
    if (rows.has(identity)) continue
    const before = known.get(identity)
    if (before === undefined) {
      rows.set(identity, row)
      continue
    }
    const { id, choice, reason, settledBy, settledAt, version } = before
    const isSame = before.status === row.status && before.value === row.value && before.otherValue === row.otherValue
    rows.set(
      identity,
      isSame ? { ...row, id, choice, reason, settledBy, settledAt, version } : { ...row, id, version: version + 1 },
    )
  }
  return [...rows.values()].sort(inOrder).map((row, position) => ({ ...row, position }))
}
