import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber, formatText } from './number-format.ts'
import { calculator } from './testing.ts'

const rules: Record<string, readonly (readonly [value: number, code: string, shown: string | undefined])[]> = {
  'digits are rounded half up, as people read them': [
    [2.675, '0.00', '2.68'],
    [1.005, '0.00', '1.01'],
    [0.5, '#.##', '.5'],
    [0, '#', ''],
    [42, '00000', '00042'],
    [1e20, '#,##0', '100,000,000,000,000,000,000'],
    [5_551_234_567, '(000) 000-0000', '(555) 123-4567'],
  ],
  'a negative number that is shown as zero has no sign, unless the format has several sections': [
    [-0.001, '0.00', '0.00'],
    [-0.001, '0', '0'],
    [-0.004, '0.00%', '-0.40%'],
    [-0.00001, '0.00%', '0.00%'],
    [-0.4, '#', ''],
    [-0.4, '$#,##0', '$0'],
    [-0.4, '0 "of 9"', '0 of 9'],
    [-0.4, '0;-0', '-0'],
    [-0.4, '#,##0;(#,##0)', '(0)'],
    [-0.4, '# ?/?', '- 2/5'],
    [-0.001, '0.0E+00', '-1.0E-03'],
  ],
  'Indian groups are written with conditions and literal commas': [
    [12_345_678, '[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', '1,23,45,678'],
    [1_234_567, '[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', '12,34,567'],
    [12_345, '[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', '12,345'],
    [-12_345, '[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', '-12,345'],
  ],
  'a format that mixes digits with parts of a date shows nothing': [[0.5, '0 bps', undefined]],
  'commas group, or after the last digit divide by a thousand': [
    [1234.5, '#,##0.00', '1,234.50'],
    [1_234_567.891, '$#,##0.0,,"M"', '$1.2M'],
    [1_234_567, '#,##0,', '1,235'],
    [1_500_000, '0.0,,', '1.5'],
  ],
  'sections are for positive, negative and zero, or for what they say': [
    [5, '+0;-0;0', '+5'],
    [-5, '+0;-0;0', '-5'],
    [0, '+0;-0;"nil"', 'nil'],
    [-1234, '#,##0;[Red](#,##0)', '(1,234)'],
    [-5, '0;;', ''],
    [5, '[<10]0" small";0', '5 small'],
    [50, '[<10]0" small";0', '50'],
    [11, '[<10]#" Wow"', '11'],
    [-9, '[>-10]#" Big"', '-9 Big'],
  ],
  'texts stand for themselves': [
    [12.345, '0.0x', '12.3x'],
    [12, '"Q"0', 'Q12'],
    [12, '\\Q0', 'Q12'],
    [1234, '[$€-407] #,##0', '€ 1,234'],
    [0.1234, '0.0%', '12.3%'],
    [-1234.5, '_($* #,##0.00_);_($* (#,##0.00)', ' $(1,234.50)'],
  ],
  'exponents go in steps of the digits before the point': [
    [1_234_567_890, '0.00E+00', '1.23E+09'],
    [123_456.789, '####.####e-#', '12.3457e4'],
    [0.000_012_345_678_9, '##0.0E+0', '12.3E-6'],
    [9.99, '0.0E+0', '1.0E+1'],
  ],
  'fractions are the nearest with so many digits': [
    [1.5, '# ?/?', '1 1/2'],
    [5, '# ?/?', '5    '],
    [0.333, '# ??/??', '  1/3 '],
    [2.13, '# ?/8', '2 1/8'],
    [2.715, '?/?', '19/7'],
  ],
  'dates and times are written by their parts': [
    [45_000, 'dddd, mmmm dd, yyyy', 'Wednesday, March 15, 2023'],
    [45_000, 'mmm-yy', 'Mar-23'],
    [45_000.75, 'h:mm AM/PM', '6:00 PM'],
    [1.5, '[h]:mm', '36:00'],
    [0.999_999, 'hh:mm:ss', '00:00:00'],
    [1.003_213_401_709_4, 'mm:ss.00', '04:37.64'],
    [60, 'yyyy-mm-dd', '1900-02-29'],
    [45_366, '"FY"yy', 'FY24'],
    [-1, 'yyyy', undefined],
  ],
  'General has room for 11 characters': [
    [1 / 3, 'General', '0.333333333'],
    [123_456_789_012, 'General', '1.23457E+11'],
    [0.000_012_34, 'General', '0.00001234'],
    [-1234.5, 'General', '-1234.5'],
  ],
}

describe('number formats', () => {
  for (const [rule, cases] of Object.entries(rules)) {
    it.each(cases)(`${rule}: %s as %s`, (value, code, shown) => expect(formatNumber(value, code)).toBe(shown))
  }

  it('formats text by the fourth section', () => {
    expect(['0;0;0;"<"@">"', '@ x', '0'].map((code) => formatText('abc', code))).toEqual(['<abc>', 'abc x', 'abc'])
  })

  it('formats a number so that it parses back as the rounded number', () => {
    const calculate = calculator()
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.integer({ min: 0, max: 4 }), (n, places) => {
        const [value, code] = [n / 1000, `#,##0.${'0'.repeat(places)}`]
        expect(calculate(`VALUE(TEXT(${value},"${code}"))=ROUND(${value},${places})`)).toBe(true)
      }),
    )
  })

  it('formats numbers in TEXT, FIXED and DOLLAR', () => {
    const calculate = calculator([[true, 'abc']])
    const shown = [
      'TEXT(A1,"0")',
      'TEXT(B1,"0")',
      'TEXT("5","0.0")',
      'TEXT(-1,"yyyy")',
      'FIXED(-1234.567,-1)',
      'FIXED(44.332)',
      'FIXED(1234.5,1,TRUE)',
      'DOLLAR(-1234.567)',
    ]
    expect(shown.map(calculate)).toEqual(['TRUE', 'abc', '5.0', '#VALUE!', '-1,230', '44.33', '1234.5', '($1,234.57)'])
  })
})
