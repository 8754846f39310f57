import { describe, expect, it } from 'vitest'
import { peopleFor, typingAt, withMention } from './mention-completion.ts'

const people = ['Daniel Reyes', 'Priya Nair', 'Tomás Lindqvist', 'Rey Daniels'].map((display_name) => ({
  user_id: display_name,
  display_name,
  email_verified: true,
  avatar_url: null,
  role: 'editor' as const,
}))
const namesFor = (wanted: string) => peopleFor(wanted, people).map(({ display_name }) => display_name)

describe('mention completion', () => {
  it('starts a mention with an @ at the start of a word', () => {
    expect(typingAt('Ask @dan', 8)).toEqual({ at: 4, end: 8, wanted: 'dan' })
    expect(typingAt('@', 1)).toEqual({ at: 0, end: 1, wanted: '' })
    expect(typingAt('(@Priya N', 9)).toEqual({ at: 1, end: 9, wanted: 'Priya N' })
  })

  it('does not treat an email address, or unlimited text after an @, as a mention', () => {
    expect(typingAt('priya@example', 13)).toBeUndefined()
    expect(typingAt('@Priya Nair please look', 23)).toBeUndefined()
    expect(typingAt('No sign', 7)).toBeUndefined()
  })

  it('matches any word of a name, ignoring accents and case, and sorts first-name matches first', () => {
    expect(namesFor('rey')).toEqual(['Rey Daniels', 'Daniel Reyes'])
    expect(namesFor('tomas')).toEqual(['Tomás Lindqvist'])
    expect(namesFor('zzz')).toEqual([])
    expect(namesFor('')).toHaveLength(4)
  })

  it('offers verified users before unverified ones, however well the name matches', () => {
    const twin = {
      user_id: 'twin',
      display_name: 'Rey',
      email_verified: false,
      avatar_url: null,
      role: 'editor' as const,
    }
    expect(peopleFor('rey', [twin, ...people]).map(({ user_id }) => user_id)).toEqual([
      'Rey Daniels',
      'Daniel Reyes',
      'twin',
    ])
  })

  it('inserts the full name and puts the caret after it', () => {
    const [person] = people
    if (person === undefined) throw new Error('nobody')
    expect(withMention('Ask @dan now', { at: 4, end: 8, wanted: 'dan' }, person)).toEqual({
      text: 'Ask @Daniel Reyes now',
      caret: 18,
    })
  })
})
