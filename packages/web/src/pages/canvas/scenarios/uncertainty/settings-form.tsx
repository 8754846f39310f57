import { maxVaryingInputs, type Uncertainty } from '@deal-canvas/contract'
import { useState } from 'react'
import { uncertaintyMessages as messages } from '../../../../messages/uncertainty.ts'
import { Correlations } from './correlations.tsx'
import { type Draft, draftOf, type InputDraft, varyingKeys } from './draft.ts'
import { InputSettings } from './input-settings.tsx'
import type { Problems } from './read-draft.ts'
import styles from './settings-form.module.css'

interface SettingsFormProps {
  draft: Draft
  /** What the service sent: it knows the exact range of inputs that were not changed. */
  saved: Pick<Uncertainty, 'inputs' | 'correlations'>
  problems: Problems
  isReadOnly: boolean
  onChange: (draft: Draft) => void
}

/** Every input that can vary, and how varying inputs go together. */
export const SettingsForm = ({ draft, saved, problems, isReadOnly, onChange }: SettingsFormProps) => {
  // An input stays where it was when the dialog opened, or it would move away under the pointer.
  const [first] = useState(() => varyingKeys(draft))
  const varying = varyingKeys(draft)
  const before = new Map(draftOf(saved).inputs.map((input) => [input.key, JSON.stringify(input)]))
  const change = (input: InputDraft): void =>
    onChange({ ...draft, inputs: draft.inputs.map((one) => (one.key === input.key ? input : one)) })
  const rowOf = (input: InputDraft) => (
    <InputSettings
      key={input.key}
      input={input}
      exact={
        before.get(input.key) === JSON.stringify(input)
          ? saved.inputs.find(({ metric_key: key }) => key === input.key)
          : undefined
      }
      problems={problems}
      isFull={varying.size >= maxVaryingInputs}
      onChange={change}
    />
  )
  const others = draft.inputs.filter(({ key }) => !first.has(key))
  return (
    <fieldset className={styles.form} disabled={isReadOnly}>
      <div className={styles.head}>
        <h3>{messages.inputs()}</h3>
        <span className="text-small text-fg-3" role="status">
          {varying.size >= maxVaryingInputs
            ? messages.tooMany({ max: maxVaryingInputs })
            : messages.varyingCount({ count: varying.size, max: maxVaryingInputs })}
        </span>
      </div>
      {draft.inputs.length === 0 && <p className="text-fg-2">{messages.noInputs()}</p>}
      <ul className={styles.inputs}>{draft.inputs.filter(({ key }) => first.has(key)).map(rowOf)}</ul>
      {others.length > 0 && (
        <details className={styles.others} open={first.size === 0}>
          <summary>{messages.fixedInputs({ count: others.filter(({ varies }) => !varies).length })}</summary>
          <ul className={styles.inputs}>{others.map(rowOf)}</ul>
        </details>
      )}
      <Correlations draft={draft} problems={problems} isReadOnly={isReadOnly} onChange={onChange} />
    </fieldset>
  )
}
