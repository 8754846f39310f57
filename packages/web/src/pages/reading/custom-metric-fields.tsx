import { type MetricUnit, metricUnits } from '@deal-canvas/contract'
import { readingMessages } from '../../messages/reading.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { unitLabels } from './unit-labels.ts'

/** What a person says about a custom metric, besides its cell. */
export interface CustomMetricWords {
  readonly label: string
  readonly unit: MetricUnit
}

interface CustomMetricFieldsProps {
  words: CustomMetricWords
  onChange: (words: CustomMetricWords) => void
}

export const CustomMetricFields = ({ words, onChange }: CustomMetricFieldsProps) => (
  <>
    <Field
      label={readingMessages.metricName()}
      maxLength={100}
      autoFocus
      value={words.label}
      onChange={({ currentTarget }) => onChange({ ...words, label: currentTarget.value })}
    />
    <SelectField
      label={readingMessages.metricUnit()}
      value={words.unit}
      onChange={({ currentTarget: { value } }) => {
        const unit = metricUnits.find((known) => known === value)
        if (unit !== undefined) onChange({ ...words, unit })
      }}
    >
      {metricUnits.map((unit) => (
        <option key={unit} value={unit}>
          {unitLabels[unit]}
        </option>
      ))}
    </SelectField>
  </>
)
