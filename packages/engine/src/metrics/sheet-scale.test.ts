import { expect, it } from 'vitest'
import { labeledNumbers } from './labeled-numbers.ts'
import { scaleOfLabels } from './sheet-scale.ts'
import { sheetOf } from './testing.ts'

const scaleOf = (...labels: string[]) =>
  scaleOfLabels(
    labeledNumbers(
      sheetOf(
        'DCF',
        Object.fromEntries(
          labels.flatMap((label, n) => [
            [`A${n + 1}`, label],
            [`B${n + 1}`, 10],
          ]),
        ),
      ),
    ),
  )

it('is what two labels of the sheet agree on', () => {
  expect(scaleOf("Capital Expenditures ($000's)", "Debt Issuance ($000's)", 'Revenue')).toBe(1_000)
})

it('is unknown where one label speaks alone, or two contradict each other', () => {
  expect(scaleOf("Capital Expenditures ($000's)", 'Revenue')).toBeUndefined()
  expect(scaleOf("Capital Expenditures ($000's)", 'Debt ($m)', 'Revenue')).toBeUndefined()
})
