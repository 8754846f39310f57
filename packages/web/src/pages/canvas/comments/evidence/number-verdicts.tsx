import type { AnswerOf, brushPassage } from '@deal-canvas/contract'
import { commentMessages } from '../../../../messages/comments.ts'
import { formatMetric } from '../../../../ui/format-metric.ts'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './number-verdicts.module.css'

type BrushedNumber = AnswerOf<typeof brushPassage>['numbers'][number]

/** Unknown means only that no metric could be matched with certainty; the model may still have the number. */
const verdicts = {
  agrees: { words: commentMessages.numberAgrees(), look: 'green', icon: 'check' },
  differs: { words: commentMessages.numberDiffers(), look: 'red', icon: 'alert' },
  unknown: { words: commentMessages.numberNotMatched(), look: 'line', icon: 'question' },
} as const

const modelSays = ({ label, model_value, unit }: BrushedNumber): string | undefined =>
  label === null ? undefined : unit === null ? label : `${label} ${formatMetric(model_value, unit)}`

/** Each number of a passage next to the model's value. */
export const NumberVerdicts = ({ numbers }: { numbers: readonly BrushedNumber[] }) =>
  numbers.length === 0 ? null : (
    <ul className={styles.verdicts} aria-label={commentMessages.numbers()}>
      {numbers.map((number, index) => {
        const { words, look, icon } = verdicts[number.verdict]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown as it came and never reordered.
          <li key={index}>
            <b>{number.text}</b>
            <span className="min-w-0 flex-1 truncate text-fg-2">{modelSays(number)}</span>
            <span className={`chip ${look}`}>
              <Icon name={icon} size={12} />
              {words}
            </span>
          </li>
        )
      })}
    </ul>
  )
