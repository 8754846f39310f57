import { maxInputCorrelations } from '@deal-canvas/contract'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { type CorrelationDraft, type Draft, isUsed, varyingKeys } from './draft.ts'
import type { Problems } from './read-draft.ts'
import styles from './settings-form.module.css'

interface CorrelationsProps {
  draft: Draft
  problems: Problems
  isReadOnly: boolean
  onChange: (draft: Draft) => void
}

/** How varying inputs go together, as a list of pairs. */
export const Correlations = ({ draft, problems, isReadOnly, onChange }: CorrelationsProps) => {
  const { inputs, correlations } = draft
  const varying = varyingKeys(draft)
  const choices = inputs.filter(({ key }) => varying.has(key))
  const used = correlations.filter((pair) => isUsed(pair, varying))
  const set = (changed: readonly CorrelationDraft[]): void => onChange({ ...draft, correlations: changed })
  const put = (at: number, changed: Partial<CorrelationDraft>): void =>
    set(correlations.map((pair, n) => (n === at ? { ...pair, ...changed } : pair)))
  return (
    <section className={styles.correlations} aria-label={messages.correlations()}>
      <div className={styles.head}>
        <h3>{messages.correlations()}</h3>
        <span className="text-small text-fg-3">{messages.correlationsHint()}</span>
      </div>
      {used.length === 0 && <p className="text-small text-fg-2">{messages.noCorrelations()}</p>}
      <ul className={styles.pairs}>
        {correlations.map((pair, n) =>
          isUsed(pair, varying) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: A pair is its place.
            <li key={n}>
              {(['one', 'other'] as const).map((side) => (
                <SelectField
                  key={side}
                  label={messages[side]()}
                  value={pair[side]}
                  error={side === 'other' ? problems.get(`correlation ${n} pair`) : undefined}
                  onChange={({ target }) => put(n, { [side]: target.value })}
                >
                  <option value="">{messages.chooseInput()}</option>
                  {choices.map(({ key, label }) => (
                    <option key={key} value={key}>
                      {label}
                    </option>
                  ))}
                </SelectField>
              ))}
              <Field
                label={messages.correlation()}
                inputMode="decimal"
                autoComplete="off"
                value={pair.correlation}
                error={problems.get(`correlation ${n} value`)}
                onChange={({ target }) => put(n, { correlation: target.value })}
              />
              <button
                type="button"
                className="btn ghost icon"
                aria-label={messages.removeCorrelation({ number: n + 1 })}
                onClick={() => set(correlations.filter((_, at) => at !== n))}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ) : null,
        )}
      </ul>
      {!isReadOnly && varying.size > 1 && (
        <div>
          <Button
            look="ghost"
            idle={correlations.length >= maxInputCorrelations}
            onClick={() => set([...correlations, { one: '', other: '', correlation: '' }])}
          >
            <Icon name="plus" size={14} />
            {messages.addCorrelation()}
          </Button>
        </div>
      )}
    </section>
  )
}
