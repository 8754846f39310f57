import { type Metric, maxRationaleLength, type Scenario } from '@deal-canvas/contract'
import { useState } from 'react'
import { useMetrics } from '../../../../deal-data/canvas-query.ts'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { formatMetric } from '../../../../ui/format-metric.ts'
import { SelectField } from '../../../../ui/select-field.tsx'
import { QuestionedValue } from '../../what-if/questioned-value.tsx'
import { readValue, valueAsTyped } from '../../what-if/read-value.ts'
import { settableInputs, withInput, withoutInputs } from '../scenario-inputs.ts'
import { scenarioSentence } from '../scenario-sentence.ts'
import { TypedValueField } from '../typed-value-field.tsx'
import { useEditScenario } from '../use-scenario-acts.ts'
import { useValueQuestion } from './use-value-question.ts'

interface InputDialogProps {
  /** In its newest version: after a refusal the dialog stays open with what was typed. */
  scenario: Scenario
  /** Undefined: the user chooses one. */
  metricKey: string | undefined
  /** The value of an input in Base; null: not known. */
  baseOf: (metricKey: string) => number | null
  onClose: () => void
}

/** Sets or removes an input of a scenario. */
export const InputDialog = ({ scenario, metricKey, baseOf, onClose }: InputDialogProps) => {
  const metrics = useMetrics()
  const { overrides, name, is_presented: isPresented } = scenario
  const overrideOf = (key: string) => overrides.find(({ metric_key: one }) => one === key)
  const startOf = (key: string): string => {
    const value = overrideOf(key)?.value ?? baseOf(key) ?? metrics.get(key)?.value ?? null
    return value === null ? '' : valueAsTyped(value, metrics.get(key)?.unit ?? 'ratio')
  }
  const [chosen, setChosen] = useState(metricKey ?? '')
  const [typed, setTyped] = useState(() => startOf(chosen))
  const [reason, setReason] = useState(() => overrideOf(chosen)?.reason ?? '')
  const [wrong, setWrong] = useState<object>()
  const [confirmed, setConfirmed] = useState<number>()
  const check = useValueQuestion()
  const save = useEditScenario(onClose)
  const metric = metrics.get(chosen)
  const value = metric === undefined ? undefined : readValue(typed, metric.unit)
  const question = check.variables?.value === value ? check.data : undefined

  const send = (to: number): void =>
    save.mutate({
      scenario,
      body: {
        overrides: withInput(scenario, {
          metric_key: chosen,
          value: to,
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        }),
      },
    })
  const submit = (): void => {
    if (metric === undefined || value === undefined) setWrong({})
    else if (confirmed === value) send(value)
    else check.mutate({ metric, value }, { onSuccess: (found) => found === undefined && send(value) })
  }
  const type = (text: string): void => {
    setTyped(text)
    setWrong(undefined)
  }
  return (
    <FormDialog
      title={
        metricKey === undefined
          ? messages.newInputTitle({ scenario: name })
          : messages.inputTitle({ input: metric?.label ?? metricKey, scenario: name })
      }
      act={messages.saveInput()}
      busy={check.isPending || save.isPending}
      idle={question !== undefined && confirmed !== value}
      wrong={scenarioSentence(save.error)}
      refusal={wrong ?? save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {metricKey === undefined && (
        <InputChoice
          inputs={settableInputs(metrics.values()).filter(({ metric_key: key }) => overrideOf(key) === undefined)}
          chosen={chosen}
          error={wrong !== undefined && metric === undefined ? messages.inputMissing() : undefined}
          onChoose={(key) => {
            setChosen(key)
            type(startOf(key))
          }}
        />
      )}
      {metric !== undefined && (
        <TypedValueField
          label={messages.value()}
          unit={metric.unit}
          typed={typed}
          onTyped={type}
          hint={messages.baseValue({ value: formatMetric(baseOf(chosen), metric.unit) })}
          error={
            wrong !== undefined && value === undefined
              ? messages.valueInvalid({ example: valueAsTyped(metric.value ?? 0, metric.unit) })
              : undefined
          }
        />
      )}
      {question !== undefined && metric !== undefined && (
        <QuestionedValue
          question={question}
          unit={metric.unit}
          confirmed={confirmed === value}
          onConfirm={(yes) => setConfirmed(yes ? value : undefined)}
          onUse={(suggested) => type(valueAsTyped(suggested, metric.unit))}
        />
      )}
      <Field
        label={messages.reason()}
        maxLength={maxRationaleLength}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {isPresented && <p className="text-small text-fg-2">{messages.changesMemo()}</p>}
      {overrideOf(chosen) !== undefined && (
        <div>
          <Button
            look="ghost"
            busy={save.isPending}
            onClick={() => save.mutate({ scenario, body: { overrides: withoutInputs(scenario, [chosen]) } })}
          >
            {messages.removeInput()}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

interface InputChoiceProps {
  inputs: readonly Metric[]
  chosen: string
  error: string | undefined
  onChoose: (key: string) => void
}

const InputChoice = ({ inputs, chosen, error, onChoose }: InputChoiceProps) => (
  <SelectField
    label={messages.input()}
    autoFocus
    value={chosen}
    error={error}
    onChange={({ target }) => onChoose(target.value)}
  >
    <option value="">{messages.chooseInput()}</option>
    {inputs.map(({ metric_key: key, label }) => (
      <option key={key} value={key}>
        {label}
      </option>
    ))}
  </SelectField>
)
