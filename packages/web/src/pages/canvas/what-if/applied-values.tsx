import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { metricInWords } from '../../../ui/metric-in-words.ts'
import { Note } from '../../../ui/note.tsx'
import { timeInWords } from '../../../ui/time-in-words.ts'
import { useCanvas } from '../canvas-query.ts'
import { useNumbers } from '../numbers.ts'
import { useWhyNotApply } from './apply-footer.tsx'
import { useModel } from './model-query.ts'
import { useRevert } from './use-revert.ts'

/** Values that were applied over the model, the newest first; the newest can be taken back. */
export const AppliedValues = () => {
  const { data: model } = useModel()
  const { shown } = useNumbers()
  const { participants } = useCanvas()
  const revert = useRevert()
  const why = useWhyNotApply()
  if (model === undefined || model.overrides.length === 0) return null
  return (
    <section className="what-if-applied" aria-label="Applied values">
      <h3>Applied over the model</h3>
      {revert.isError && <Note tone="red">{sentenceFor(revert.error)}</Note>}
      <ul className="rows">
        {model.overrides.map(
          ({ metric_key: key, value, applied_by: by, applied_at: at, model_version: version }, n) => {
            const metric = shown.get(key)
            const who = participants.find(({ user_id: id }) => id === by)?.display_name ?? 'A former member'
            return (
              <li key={version}>
                <span className="min-w-0 flex-1">
                  {metric?.label ?? key} <b>{metricInWords(value, metric?.unit ?? 'ratio')}</b>
                  <span className="block text-small text-fg-3">{`${who}, ${timeInWords(at, new Date())}`}</span>
                </span>
                {n === 0 && why === undefined && (
                  <Button busy={revert.isPending} onClick={() => revert.mutate(model.model_version)}>
                    Revert
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
