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

describe('users on the canvas', () => {
  it('lists each user once, however many windows they have open, and never the user themselves', () => {
    const { all } = peopleHere(
      [present('me', 'a'), present('priya', 'a'), present('priya', 'b', 'p-2')],
      'me',
      nobodyHere,
    )
    expect(all.map(({ userId, sectionKey }) => [userId, sectionKey])).toEqual([['priya', 'b']])
  })

  it('prefers a user’s window that shows a section over one that shows none', () => {
    const { all } = peopleHere([present('priya', 'a'), present('priya', null, 'p-2')], 'me', nobodyHere)
    expect(all[0]?.sectionKey).toBe('a')
  })

  it('keeps the list of a section where nobody joined or left', () => {
    const before = peopleHere([present('priya', 'a'), present('daniel', 'b')], 'me', nobodyHere)
    const after = peopleHere([present('priya', 'a'), present('daniel', 'c')], 'me', before)
    expect(after.bySection.get('a')).toBe(before.bySection.get('a'))
    expect(after.bySection.has('b')).toBe(false)
    expect(after.bySection.get('c')?.map(({ name }) => name)).toEqual(['daniel'])
  })
})
