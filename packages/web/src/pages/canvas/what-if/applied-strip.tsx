import { useState } from 'react'
import { useModel } from '../../../deal-data/model-query.ts'
import { useNumbers } from '../../../deal-data/numbers.ts'
import { appliedMessages } from '../../../messages/applied.ts'
import { useMe } from '../../../session/me.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { Icon } from '../../../ui/icon.tsx'
import { storedInTab } from '../../../ui/stored.ts'
import styles from './applied-strip.module.css'
import { useRevert } from './use-revert.ts'

const quarterHour = 900_000

/** Offers to undo the change that the user just applied; older ones are listed in the what-if. */
export const AppliedStrip = () => {
  const { id } = useMe()
  const { data: model } = useModel()
  const { shown } = useNumbers()
  const revert = useRevert()
  const [seen, setSeen] = useState(() => storedInTab.read('applied-seen'))
  const last = model?.overrides[0]
  if (model === undefined || last === undefined || last.applied_by !== id) return null
  const name = `${last.applied_at}`
  const isFresh = Date.now() - Date.parse(last.applied_at) < quarterHour
  if (!isFresh || seen === name) return null
  const metric = shown.get(last.metric_key)
  return (
    <div className={`${styles.appliedStrip} pop`} role="status">
      <Icon name="check" />
      <p>
        {revert.isError
          ? sentenceFor(revert.error)
          : appliedMessages.applied.rich({
              metric: metric?.label ?? last.metric_key,
              value: formatMetric(last.value, metric?.unit ?? 'ratio'),
              b: (text) => <b>{text}</b>,
            })}
      </p>
      <Button busy={revert.isPending} onClick={() => revert.mutate({ seen: model.model_version })}>
        {appliedMessages.undo()}
      </Button>
      <button
        type="button"
        className="btn ghost icon"
        aria-label={appliedMessages.keepAndClose()}
        onClick={() => {
          storedInTab.write('applied-seen', name)
          setSeen(name)
        }}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
