import { describe, expect, it } from 'vitest'
import { relativeText } from './relative-text.ts'

const at = (row: number, column: number) => ({ sheet: 0, row, column })

describe('relative text of a formula', () => {
  it.each([
    ['A1+$B$2', 'A2+$B$2'],
    ['SUM(A1:A9)*Inputs!$B$2', 'SUM(A2:A10)*Inputs!$B$2'],
    ['IF(\'Q1 A1\'!C3>0,"A1",LOG10(B1))', 'IF(\'Q1 A1\'!C4>0,"A1",LOG10(B2))'],
  ])('gives copies the same relative text: %s', (a, b) => {
    expect(relativeText(a, at(0, 5))).toBeDefined()
    expect(relativeText(a, at(0, 5))).toBe(relativeText(b, at(1, 5)))
  })

  it.each([
    ['another cell', 'A1', 'A1'],
    ['another text', '"A1"&B1', '"A2"&B2'],
    ['a fixed row', 'A$1', 'A$2'],
    ['another sheet of a similar name', "'S1'!A1", "'S2'!A2"],
  ])('gives a different relative text for %s', (_, a, b) => {
    expect(relativeText(a, at(0, 5))).not.toBe(relativeText(b, at(1, 5)))
  })

  it.each(['SUM(A:A)', 'SUM(1:3)', 'A1:INDEX(B1:B9,2)', 'Sales[Q1]', 'SUM({1,2})', 'SUM(S1:S3!A1)'])(
    'gives no relative text for %s',
    (text) => {
      expect(relativeText(text, at(0, 5))).toBeUndefined()
    },
  )

  it('skips names that only look like cells', () => {
    expect(relativeText('Rate1+_A1+LOG10(2)+Q1!name', at(0, 0))).toBe('0 Rate1+_A1+LOG10(2)+Q1!name')
  })
})
