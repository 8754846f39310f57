import { expect } from 'vitest'
import { plantDeal } from './planting.ts'
import type { Answer, Person, TestService } from './service.ts'

/** A deal with a person for each role, and somebody who has nothing to do with it. */
export interface Room {
  deal: string
  /** Of its comments. */
  path: string
  owner: Person
  editor: Person
  commenter: Person
  viewer: Person
  outsider: Person
}

export type People = Omit<Room, 'deal' | 'path'>

export const signInPeople = async (app: TestService): Promise<People> => ({
  owner: await app.signIn('owner'),
  editor: await app.signIn('editor'),
  commenter: await app.signIn('commenter'),
  viewer: await app.signIn('viewer'),
  outsider: await app.signIn('outsider'),
})

/** A fresh deal for people who are signed in. */
export const openRoom = async (app: TestService, people: People): Promise<Room> => {
  const deal = await plantDeal(app, {
    members: {
      [people.owner.userId]: 'owner',
      [people.editor.userId]: 'editor',
      [people.commenter.userId]: 'commenter',
      [people.viewer.userId]: 'viewer',
    },
  })
  return { deal, path: `/api/canvas/${deal}/comments`, ...people }
}

/** A section with one version, put straight into the database. */
export const plantSection = async ({ sql }: TestService, deal: string, key: string, content: string): Promise<void> => {
  await sql(
    `WITH section AS (
        INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
        VALUES ($1, $2, $2, $3, 1, 0, '{}', false, 0, now())
      )
      INSERT INTO section_versions (deal_id, section_key, version, title, content, updated_at)
      VALUES ($1, $2, 1, $2, $3, now())`,
    [deal, key, content],
  )
}

/** Writes a comment and answers it. */
export const write = async (
  person: Person,
  { path }: Pick<Room, 'path'>,
  more: Record<string, unknown> = {},
): Promise<Answer['body']> => {
  const answer = await person.send('POST', path, { content: 'Where does this come from?', ...more })
  expect([answer.status, answer.status === 201 ? '' : answer.body]).toEqual([201, ''])
  return answer.body
}

/** What the journal of a deal says, the oldest first. */
export const journalOf = async ({ sql }: TestService, deal: string): Promise<[type: string, data: unknown][]> => {
  const rows = await sql<{ type: string; data: string }>(
    'SELECT type, data FROM journal WHERE deal_id = $1 ORDER BY seq',
    [deal],
  )
  return rows.map(({ type, data }) => [type, JSON.parse(data)])
}

/** Who was told what about a comment: a line per notification, sorted. */
export const toldAbout = async ({ sql }: TestService, commentId: string): Promise<string[]> => {
  const rows = await sql<{ line: string }>(
    `SELECT n.type || ' ' || split_part(e.email, '@', 1) || ': ' || n.snippet AS line
      FROM notifications n JOIN user_emails e ON e.user_id = n.user_id AND e.is_primary
      WHERE n.comment_id = $1 ORDER BY line`,
    [commentId],
  )
  return rows.map(({ line }) => line)
}

/** Expects one failed rule, at one place of the request. */
export const expectFailedRule = (answer: Answer, loc: (string | number)[], input: unknown): void => {
  expect(answer.status).toBe(422)
  expect(answer.body.detail).toEqual([
    expect.objectContaining({ type: 'value_error', loc, input, msg: expect.stringMatching(/^Value error, /) }),
  ])
}
