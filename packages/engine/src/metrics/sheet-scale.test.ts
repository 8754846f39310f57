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

it('takes the scale of a sheet that two of its labels agree on', () => {
  expect(scaleOf("Capital Expenditures ($000's)", "Debt Issuance ($000's)", 'Revenue')).toBe(1_000)
})

it('gives no scale of a sheet if only one label states it, or two contradict each other', () => {
  expect(scaleOf("Capital Expenditures ($000's)", 'Revenue')).toBeUndefined()
  expect(scaleOf("Capital Expenditures ($000's)", 'Debt ($m)', 'Revenue')).toBeUndefined()
})
