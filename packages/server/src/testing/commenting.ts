import { expect } from 'vitest'
import { plantDeal } from './planting.ts'
import type { Answer, Person, TestService } from './service.ts'

/** A deal with a user for each role, and one user without access. */
export interface Room {
  deal: string
  /** Path of its comments. */
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

/** Creates a new deal for users who are signed in. */
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

/** Inserts a section with one version into the database. */
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

/** Writes a comment and returns it. */
export const write = async (
  person: Person,
  { path }: Pick<Room, 'path'>,
  more: Record<string, unknown> = {},
): Promise<Answer['body']> => {
  const answer = await person.send('POST', path, { content: 'Where does this come from?', ...more })
  expect([answer.status, answer.status === 201 ? '' : answer.body]).toEqual([201, ''])
  return answer.body
}

/** The events of a deal's audit trail, oldest first. */
export const auditTrailOf = async ({ sql }: TestService, deal: string): Promise<[type: string, data: unknown][]> => {
  const rows = await sql<{ type: string; data: string }>(
    'SELECT type, data FROM journal WHERE deal_id = $1 ORDER BY seq',
    [deal],
  )
  return rows.map(({ type, data }) => [type, JSON.parse(data)])
}

/** Who was notified of what about a comment: one line per notification, sorted. */
export const notificationsAbout = async ({ sql }: TestService, commentId: string): Promise<string[]> => {
  const rows = await sql<{ line: string }>(
    `SELECT n.type || ' ' || split_part(e.email, '@', 1) || ': ' || n.snippet AS line
      FROM notifications n JOIN user_emails e ON e.user_id = n.user_id AND e.is_primary
      WHERE n.comment_id = $1 ORDER BY line`,
    [commentId],
  )
  return rows.map(({ line }) => line)
}

/** Expects one failed rule at one location of the request. */
export const expectFailedRule = (answer: Answer, loc: (string | number)[], input: unknown): void => {
  expect(answer.status).toBe(422)
  expect(answer.body.detail).toEqual([
    expect.objectContaining({ type: 'value_error', loc, input, msg: expect.stringMatching(/^Value error, /) }),
  ])
}
