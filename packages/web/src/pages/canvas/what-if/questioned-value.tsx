import type { MetricUnit, RipplePreview } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { Note } from '../../../ui/note.tsx'

interface QuestionedValueProps {
  question: RipplePreview['warnings'][number]
  unit: MetricUnit
  confirmed: boolean
  onConfirm: (confirmed: boolean) => void
  onUse: (value: number) => void
}

/** A value that looks like a typo: the user applies the probable value instead, or confirms it. */
export const QuestionedValue = ({ question, unit, confirmed, onConfirm, onUse }: QuestionedValueProps) => {
  const { message, suggested_value: suggested } = question
  return (
    <div className="px-5 pb-3">
      <Note
        tone="amber"
        act={
          suggested !== undefined && (
            <Button onClick={() => onUse(suggested)}>
              {whatIfMessages.suggestedValue({ value: formatMetric(suggested, unit) })}
            </Button>
          )
        }
      >
        {message}
        <label className="mt-1 flex items-center gap-2">
          <input type="checkbox" checked={confirmed} onChange={(event) => onConfirm(event.target.checked)} />
          {whatIfMessages.valueIntended()}
        </label>
      </Note>
    </div>
  )
}
