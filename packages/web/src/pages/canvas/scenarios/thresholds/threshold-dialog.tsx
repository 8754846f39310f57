import { ApiError } from '@deal-canvas/client'
import {
  type Metric,
  maxThresholdSourceLength,
  type Threshold,
  type ThresholdKind,
  type ThresholdSide,
} from '@deal-canvas/contract'
import { useState } from 'react'
import { useMetrics } from '../../../../deal-data/canvas-query.ts'
import { commonMessages } from '../../../../messages/common.ts'
import { thresholdMessages as messages } from '../../../../messages/thresholds.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Field } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { formatMetric } from '../../../../ui/format-metric.ts'
import { SelectField } from '../../../../ui/select-field.tsx'
import { readValue, valueAsTyped } from '../../what-if/read-value.ts'
import { TypedValueField } from '../typed-value-field.tsx'
import { useCreateThreshold, useEditThreshold } from './use-threshold-acts.ts'

interface ThresholdDialogProps {
  /** In its newest version; undefined: a new one. */
  threshold: Threshold | undefined
  onClose: () => void
}

/** Metrics with a limit are numbers; a date has no headroom that anyone quotes. */
const limitable = (metrics: Iterable<Metric>): Metric[] =>
  [...metrics].filter(({ unit, value }) => unit !== 'date' && value !== null)

/** A metric that should be high has a floor, one that should be low a ceiling. */
const usualSide = (metric: Metric | undefined): ThresholdSide => (metric?.better === 'lower' ? 'at_most' : 'at_least')

/** Adds or changes a hurdle or covenant. */
export const ThresholdDialog = ({ threshold, onClose }: ThresholdDialogProps) => {
  const metrics = useMetrics()
  const [key, setKey] = useState(threshold?.metric_key ?? '')
  const metric = metrics.get(key)
  const unit = threshold?.unit ?? metric?.unit ?? 'ratio'
  const [kind, setKind] = useState<ThresholdKind>(threshold?.kind ?? 'hurdle')
  const [side, setSide] = useState<ThresholdSide>(threshold?.side ?? 'at_least')
  const [typed, setTyped] = useState(() => (threshold === undefined ? '' : valueAsTyped(threshold.value, unit)))
  const [source, setSource] = useState(threshold?.source ?? '')
  const [wrong, setWrong] = useState<object>()
  const create = useCreateThreshold(onClose)
  const edit = useEditThreshold(onClose)
  const error = create.error ?? edit.error
  const value = readValue(typed, unit)
  const submit = (): void => {
    if (key === '' || value === undefined) {
      setWrong({})
      return
    }
    setWrong(undefined)
    const body = { kind, side, value, source: source.trim() === '' ? null : source.trim() }
    if (threshold === undefined) create.mutate({ metric_key: key, ...body })
    else edit.mutate({ threshold, body })
  }
  return (
    <FormDialog
      title={threshold === undefined ? messages.addTitle() : messages.editTitle({ metric: threshold.label })}
      act={threshold === undefined ? messages.addAct() : commonMessages.save()}
      busy={create.isPending || edit.isPending}
      wrong={error === null ? undefined : sentenceOf(error)}
      refusal={wrong ?? error}
      onSubmit={submit}
      onClose={onClose}
    >
      {threshold === undefined && (
        <SelectField
          label={messages.metric()}
          autoFocus
          value={key}
          error={wrong !== undefined && key === '' ? messages.metricMissing() : undefined}
          onChange={({ target }) => {
            setKey(target.value)
            setSide(usualSide(metrics.get(target.value)))
          }}
        >
          <option value="">{messages.chooseMetric()}</option>
          {limitable(metrics.values()).map(({ metric_key: one, label }) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={messages.kind()}
        value={kind}
        onChange={({ target }) => setKind(target.value === 'covenant' ? 'covenant' : 'hurdle')}
      >
        <option value="hurdle">{messages.hurdle()}</option>
        <option value="covenant">{messages.covenant()}</option>
      </SelectField>
      <SelectField
        label={messages.side()}
        value={side}
        onChange={({ target }) => setSide(target.value === 'at_most' ? 'at_most' : 'at_least')}
      >
        <option value="at_least">{messages.sideAtLeast()}</option>
        <option value="at_most">{messages.sideAtMost()}</option>
      </SelectField>
      <TypedValueField
        label={messages.limit()}
        unit={unit}
        typed={typed}
        onTyped={setTyped}
        hint={metric === undefined ? undefined : messages.currentValue({ value: formatMetric(metric.value, unit) })}
        error={
          wrong !== undefined && value === undefined
            ? messages.limitInvalid({ example: valueAsTyped(metric?.value ?? 1.25, unit) })
            : undefined
        }
      />
      <Field
        label={messages.source()}
        hint={messages.sourceHint()}
        maxLength={maxThresholdSourceLength}
        value={source}
        onChange={({ target }) => setSource(target.value)}
      />
    </FormDialog>
  )
}

const sentenceOf = (error: Error): string =>
  error instanceof ApiError && error.code === 'stale_version' ? messages.stale() : sentenceFor(error)
