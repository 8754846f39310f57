import { expect, it } from 'vitest'
import { isUnitText } from './unit-text.ts'

it.each(['$', '%', 'x', '$m', '₹ Cr', "A$'000", 'USD/MWh', 'months', '$ / SF', "[₦'000]", 'EUR m', 'bps', 'MW'])(
  'recognizes "%s" as a unit',
  (text) => {
    expect(isUnitText(text)).toBe(true)
  },
)

it.each(['Deposit', 'Total', 'Base case', '', ' ', '-', 'Selected case of the model'])(
  'does not recognize "%s" as a unit',
  (text) => {
    expect(isUnitText(text)).toBe(false)
  },
)
