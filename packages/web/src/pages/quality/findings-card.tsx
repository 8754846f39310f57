import { type DataQuality, type Metric, type QualityFinding, severities } from '@deal-canvas/contract'
import { useState } from 'react'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Segments } from '../../ui/segments.tsx'
import cellLinkStyles from './cell-link.module.css'
import { FindingActs } from './finding-acts.tsx'
import styles from './findings-card.module.css'
import { type Severity, severityLooks, severityNames } from './severity.ts'

const noneFound: Record<Severity | 'all', string> = {
  all: messages.noFindings(),
  critical: messages.noCriticalFindings(),
  high: messages.noHighFindings(),
  medium: messages.noMediumFindings(),
  low: messages.noLowFindings(),
}

interface FindingsCardProps {
  summary: DataQuality['data_quality_summary']
  metrics: ReadonlyMap<string, Metric>
  onOpen: (finding: { sheet: string; cell: string }) => void
}

/** The findings of the model check, most severe first. */
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
      title={messages.findings()}
      act={
        <Segments
          label={messages.severity()}
          chosen={chosen}
          onChoose={setChosen}
          choices={[
            ['all', messages.allFindings({ count: summary.total })],
            ...severities.map(
              (severity) =>
                [
                  severity,
                  messages.severityAndCount({ severity: severityNames[severity], count: summary[severity] }),
                ] as const,
            ),
          ]}
        />
      }
    >
      {groups.map(({ severity, findings }) => (
        <section key={severity} aria-label={messages.findingsOfSeverity({ severity: severityNames[severity] })}>
          <ul className={`rows ${styles.findings}`}>
            {findings.map((finding) => (
              <li key={finding.id} id={`finding-${finding.id}`} tabIndex={-1}>
                <span className={`chip ${severityLooks[severity]}`}>{severityNames[severity]}</span>
                <div>
                  <h3>
                    {finding.title}{' '}
                    {finding.settlement !== null && (
                      <span className="chip green">{messages.settled({ choice: finding.settlement.choice })}</span>
                    )}
                  </h3>
                  <p className="text-small text-fg-2">{finding.message}</p>
                  <Touched finding={finding} metrics={metrics} />
                  <FindingActs finding={finding} />
                </div>
                <CellButton finding={finding} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && (
        <div className="flex flex-wrap items-center gap-2 p-4 text-fg-2">
          {noneFound[chosen]}
          {chosen !== 'all' && summary.total > 0 && (
            <Button onClick={() => setChosen('all')}>{messages.showAllFindings()}</Button>
          )}
        </div>
      )}
      {unlisted > 0 && (
        <p className="px-4 py-3 text-small text-fg-3">{messages.findingsNotListed({ count: unlisted })}</p>
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
  return <p className="text-small text-fg-3">{formatImpact(named, rest.length, impact.dependents)}</p>
}

const formatImpact = (metrics: string, more: number, formulas: number): string => {
  if (metrics === '') return messages.affectsFormulas({ formulas })
  return more > 0
    ? messages.affectsMoreMetrics({ metrics, more, formulas })
    : messages.affectsMetrics({ metrics, formulas })
}

const CellButton = ({
  finding: { sheet, cell },
  onOpen,
}: {
  finding: QualityFinding
  onOpen: FindingsCardProps['onOpen']
}) => {
  if (sheet === null) return <span className="text-small text-fg-3">{messages.wholeWorkbook()}</span>
  if (cell === null) return <span className={`${cellLinkStyles.cellLink} ${cellLinkStyles.plain}`}>{sheet}</span>
  return (
    <button
      type="button"
      className={cellLinkStyles.cellLink}
      aria-label={messages.openCell({ cell: `${sheet}!${cell}` })}
      onClick={() => onOpen({ sheet, cell })}
    >
      {`${sheet}!${cell}`}
    </button>
  )
}
