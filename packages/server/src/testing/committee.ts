import { expect } from 'vitest'
import { plantDeal, plantOrg } from './planting.ts'
import type { Answer, Person, TestService } from './service.ts'

/** A deal of an organization with a memo of one section, and a committee. */
export interface CommitteeDeal {
  id: string
  at(path: string): string
  /** Changes the memo, so that votes no longer count. */
  write(content: string): Promise<void>
  /** Votes on what the deal shows now. */
  vote(person: Person, choice: string, note?: string): Promise<Answer>
  finalize(person: Person, more?: object): Promise<Answer>
}

/** Sends a request that must succeed. */
const succeed = async (asked: Promise<Answer>): Promise<Answer> => {
  const answer = await asked
  expect([answer.status, answer.body], JSON.stringify(answer.body)).toEqual([
    expect.toSatisfy((status: number) => status < 300),
    answer.body,
  ])
  return answer
}

interface Wanted {
  owner: Person
  /** Other members of the deal, with their roles. */
  members?: readonly (readonly [Person, 'viewer' | 'commenter' | 'editor' | 'owner'])[]
  committee?: readonly Person[]
  settings?: object
}

export const committeeDeal = async (
  app: TestService,
  { owner, members = [], committee = [], settings = {} }: Wanted,
): Promise<CommitteeDeal> => {
  const people = members.map(([person]) => person)
  const orgId = await plantOrg(app, {
    [owner.userId]: 'admin',
    ...Object.fromEntries(people.map(({ userId }) => [userId, 'member'])),
  })
  const id = await plantDeal(app, {
    orgId,
    members: { [owner.userId]: 'owner', ...Object.fromEntries(members.map(([{ userId }, role]) => [userId, role])) },
  })
  const at = (path: string) => `/api/canvas/${id}/${path}`
  await succeed(owner.send('PATCH', `/api/orgs/${orgId}`, settings))
  const write = async (content: string): Promise<void> => {
    await succeed(owner.send('PUT', at('sections/thesis'), { title: 'Thesis', content }))
  }
  await write('The first text.')
  for (const { userId } of committee) await succeed(owner.send('PUT', at(`committee/${userId}`)))
  return {
    id,
    at,
    write,
    vote: async (person, choice, note) => {
      const { now } = (await person.get(at('committee'))).body
      return person.send('POST', at('votes'), { choice, voted_on: now, ...(note === undefined ? {} : { note }) })
    },
    finalize: (person, more = {}) =>
      person.send('POST', at('finalize'), { decision: 'approved', rationale: 'The price is right.', ...more }),
  }
}
