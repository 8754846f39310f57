import {
  type DataQuality,
  dataQuality,
  maxQualityFindings,
  type QualityFinding,
  reopenFinding,
  settleFinding,
  severities,
} from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { qualityMessages } from '../../messages/quality.ts'
import type { Thresholds } from '../thresholds/index.ts'
import type { Quality } from './quality.service.ts'
import type { FindingSettlements } from './settlements.service.ts'

interface Deps {
  quality: Pick<Quality, 'of'>
  thresholds: Pick<Thresholds, 'results'>
  contradictions: Contradictions
  settlements: FindingSettlements
}

/** The open contradictions between documents and numbers, and how many there are of each severity. */
export type Contradictions = (dealId: string) => Promise<{
  findings: Omit<QualityFinding, 'title'>[]
  counts: Record<QualityFinding['severity'], number>
}>

export const qualityRoutes = ({ quality, thresholds, contradictions, settlements }: Deps): Route[] => [
  handle(dataQuality, async ({ params }) => {
    const [assessed, results, found] = await Promise.all([
      quality.of(params.deal_id),
      thresholds.results(params.deal_id),
      contradictions(params.deal_id),
    ])
    const { data_quality_summary: summary } = assessed
    const settled = await settlements.withSettlements(params.deal_id, summary.findings)
    const breached = results.filter(({ is_breached }) => is_breached === true)
    return {
      ...assessed,
      data_quality_summary: withContradictions({ ...summary, findings: settled }, found),
      thresholds: results,
      breached_count: breached.length,
    }
  }),
  handle(settleFinding, ({ actor, params: { deal_id, finding_id }, body, ifMatch }) =>
    settlements.settle(actor, deal_id, finding_id, body, ifMatch),
  ),
  handle(reopenFinding, ({ actor, params: { deal_id, finding_id }, ifMatch }) =>
    settlements.reopen(actor, deal_id, finding_id, ifMatch),
  ),
]

type Summary = DataQuality['data_quality_summary']

/** Counts contradictions by severity and lists them among the findings; they do not change the score. */
const withContradictions = (summary: Summary, { findings, counts }: Awaited<ReturnType<Contradictions>>): Summary => {
  const count = severities.reduce((sum, severity) => sum + counts[severity], 0)
  if (count === 0) return { ...summary, contradictions: 0 }
  const title = qualityMessages.contradiction()
  const listed = [...findings.map((finding) => ({ ...finding, title })), ...summary.findings]
  return {
    ...summary,
    ...Object.fromEntries(severities.map((severity) => [severity, summary[severity] + counts[severity]])),
    total: summary.total + count,
    contradictions: count,
    findings: listed
      .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
      .slice(0, maxQualityFindings),
  }
}
