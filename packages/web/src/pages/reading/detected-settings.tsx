import { currencyCodes, type Reading, type ReadingChange, readingScales } from '@deal-canvas/contract'
import { boundaryYears, cellText, scaleLabel } from '../../deal-data/reading-state.ts'
import { readingMessages } from '../../messages/reading.ts'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './detected-settings.module.css'

interface DetectedSettingsProps {
  reading: Reading
  canChange: boolean
  isBusy: boolean
  onChange: (settings: NonNullable<ReadingChange['settings']>) => void
}

const originLabels = {
  person: readingMessages.setByPerson(),
  workbook: readingMessages.setByWorkbook(),
  default: readingMessages.setByDefault(),
} as const

/** Label of the empty option of a setting. */
const asRead = readingMessages.asInWorkbook()

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })

/** Settings of the workbook as a whole; correcting one re-reads the rest. */
export const DetectedSettings = ({ reading, canChange, isBusy, onChange }: DetectedSettingsProps) => {
  const { currency, currency_origin: currencyOrigin, units, boundary, scenario } = reading
  const disabled = !canChange || isBusy
  const selectedValue = (origin: keyof typeof originLabels, value: number | string | null) =>
    origin === 'person' && value !== null ? String(value) : ''
  const years = boundaryYears(reading, new Date().getFullYear())
  return (
    <section className={styles.settings} aria-label={readingMessages.settings()}>
      <SelectField
        label={readingMessages.currency()}
        hint={readingMessages.settingHint({ value: currency, origin: originLabels[currencyOrigin] })}
        disabled={disabled}
        value={selectedValue(currencyOrigin, currency)}
        onChange={({ currentTarget: { value } }) => onChange({ currency: value === '' ? null : value })}
      >
        <option value="">{asRead}</option>
        {currencyCodes.map((code) => (
          <option key={code} value={code}>
            {readingMessages.currencyOption({ code, name: currencyNames.of(code) ?? code })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={readingMessages.scale()}
        hint={readingMessages.scaleHint({ scale: scaleLabel(units.scale), origin: originLabels[units.origin] })}
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
        label={readingMessages.lastActualYear()}
        hint={readingMessages.settingHint({
          value: boundary.last_actual_year ?? readingMessages.noYear(),
          origin: originLabels[boundary.origin],
        })}
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
      <div>
        <p className="label">{readingMessages.scenario()}</p>
        <p>
          {scenario === null
            ? readingMessages.noScenario()
            : readingMessages.scenarioValue({
                label: scenario.label,
                value: scenario.value,
                choices: scenario.choices.join(', '),
              })}
        </p>
        {scenario !== null && (
          <p className="text-small text-fg-3">{readingMessages.scenarioHint({ cell: cellText(scenario) })}</p>
        )}
      </div>
    </section>
  )
}
