import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionedIn, spokenParts } from './spoken-parts.ts'

const people = ['Ann', 'Ann Lee', 'Tomás (IC)'].map((display_name, index) => ({
  user_id: `u${index}`,
  display_name,
  email_verified: true,
  avatar_url: null,
  role: 'editor' as const,
}))
const names = people.map(({ display_name }) => display_name)
const marked = (text: string) =>
  spokenParts(text, names).flatMap((part) => (part.kind === 'words' ? [] : [[part.kind, part.text]]))

describe('parts of a message', () => {
  it('marks mentioned users, matching the longest name first', () => {
    expect(marked('@Ann Lee and @Ann, ask @Tomás (IC).')).toEqual([
      ['mention', '@Ann Lee'],
      ['mention', '@Ann'],
      ['mention', '@Tomás (IC)'],
    ])
  })

  it('does not match a name inside a longer word', () => {
    expect(marked('@Anna, @Nobody')).toEqual([])
  })

  it('marks cells of a workbook', () => {
    expect(marked("See Waterfall!H44, 'Rent Roll'!$B$2:C10 and Comps!C7:F10.")).toEqual([
      ['cell', 'Waterfall!H44'],
      ['cell', "'Rent Roll'!$B$2:C10"],
      ['cell', 'Comps!C7:F10'],
    ])
    expect(marked('Wow!A lot, really!Yes')).toEqual([])
  })

  it('returns parts that add up to the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, given) => {
        expect(
          spokenParts(text, given)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })

  it('mentions each named user once', () => {
    expect(mentionedIn('@Ann Lee, @Ann Lee', people)).toEqual(['u1'])
    expect(mentionedIn('Ann Lee without a sign', people)).toEqual([])
  })
})
