import type { ReactNode } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { useModel } from '../../../deal-data/model-query.ts'
import { useNumbers } from '../../../deal-data/numbers.ts'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { Note } from '../../../ui/note.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import styles from './applied-values.module.css'
import { useWhyNotApply } from './apply-footer.tsx'
import { useRevert } from './use-revert.ts'

/** The overrides of the model, newest first; each can be reverted. */
export const AppliedValues = () => {
  const { data: model } = useModel()
  const { shown } = useNumbers()
  const { participants } = useCanvas()
  const revert = useRevert()
  const why = useWhyNotApply()
  if (model === undefined || model.overrides.length === 0) return null
  return (
    <section className={styles.applied} aria-label={whatIfMessages.overrides()}>
      <h3>{whatIfMessages.overrides()}</h3>
      {revert.isError && <Note tone="red">{sentenceFor(revert.error)}</Note>}
      <ul className="rows">
        {model.overrides.map(
          ({
            metric_key: key,
            value,
            workbook_value: said,
            replaces_formula: hidesFormula,
            reason,
            applied_by: by,
            applied_at: at,
            model_version: version,
          }) => {
            const metric = shown.get(key)
            const words = (amount: number) => formatMetric(amount, metric?.unit ?? 'ratio')
            const row = {
              metric: metric?.label ?? key,
              value: words(value),
              replaces: hidesFormula ? 'formula' : 'value',
              b: (text: ReactNode) => <b>{text}</b>,
            }
            const who = participants.find(({ user_id: id }) => id === by)?.display_name ?? whatIfMessages.formerMember()
            return (
              <li key={version}>
                <span className="min-w-0 flex-1">
                  {said === null
                    ? whatIfMessages.override.rich(row)
                    : whatIfMessages.overrideOfWorkbook.rich({ ...row, workbookValue: words(said) })}
                  {reason !== null && <span className="block text-small">{reason}</span>}
                  <span className="block text-small text-fg-3">
                    {whatIfMessages.overrideBy.rich({ person: who, time: <RelativeTime at={at} /> })}
                  </span>
                </span>
                {why === undefined && (
                  <Button
                    busy={revert.isPending}
                    onClick={() => revert.mutate({ seen: model.model_version, metricKey: key })}
                  >
                    {whatIfMessages.revert()}
                  </Button>
                )}
              </li>
            )
          },
        )}
      </ul>
    </section>
  )
}
