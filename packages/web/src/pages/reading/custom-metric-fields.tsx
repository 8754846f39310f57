import { type MetricUnit, maxCustomLabelLength, metricUnits } from '@deal-canvas/contract'
import { readingMessages } from '../../messages/reading.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

/** Labels of metric units to choose from. */
const unitLabels: Readonly<Record<MetricUnit, string>> = {
  currency: readingMessages.unitCurrency(),
  percentage_points: readingMessages.unitPercent(),
  multiple_x: readingMessages.unitMultiple(),
  ratio: readingMessages.unitNumber(),
  count: readingMessages.unitCount(),
  square_feet: readingMessages.unitSquareFeet(),
  months: readingMessages.unitMonths(),
  date: readingMessages.unitDate(),
}

/** The properties of a custom metric other than its cell. */
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
      maxLength={maxCustomLabelLength}
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
