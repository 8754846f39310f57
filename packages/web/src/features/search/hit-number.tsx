import type { SearchHit } from '@deal-canvas/contract'
import { searchMessages as messages } from '../../messages/search.ts'
import { formatMetric } from '../../ui/format-metric.ts'

/** The number of a hit; one that nobody confirmed says so. */
export const HitNumber = ({ hit }: { hit: SearchHit }) => {
  const { value, unit, currency, provenance } = hit
  if (unit === null) return null
  return (
    <>
      <b className="tabular-nums">{formatMetric(value, unit, currency ?? undefined)}</b>
      {provenance?.confirmation === 'unconfirmed' && <span className="chip amber">{messages.unconfirmed()}</span>}
    </>
  )
}
