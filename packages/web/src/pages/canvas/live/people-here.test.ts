import type { Present } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { nobodyHere, peopleHere } from './people-here.ts'

const present = (user: string, section: string | null, channel = `${user}-1`): Present => ({
  channel_id: channel,
  user_id: user,
  display_name: user,
  email_verified: true,
  avatar_url: null,
  section_key: section,
  cursor: null,
})

describe('who is here', () => {
  it('tells each person once, however many windows they have open, and never oneself', () => {
    const { all } = peopleHere(
      [present('me', 'a'), present('priya', 'a'), present('priya', 'b', 'p-2')],
      'me',
      nobodyHere,
    )
    expect(all.map(({ userId, sectionKey }) => [userId, sectionKey])).toEqual([['priya', 'b']])
  })

  it('takes the window that looks at a section before one that looks at none', () => {
    const { all } = peopleHere([present('priya', 'a'), present('priya', null, 'p-2')], 'me', nobodyHere)
    expect(all[0]?.sectionKey).toBe('a')
  })

  it('keeps the list of a section where nobody came or went', () => {
    const before = peopleHere([present('priya', 'a'), present('daniel', 'b')], 'me', nobodyHere)
    const after = peopleHere([present('priya', 'a'), present('daniel', 'c')], 'me', before)
    expect(after.bySection.get('a')).toBe(before.bySection.get('a'))
    expect(after.bySection.has('b')).toBe(false)
    expect(after.bySection.get('c')?.map(({ name }) => name)).toEqual(['daniel'])
  })
})
