import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, openly } from './redact.ts'

const { hide, restore } = createRedactor(['Riverside Apartments', 'Ada "The Owner" Okafor', 'Okafor', 'LP', ' '])

describe('what is hidden from a model provider', () => {
  it.each([
    ['a name, however it is written', 'RIVERSIDE  apartments has 212 units', /^HIDDEN-\d+ has 212 units$/],
    ['a mail address, whole', 'Write to ada.okafor@example.com today', /^Write to HIDDEN-\d+ today$/],
    ['a web address', 'See https://example.com/deal?x=1 first', /^See HIDDEN-\d+ first$/],
    [
      'a phone number',
      'Call (212) 555-0175, +44 20 7946 0958 or 212.555.0175',
      /^Call HIDDEN-\d+, HIDDEN-\d+ or HIDDEN-\d+$/,
    ],
    ['a social security number', 'His number is 078-05-1120', /^His number is HIDDEN-\d+$/],
    ['an account number', 'Wire to DE89370400440532013000 or 4400123456789', /^Wire to HIDDEN-\d+ or HIDDEN-\d+$/],
  ])('is %s', (_, text, expected) => {
    expect(hide(text)).toMatch(expected)
  })

  it.each([
    'Revenue was $1,234,567,890 in 2024 and 125000000 in 2025',
    '2022 2023 2024 2025 2026',
    'Closing on 2026-11-19, 5.25 % over 10 years, 1.25x',
    'The LP owns 90 %',
    'A riversideapartments story',
    '[[net_operating_income]] and [[irr]]',
  ])('are no amounts, years, short words or chips: %s', (text) => {
    expect(hide(text)).toBe(text)
  })

  it('tells the model about hidden names only where names are hidden', () => {
    expect(createRedactor(['Okafor']).instruct('Draft a section.')).toContain('HIDDEN-3')
    expect(openly.instruct('Draft a section.')).toBe('Draft a section.')
  })

  it('keeps the chip of a number that is named like a person', () => {
    expect(createRedactor(['irr']).hide('The irr is [[irr]]')).toBe('The HIDDEN-1 is [[irr]]')
  })

  it('hides no hidden word again, whatever a person is called', () => {
    expect(createRedactor(['Hidden', 'Hidden-1']).hide('Hidden wrote to a@b.example')).toBe(
      'HIDDEN-2 wrote to HIDDEN-1',
    )
  })

  it('has one word for one name, so that sentences about it still fit together', () => {
    expect(hide('Okafor sells; Okafor buys')).toMatch(/^(HIDDEN-\d+) sells; \1 buys$/)
  })

  it('is put back into an answer in JSON, also with quotation marks, and unknown words stay', () => {
    const answer = JSON.stringify({ text: hide('Ada "The Owner" Okafor sells'), other: 'HIDDEN-9999' })
    expect(JSON.parse(restore(answer))).toEqual({ text: 'Ada "The Owner" Okafor sells', other: 'HIDDEN-9999' })
  })

  it('never leaves a whole name in a text, and returns every text as it was', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z.() '"\\-]{1,20}[a-z]$/)
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 5 }),
        fc.array(fc.string(), { maxLength: 4 }),
        (names, between) => {
          const redactor = createRedactor(names)
          const text = names.map((each, place) => `${between[place] ?? ''} ${each} `).join('')
          fc.pre(!text.includes('HIDDEN-') && !text.includes('[['))
          const without = redactor.hide(text)
          for (const each of names) expect(` ${without} `).not.toContain(` ${each.trim()} `)
          expect(JSON.parse(redactor.restore(JSON.stringify(without)))).toBe(text)
        },
      ),
    )
  })
})
