import {
  maxChoices,
  type UncertainInputSetting,
  type UncertaintyDistribution,
  uncertaintyDistributions,
} from '@deal-canvas/contract'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { FieldFrame } from '../../../../ui/field-frame.tsx'
import { formatMetric, seriesFormatter } from '../../../../ui/format-metric.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import {
  type ChoiceDraft,
  type InputDraft,
  isEven,
  isSpread,
  type Measure,
  rangeOf,
  withDistribution,
  withMeasure,
} from './draft.ts'
import styles from './input-settings.module.css'
import { type Problems, sumOf } from './read-draft.ts'

interface InputSettingsProps {
  input: InputDraft
  /** The range that the service computed; undefined: the input was changed since. */
  exact: Pick<UncertainInputSetting, 'low' | 'high'> | undefined
  problems: Problems
  /** Whether no further input can vary. */
  isFull: boolean
  onChange: (input: InputDraft) => void
}

/** Whether an input varies, and how. */
export const InputSettings = ({ input, exact, problems, isFull, onChange }: InputSettingsProps) => {
  const { key, label, unit, value, varies, distribution } = input
  const isBlocked = !varies && isFull
  return (
    <li className={styles.input}>
      <div className={styles.head}>
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={varies}
          aria-disabled={isBlocked || undefined}
          aria-label={messages.varies({ input: label })}
          onClick={() => !isBlocked && onChange({ ...input, varies: !varies })}
        />
        <span className={styles.name}>{label}</span>
        <span className="text-small text-fg-3">
          {varies ? <Range input={input} exact={exact} /> : messages.fixedAt({ value: formatMetric(value, unit) })}
        </span>
      </div>
      {varies && (
        <fieldset className={styles.fields} aria-label={label}>
          <SelectField
            label={messages.distribution()}
            value={distribution}
            onChange={({ target }) => onChange(withDistribution(input, distributionOf(target.value)))}
          >
            {uncertaintyDistributions.map((kind) => (
              <option key={kind} value={kind}>
                {messages.distributionName({ kind })}
              </option>
            ))}
          </SelectField>
          {isSpread(input) && <Spread input={input} problems={problems} onChange={onChange} />}
          {distribution === 'discrete' && <Choices input={input} problems={problems} onChange={onChange} />}
          {distribution === 'history' && (
            <div className={styles.wide}>
              <FieldFrame
                label={messages.history()}
                hint={messages.historyHint()}
                error={problems.get(`${key} history`)}
              >
                {(control) => (
                  <textarea
                    {...control}
                    className="input area"
                    value={input.history}
                    onChange={({ target }) => onChange({ ...input, history: target.value })}
                  />
                )}
              </FieldFrame>
            </div>
          )}
        </fieldset>
      )}
    </li>
  )
}

const distributionOf = (text: string): UncertaintyDistribution =>
  uncertaintyDistributions.find((kind) => kind === text) ?? 'pert'

const Range = ({ input, exact }: Pick<InputSettingsProps, 'input' | 'exact'>) => {
  const range = exact ?? rangeOf(input)
  if (range === undefined) return null
  const format = seriesFormatter([range.low, range.high], input.unit)
  return (isEven(input.distribution) ? messages.resultingMost : messages.resulting)({
    low: format(range.low),
    high: format(range.high),
  })
}

type PartProps = Pick<InputSettingsProps, 'input' | 'problems' | 'onChange'>

/** How far the input reaches below and above its value. */
const Spread = ({ input, problems, onChange }: PartProps) => {
  const { key, unit, measure, distribution } = input
  return (
    <>
      {isEven(distribution) ? (
        <Distance
          label={messages.plusMinus()}
          typed={input.above}
          error={problems.get(`${key} above`)}
          onTyped={(typed) => onChange({ ...input, below: typed, above: typed })}
        />
      ) : (
        (['below', 'above'] as const).map((side) => (
          <Distance
            key={side}
            label={messages[side]()}
            typed={input[side]}
            error={problems.get(`${key} ${side}`)}
            onTyped={(typed) => onChange({ ...input, [side]: typed })}
          />
        ))
      )}
      <SelectField
        label={messages.measure()}
        value={measure}
        onChange={({ target }) => onChange(withMeasure(input, measureOf(target.value)))}
      >
        <option value="amount">{unit === 'percentage_points' ? messages.basisPoints() : messages.amount()}</option>
        <option value="share">{messages.percentOfValue()}</option>
      </SelectField>
    </>
  )
}

interface DistanceProps {
  label: string
  typed: string
  error: string | undefined
  onTyped: (typed: string) => void
}

const Distance = ({ label, typed, error, onTyped }: DistanceProps) => (
  <Field
    label={label}
    inputMode="decimal"
    autoComplete="off"
    value={typed}
    error={error}
    onChange={({ target }) => onTyped(target.value)}
  />
)

const measureOf = (text: string): Measure => (text === 'share' ? 'share' : 'amount')

/** The discrete values of an input and their probabilities. */
const Choices = ({ input, problems, onChange }: PartProps) => {
  const { key, label, choices } = input
  const error = problems.get(`${key} choices`)
  const put = (at: number, changed: Partial<ChoiceDraft>): void =>
    onChange({ ...input, choices: choices.map((choice, n) => (n === at ? { ...choice, ...changed } : choice)) })
  return (
    <fieldset className={styles.wide} aria-label={messages.choices({ input: label })}>
      <ul className={styles.choices}>
        {choices.map((choice, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A choice is its place.
          <li key={n}>
            <Field
              label={messages.choice()}
              inputMode="decimal"
              autoComplete="off"
              value={choice.value}
              error={problems.get(`${key} choice ${n}`)}
              onChange={({ target }) => put(n, { value: target.value })}
            />
            <Field
              label={messages.probability()}
              inputMode="decimal"
              autoComplete="off"
              value={choice.probability}
              error={problems.get(`${key} probability ${n}`)}
              onChange={({ target }) => put(n, { probability: target.value })}
            />
            <button
              type="button"
              className="btn ghost icon"
              aria-label={messages.removeChoice({ number: n + 1 })}
              onClick={() => onChange({ ...input, choices: choices.filter((_, at) => at !== n) })}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.sum}>
        <Button
          look="ghost"
          idle={choices.length >= maxChoices}
          onClick={() => onChange({ ...input, choices: [...choices, { value: '', probability: '' }] })}
        >
          <Icon name="plus" size={14} />
          {messages.addChoice()}
        </Button>
        <span className="text-small text-fg-3">{messages.sum({ sum: sumOf(input) })}</span>
      </div>
      {error !== undefined && (
        <p className="error" role="alert" tabIndex={-1}>
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
    </fieldset>
  )
}
