import { type DataQuality, severities } from '@deal-canvas/contract'

type Summary = DataQuality['data_quality_summary']

const isContradiction = ({ check }: Summary['findings'][number]): boolean => check === 'document_contradiction'

/** The findings about the model alone: contradictions have a card of their own. */
export const withoutContradictions = (summary: Summary): Summary => {
  const contradictions = summary.findings.filter(isContradiction)
  const countOf = (severity: (typeof severities)[number]): number =>
    summary[severity] - contradictions.filter((finding) => finding.severity === severity).length
  return {
    ...summary,
    ...Object.fromEntries(severities.map((severity) => [severity, countOf(severity)])),
    total: summary.total - contradictions.length,
    findings: summary.findings.filter((finding) => !isContradiction(finding)),
  }
}
