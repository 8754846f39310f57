import { currencyCodes, type Reading, type ReadingChange, readingScales } from '@deal-canvas/contract'
import { SelectField } from '../../ui/select-field.tsx'
import { boundaryYears, scaleLabel } from './reading-state.ts'

interface DetectedSettingsProps {
  reading: Reading
  canChange: boolean
  isBusy: boolean
  onChange: (settings: NonNullable<ReadingChange['settings']>) => void
}

const originLabels = {
  person: 'Set by a person',
  workbook: 'Read from the workbook',
  default: 'The workbook does not say',
} as const

/** What the empty option of a setting stands for. */
const asRead = 'As the workbook says'

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })

/** What holds for the workbook as a whole; a correction reads the rest again. */
export const DetectedSettings = ({ reading, canChange, isBusy, onChange }: DetectedSettingsProps) => {
  const { currency, currency_origin: currencyOrigin, units, boundary, scenario } = reading
  const disabled = !canChange || isBusy
  const selectedValue = (origin: keyof typeof originLabels, value: number | string | null) =>
    origin === 'person' && value !== null ? String(value) : ''
  const years = boundaryYears(reading, new Date().getFullYear())
  return (
    <section className="reading-settings" aria-label="Workbook settings">
      <SelectField
        label="Currency"
        hint={`${currency}. ${originLabels[currencyOrigin]}`}
        disabled={disabled}
        value={selectedValue(currencyOrigin, currency)}
        onChange={({ currentTarget: { value } }) => onChange({ currency: value === '' ? null : value })}
      >
        <option value="">{asRead}</option>
        {currencyCodes.map((code) => (
          <option key={code} value={code}>
            {`${code}, ${currencyNames.of(code) ?? code}`}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Amounts are in"
        hint={`${scaleLabel(units.scale)}. ${originLabels[units.origin]}. A sheet that names its own unit keeps it`}
        disabled={disabled}
        value={selectedValue(units.origin, units.scale)}
        onChange={({ currentTarget: { value } }) => onChange({ scale: value === '' ? null : Number(value) })}
      >
        <option value="">{asRead}</option>
        {readingScales.map((scale) => (
          <option key={scale} value={scale}>
            {scaleLabel(scale)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Actuals end with"
        hint={`${boundary.last_actual_year ?? 'No year'}. ${originLabels[boundary.origin]}`}
        disabled={disabled}
        value={selectedValue(boundary.origin, boundary.last_actual_year)}
        onChange={({ currentTarget: { value } }) => onChange({ last_actual_year: value === '' ? null : Number(value) })}
      >
        <option value="">{asRead}</option>
        {years.map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </SelectField>
      <div className="reading-scenario">
        <p className="label">Scenario</p>
        <p>
          {scenario === null
            ? 'No scenario selector found'
            : `${scenario.label} ${scenario.value} of ${scenario.choices.join(', ')}`}
        </p>
        {scenario !== null && (
          <p className="text-small text-fg-3">{`Set in ${scenario.sheet}!${scenario.cell}. Change it in the workbook`}</p>
        )}
      </div>
    </section>
  )
}
