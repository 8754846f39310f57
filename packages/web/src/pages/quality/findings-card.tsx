import { type DataQuality, type Metric, type QualityFinding, severities } from '@deal-canvas/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Segments } from '../../ui/segments.tsx'
import { checkTitle } from './check-titles.ts'

type Severity = (typeof severities)[number]

const names: Record<Severity, string> = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' }
const looks: Record<Severity, string> = { critical: 'red', high: 'red', medium: 'amber', low: '' }

interface FindingsCardProps {
  summary: DataQuality['data_quality_summary']
  metrics: ReadonlyMap<string, Metric>
  onOpen: (finding: { sheet: string; cell: string }) => void
}

/** What is wrong with the model, the gravest first. */
export const FindingsCard = ({ summary, metrics, onOpen }: FindingsCardProps) => {
  const [chosen, setChosen] = useState<Severity | 'all'>('all')
  const listed = summary.findings
  const unlisted = summary.total - listed.length
  const groups = severities
    .filter((severity) => chosen === 'all' || chosen === severity)
    .map((severity) => ({ severity, findings: listed.filter((finding) => finding.severity === severity) }))
    .filter(({ findings }) => findings.length > 0)
  return (
    <Card
      title="Findings"
      act={
        <Segments
          label="Severity"
          chosen={chosen}
          onChoose={setChosen}
          choices={[
            ['all', `All ${summary.total}`],
            ...severities.map((severity) => [severity, `${names[severity]} ${summary[severity]}`] as const),
          ]}
        />
      }
    >
      {groups.map(({ severity, findings }) => (
        <section key={severity} aria-label={`${names[severity]} findings`}>
          <ul className="rows findings">
            {findings.map((finding) => (
              <li key={`${finding.check} ${finding.sheet} ${finding.cell} ${finding.message}`}>
                <span className={`chip ${looks[severity]}`}>{names[severity]}</span>
                <div>
                  <h3>{checkTitle(finding.check)}</h3>
                  <p className="text-small text-fg-2">{finding.message}</p>
                  <Touched finding={finding} metrics={metrics} />
                </div>
                <CellButton finding={finding} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && (
        <div className="flex flex-wrap items-center gap-2 p-4 text-fg-2">
          {chosen === 'all' ? 'Every check that had something to look at came out clean.' : `No ${chosen} findings.`}
          {chosen !== 'all' && summary.total > 0 && <Button onClick={() => setChosen('all')}>Show all findings</Button>}
        </div>
      )}
      {unlisted > 0 && (
        <p className="px-4 py-3 text-small text-fg-3">{`${unlisted} smaller findings are not listed.`}</p>
      )}
    </Card>
  )
}

const Touched = ({
  finding: { impact },
  metrics,
}: {
  finding: QualityFinding
  metrics: ReadonlyMap<string, Metric>
}) => {
  if (impact.dependents === 0) return null
  const labels = impact.metrics.map((key) => metrics.get(key)?.label ?? key)
  const [first, second, ...rest] = labels
  const named = [first, second].filter(Boolean).join(', ')
  const formulas = `${impact.dependents.toLocaleString('en-US')} ${impact.dependents === 1 ? 'formula' : 'formulas'}`
  return (
    <p className="text-small text-fg-3">
      {named === ''
        ? `Touches ${formulas}`
        : `Touches ${named}${rest.length > 0 ? ` and ${rest.length} more metrics` : ''}, ${formulas}`}
    </p>
  )
}

const CellButton = ({
  finding: { sheet, cell },
  onOpen,
}: {
  finding: QualityFinding
  onOpen: FindingsCardProps['onOpen']
}) => {
  if (sheet === null) return <span className="text-small text-fg-3">Whole workbook</span>
  if (cell === null) return <span className="cell-link plain">{sheet}</span>
  return (
    <button
      type="button"
      className="cell-link"
      aria-label={`Open ${sheet}!${cell}`}
      onClick={() => onOpen({ sheet, cell })}
    >
      {`${sheet}!${cell}`}
    </button>
  )
}
