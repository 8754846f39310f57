import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import type { DomainError } from '../../domain-error.ts'
import { newId } from '../../platform/ids.ts'
import { signInAll } from '../../testing/noticing.ts'
import { actorOf, orgNamed } from '../../testing/org-people.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import { onTwoServices } from '../../testing/two-services.ts'

onService('role check under the deal lock', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'superadmin')
  let deal: string
  beforeEach(async () => {
    deal = await plantDeal(app, {
      members: { [people().owner.userId]: 'owner', [people().editor.userId]: 'editor' },
    })
  })
  /** Uses the role that was found when the request arrived, even if it has changed since. */
  const change = async (needed: 'owner' | 'editor' | 'superadmin', by = people().editor) => {
    const actor = actorOf(by, { dealRole: 'editor', isSuperadmin: true })
    const work = app.service.changes.change(actor, deal, needed, async ({ recordExternal, role }) => {
      recordExternal('ext.told', {}, 'activity')
      return role
    })
    return work.catch((error: DomainError) => error.code)
  }
  const entries = async () =>
    Number((await app.sql<{ seq: string }>('SELECT seq FROM journal_heads WHERE deal_id = $1', [deal]))[0]?.seq)

  it('reads the role again under the lock and rejects a change by a person who lost it [ROLE-5]', async () => {
    expect(await change('editor')).toBe('editor')
    expect(await change('owner')).toBe('role_too_low')
    await app.sql("UPDATE deal_members SET role = 'owner' WHERE deal_id = $1", [deal])
    expect(await change('owner')).toBe('owner')
    await app.sql("UPDATE deal_members SET role = 'viewer' WHERE deal_id = $1", [deal])
    expect(await change('editor')).toBe('role_too_low')
    await app.sql('DELETE FROM deal_members WHERE deal_id = $1', [deal])
    expect(await change('editor')).toBe('deal_not_found')
    expect(await entries()).toBe(2)
  })

  it('rejects a change by a suspended user with 404', async () => {
    await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [people().editor.userId])
    expect(await change('editor')).toBe('deal_not_found')
    await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [people().editor.userId])
    expect(await change('editor')).toBe('editor')
  })

  it('reads superadmin rights again under the lock and rejects a change by a user who lost them', async () => {
    expect(await change('superadmin')).toBe('deal_not_found')
    expect(await entries()).toBe(0)
    await change('superadmin', people().superadmin)
    expect(await entries()).toBe(1)
  })
})

const comment = newId()

/** One request for each action of a role. Its target need not exist, because the role is checked first. */
const writes: readonly [
  role: 'viewer' | 'commenter' | 'editor' | 'owner',
  method: string,
  path: string,
  body?: object,
][] = [
  ['viewer', 'GET', 'evidence?q=rent'],
  ['commenter', 'POST', 'comments', { content: 'No' }],
  ['commenter', 'PUT', `comments/${comment}`, { content: 'No' }],
  ['commenter', 'DELETE', `comments/${comment}`],
  ['commenter', 'POST', `comments/${comment}/replies`, { content: 'No' }],
  ['commenter', 'PUT', `comments/${comment}/replies/${newId()}`, { content: 'No' }],
  ['commenter', 'DELETE', `comments/${comment}/replies/${newId()}`],
  ['commenter', 'POST', `comments/${comment}/resolve`],
  ['commenter', 'POST', `comments/${comment}/reopen`],
  ['commenter', 'PUT', `comments/${comment}/reactions/${encodeURIComponent('👍')}`],
  ['commenter', 'DELETE', `comments/${comment}/reactions/${encodeURIComponent('👍')}`],
  ['commenter', 'POST', 'feedback', { section_key: 'thesis', rating: 3 }],
  ['commenter', 'POST', 'brush', { section_key: 'thesis', text: 'Rent' }],
  ['editor', 'PUT', 'sections/thesis', { content: 'No' }],
  ['editor', 'PUT', 'metrics/noi', { value: 1 }],
  ['editor', 'POST', 'audit-events', { kind: 'llm_call', type: 'asked' }],
  ['editor', 'POST', `comments/${comment}/accept`],
  ['editor', 'POST', `comments/${comment}/reject`],
  ['editor', 'POST', 'ripple/apply', { preview_token: 'x' }],
  ['editor', 'DELETE', `documents/${newId()}`],
  ['editor', 'POST', `reconciliation/${newId()}/settle`, { choice: 'model', reason: 'Checked' }],
  ['editor', 'POST', `documents/${newId()}/password`, { password: 'x' }],
  ['editor', 'POST', 'thresholds', { metric_key: 'dscr', side: 'at_least', value: 1.2, kind: 'covenant' }],
  ['editor', 'PATCH', `thresholds/${newId()}`, { value: 1.3 }],
  ['editor', 'DELETE', `thresholds/${newId()}`],
  ['commenter', 'DELETE', `scenarios/${newId()}`],
  ['commenter', 'POST', 'scenarios', { name: 'Downside' }],
  ['commenter', 'DELETE', `scenarios/${newId()}/uncertainty`],
  ['commenter', 'POST', `scenarios/${newId()}/propose`],
  ['commenter', 'DELETE', `scenarios/${newId()}/propose`],
  ['owner', 'POST', 'finalize', { decision: 'approved', rationale: 'Yes' }],
  ['owner', 'PUT', `members/${newId()}`, { role: 'viewer' }],
  ['owner', 'DELETE', `members/${newId()}`],
  ['owner', 'PUT', `teams/${newId()}`, { role: 'viewer' }],
  ['owner', 'DELETE', `teams/${newId()}`],
  ['owner', 'DELETE', ''],
]

onTwoServices('requests that wait for the deal lock', ['by PostgreSQL', 'by Redis'], (nodes) => {
  const lower = { viewer: undefined, commenter: 'viewer', editor: 'commenter', owner: 'editor' } as const

  /** Sends a request to one node while the other holds the deal's lock, and removes the role before releasing it. */
  const during = async (
    request: () => Promise<{ statusCode: number; json(): { code: string } }>,
    deal: string,
    take: () => Promise<unknown>,
  ) => {
    let answer: ReturnType<typeof request> | undefined
    await nodes.here.changes.changeAsService(deal, async () => {
      answer = request()
      const isWaiting = async () =>
        (
          await nodes.sql<{ waits: boolean }>(
            `SELECT EXISTS (SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
              WHERE NOT l.granted AND a.datname = current_database()) AS waits`,
          )
        )[0]?.waits
      while (!(await isWaiting())) await turn()
      await take()
    })
    const { statusCode, json } = (await answer) ?? { statusCode: 0, json: () => ({ code: 'none' }) }
    return [statusCode, json().code]
  }

  it.each(writes)(
    'rejects a request as %s (%s %s) when the role is lost while waiting, and writes nothing',
    async (role, method, path, body) => {
      await nodes.sql('DELETE FROM rate_limits')
      const person = await nodes.signIn('viewer')
      const keeper = await nodes.signIn('owner')
      for (const [left, refusal] of [
        [undefined, [404, 'deal_not_found']],
        [lower[role], [403, 'role_too_low']],
      ] as const) {
        if (left === undefined && refusal[0] === 403) continue
        const deal = await plantDeal(
          { sql: nodes.sql },
          { members: { [person.userId]: role, [keeper.userId]: 'owner' } },
        )
        await nodes.sql(
          `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
         VALUES ($1, 'thesis', 'Thesis', 'Rent', 1, 0, '{}', false, 0, now())`,
          [deal],
        )
        const request = () =>
          nodes.there.app.inject({
            method: method as 'GET',
            url: `/api/canvas/${deal}${path === '' ? '' : `/${path}`}`,
            headers: { authorization: `Bearer ${person.token}`, 'if-match': '*' },
            ...(body === undefined ? {} : { payload: body }),
          })
        const take = () =>
          left === undefined
            ? nodes.sql('DELETE FROM deal_members WHERE deal_id = $1 AND user_id = $2', [deal, person.userId])
            : nodes.sql('UPDATE deal_members SET role = $3 WHERE deal_id = $1 AND user_id = $2', [
                deal,
                person.userId,
                left,
              ])
        expect(await during(request, deal, take)).toEqual(refusal)
        expect(await nodes.sql('SELECT seq FROM journal WHERE deal_id = $1', [deal])).toEqual([])
      }
    },
  )

  it("refuses to let a member who lost the owner role while waiting delete another's comment", async () => {
    const person = await nodes.signIn('viewer')
    const keeper = await nodes.signIn('owner')
    const deal = await plantDeal(
      { sql: nodes.sql },
      { members: { [person.userId]: 'owner', [keeper.userId]: 'owner' } },
    )
    const send = (by: { token: string }, method: string, path: string, payload?: object) =>
      nodes.there.app.inject({
        method: method as 'GET',
        url: `/api/canvas/${deal}/${path}`,
        headers: { authorization: `Bearer ${by.token}` },
        ...(payload === undefined ? {} : { payload }),
      })
    const made = (await send(keeper, 'POST', 'comments', { content: 'Mine' })).json()
    const refused = await during(
      () => send(person, 'DELETE', `comments/${made.comment_id}`),
      deal,
      () =>
        nodes.sql("UPDATE deal_members SET role = 'commenter' WHERE deal_id = $1 AND user_id = $2", [
          deal,
          person.userId,
        ]),
    )
    expect(refused).toEqual([403, 'not_author'])
    expect((await send(keeper, 'GET', `comments/${made.comment_id}`)).json().content).toBe('Mine')
  })

  it('rejects a request of an organization member who was removed while it waited', async () => {
    const editor = await nodes.signIn('editor')
    const keeper = await nodes.signIn('owner')
    const orgId = await orgNamed(nodes, 'Northwind Capital')
    const deal = await plantDeal({ sql: nodes.sql }, { orgId, members: { [keeper.userId]: 'owner' } })
    await nodes.sql("UPDATE org_members SET role = 'admin' WHERE user_id = $1 AND org_id = $2", [editor.userId, orgId])
    const request = () =>
      nodes.there.app.inject({
        method: 'PUT',
        url: `/api/canvas/${deal}/sections/thesis`,
        headers: { authorization: `Bearer ${editor.token}` },
        payload: { content: 'No' },
      })
    const take = () =>
      nodes.sql("UPDATE org_members SET role = 'member' WHERE user_id = $1 AND org_id = $2", [editor.userId, orgId])
    expect(await during(request, deal, take)).toEqual([404, 'deal_not_found'])
  })
})
