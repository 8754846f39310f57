import { randomUUID } from 'node:crypto'
import { atLeast, type DealRole, dealRoles, exampleOf, type Operation } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from './platform/ids.ts'
import {
  byMembership,
  marker,
  type Planted,
  plantMarked,
  type Visitor,
  visitorNames,
  type Way,
  ways,
} from './testing/deal-visitors.ts'
import { openStream, readFrames } from './testing/event-reader.ts'
import { openLive } from './testing/live-client.ts'
import { signInAll } from './testing/noticing.ts'
import { forgetLimits, plantOrg } from './testing/planting.ts'
import { onService } from './testing/service.ts'

/**
 * The lowest role for each operation on a deal. It states what is intended and is independent of the implementation.
 */
const table: Record<string, DealRole | 'superadmin' | 'whose refresh cookie it is'> = {
  'GET /api/deals/{deal_id}': 'viewer',
  'PATCH /api/deals/{deal_id}': 'owner',
  'DELETE /api/deals/{deal_id}': 'owner',

  'GET /api/canvas/{deal_id}': 'viewer',
  'DELETE /api/canvas/{deal_id}': 'owner',
  'POST /api/canvas/{deal_id}/token/refresh': 'viewer',
  'POST /api/canvas/{deal_id}/token/reissue': 'whose refresh cookie it is',
  'POST /api/canvas/{deal_id}/superadmin-token': 'superadmin',
  'GET /api/canvas/{deal_id}/events': 'viewer',
  'GET /api/canvas/{deal_id}/live': 'viewer',
  'GET /api/canvas/{deal_id}/since': 'viewer',
  'POST /api/canvas/{deal_id}/seen': 'viewer',

  'GET /api/canvas/{deal_id}/sections/{section_key}': 'viewer',
  'GET /api/canvas/{deal_id}/sections/{section_key}/blocks': 'viewer',
  'GET /api/canvas/{deal_id}/sections/{section_key}/history': 'viewer',
  'PUT /api/canvas/{deal_id}/sections/{section_key}': 'editor',
  'PATCH /api/canvas/{deal_id}/sections/{section_key}': 'editor',
  'DELETE /api/canvas/{deal_id}/sections/{section_key}': 'editor',
  'POST /api/canvas/{deal_id}/sections/{section_key}/restore': 'editor',
  'POST /api/canvas/{deal_id}/sections': 'editor',
  'GET /api/canvas/{deal_id}/section-templates': 'editor',
  'PUT /api/canvas/{deal_id}/memo/order': 'editor',
  'GET /api/canvas/{deal_id}/memo/removed-sections': 'viewer',
  'GET /api/canvas/{deal_id}/memo/versions': 'viewer',
  'GET /api/canvas/{deal_id}/memo/compare': 'viewer',
  'GET /api/canvas/{deal_id}/metrics': 'viewer',
  'POST /api/canvas/{deal_id}/metrics': 'editor',
  'PUT /api/canvas/{deal_id}/metrics/{metric_key}': 'editor',
  'PATCH /api/canvas/{deal_id}/metrics/{metric_key}': 'editor',
  'DELETE /api/canvas/{deal_id}/metrics/{metric_key}': 'editor',
  'PUT /api/canvas/{deal_id}/metrics/{metric_key}/source': 'editor',
  'POST /api/canvas/{deal_id}/memo/draft': 'editor',
  'GET /api/canvas/{deal_id}/reading': 'viewer',
  'PUT /api/canvas/{deal_id}/reading': 'editor',
  'POST /api/canvas/{deal_id}/reading/again': 'editor',
  'PUT /api/canvas/{deal_id}/reading/again': 'editor',
  'GET /api/canvas/{deal_id}/model/tables': 'editor',
  'POST /api/canvas/{deal_id}/blocks/preview': 'editor',
  'GET /api/canvas/{deal_id}/model': 'viewer',
  'POST /api/canvas/{deal_id}/model': 'editor',
  'POST /api/canvas/{deal_id}/model/preview': 'editor',
  'POST /api/canvas/{deal_id}/ripple/preview': 'viewer',
  'POST /api/canvas/{deal_id}/ripple/apply': 'editor',
  'POST /api/canvas/{deal_id}/ripple/revert': 'editor',
  'POST /api/canvas/{deal_id}/goal-seek': 'viewer',
  'POST /api/canvas/{deal_id}/tables/two-way': 'viewer',
  'GET /api/canvas/{deal_id}/data-quality': 'viewer',
  'GET /api/canvas/{deal_id}/scenarios': 'viewer',
  'POST /api/canvas/{deal_id}/scenarios': 'commenter',
  'GET /api/canvas/{deal_id}/scenarios/compare': 'viewer',
  'GET /api/canvas/{deal_id}/scenarios/{scenario_id}': 'viewer',
  'PATCH /api/canvas/{deal_id}/scenarios/{scenario_id}': 'commenter',
  'DELETE /api/canvas/{deal_id}/scenarios/{scenario_id}': 'commenter',
  'GET /api/canvas/{deal_id}/scenarios/{scenario_id}/uncertainty': 'viewer',
  'PUT /api/canvas/{deal_id}/scenarios/{scenario_id}/uncertainty': 'commenter',
  'DELETE /api/canvas/{deal_id}/scenarios/{scenario_id}/uncertainty': 'commenter',
  'POST /api/canvas/{deal_id}/scenarios/simulate': 'viewer',
  'POST /api/canvas/{deal_id}/scenarios/{scenario_id}/present': 'owner',
  'POST /api/canvas/{deal_id}/scenarios/{scenario_id}/propose': 'commenter',
  'DELETE /api/canvas/{deal_id}/scenarios/{scenario_id}/propose': 'commenter',
  'POST /api/canvas/{deal_id}/scenarios/{scenario_id}/adopt': 'owner',
  'GET /api/canvas/{deal_id}/facts': 'viewer',
  'GET /api/canvas/{deal_id}/documents/{document_id}/tables': 'viewer',
  'GET /api/canvas/{deal_id}/reconciliation': 'viewer',
  'POST /api/canvas/{deal_id}/reconciliation/{finding_id}/settle': 'editor',
  // Whether a viewer can export is a setting of the organization.
  'POST /api/canvas/{deal_id}/sections/{section_key}/provider-drafts': 'editor',
  'GET /api/canvas/{deal_id}/provider-drafts': 'editor',
  'GET /api/canvas/{deal_id}/provider-drafts/{draft_id}': 'editor',
  'GET /api/canvas/{deal_id}/provider-drafts/{draft_id}/events': 'editor',
  'POST /api/canvas/{deal_id}/provider-drafts/{draft_id}/cancel': 'editor',
  'POST /api/canvas/{deal_id}/exports': 'viewer',
  'GET /api/canvas/{deal_id}/exports': 'viewer',
  'GET /api/canvas/{deal_id}/exports/{export_id}': 'viewer',
  'GET /api/canvas/{deal_id}/exports/{export_id}/content': 'viewer',
  'GET /api/canvas/{deal_id}/thresholds': 'viewer',
  'POST /api/canvas/{deal_id}/thresholds': 'editor',
  'PATCH /api/canvas/{deal_id}/thresholds/{threshold_id}': 'editor',
  'DELETE /api/canvas/{deal_id}/thresholds/{threshold_id}': 'editor',
  'GET /api/canvas/{deal_id}/committee': 'viewer',
  'PATCH /api/canvas/{deal_id}/committee': 'owner',
  'PUT /api/canvas/{deal_id}/committee/{user_id}': 'owner',
  'DELETE /api/canvas/{deal_id}/committee/{user_id}': 'owner',
  // Only members of the committee vote, with any role.
  'POST /api/canvas/{deal_id}/votes': 'viewer',
  'GET /api/canvas/{deal_id}/sign-offs': 'viewer',
  'POST /api/canvas/{deal_id}/sign-offs': 'owner',
  'PATCH /api/canvas/{deal_id}/sign-offs/{sign_off_id}': 'owner',
  'DELETE /api/canvas/{deal_id}/sign-offs/{sign_off_id}': 'owner',
  // Only the person who was asked signs and withdraws, with any role.
  'POST /api/canvas/{deal_id}/sign-offs/{sign_off_id}/sign': 'viewer',
  'DELETE /api/canvas/{deal_id}/sign-offs/{sign_off_id}/sign': 'viewer',
  'GET /api/canvas/{deal_id}/readiness': 'viewer',
  'GET /api/canvas/{deal_id}/conditions': 'viewer',
  'POST /api/canvas/{deal_id}/conditions': 'editor',
  'PATCH /api/canvas/{deal_id}/conditions/{condition_id}': 'editor',
  'DELETE /api/canvas/{deal_id}/conditions/{condition_id}': 'editor',
  'GET /api/canvas/{deal_id}/requests': 'viewer',
  'POST /api/canvas/{deal_id}/requests': 'commenter',
  // Its author and its assignee change a request with any role.
  'PATCH /api/canvas/{deal_id}/requests/{request_id}': 'viewer',
  'POST /api/canvas/{deal_id}/findings/{finding_id}/settle': 'editor',
  'DELETE /api/canvas/{deal_id}/findings/{finding_id}/settle': 'editor',
  'GET /api/canvas/{deal_id}/documents': 'viewer',
  'POST /api/canvas/{deal_id}/documents': 'editor',
  'GET /api/canvas/{deal_id}/documents/{document_id}': 'viewer',
  'GET /api/canvas/{deal_id}/documents/{document_id}/content': 'viewer',
  'GET /api/canvas/{deal_id}/documents/{document_id}/cells': 'viewer',
  'GET /api/canvas/{deal_id}/documents/{document_id}/find': 'viewer',
  'GET /api/canvas/{deal_id}/documents/{document_id}/links': 'viewer',
  'DELETE /api/canvas/{deal_id}/documents/{document_id}': 'editor',
  'POST /api/canvas/{deal_id}/documents/{document_id}/password': 'editor',
  'POST /api/canvas/{deal_id}/documents/{document_id}/problem/dismiss': 'editor',
  'GET /api/canvas/{deal_id}/documents/{document_id}/pages': 'viewer',
  'GET /api/canvas/{deal_id}/evidence': 'viewer',
  'POST /api/canvas/{deal_id}/ask': 'commenter',
  'POST /api/canvas/{deal_id}/brush': 'commenter',
  'POST /api/canvas/{deal_id}/image-crops': 'commenter',
  'GET /api/canvas/{deal_id}/image-crops/{crop_id}': 'viewer',
  'GET /api/canvas/{deal_id}/feedback': 'viewer',
  'POST /api/canvas/{deal_id}/feedback': 'commenter',

  'GET /api/canvas/{deal_id}/comments': 'viewer',
  'GET /api/canvas/{deal_id}/comments/{comment_id}': 'viewer',
  'GET /api/canvas/{deal_id}/comments/{comment_id}/history': 'viewer',
  'POST /api/canvas/{deal_id}/comments': 'commenter',
  'PUT /api/canvas/{deal_id}/comments/{comment_id}': 'commenter',
  'DELETE /api/canvas/{deal_id}/comments/{comment_id}': 'commenter',
  'POST /api/canvas/{deal_id}/comments/{comment_id}/resolve': 'commenter',
  'POST /api/canvas/{deal_id}/comments/{comment_id}/reopen': 'commenter',
  'GET /api/canvas/{deal_id}/comments/{comment_id}/replies': 'viewer',
  'POST /api/canvas/{deal_id}/comments/{comment_id}/replies': 'commenter',
  'PUT /api/canvas/{deal_id}/comments/{comment_id}/replies/{reply_id}': 'commenter',
  'DELETE /api/canvas/{deal_id}/comments/{comment_id}/replies/{reply_id}': 'commenter',
  'PUT /api/canvas/{deal_id}/comments/{comment_id}/reactions/{emoji}': 'commenter',
  'DELETE /api/canvas/{deal_id}/comments/{comment_id}/reactions/{emoji}': 'commenter',
  'POST /api/canvas/{deal_id}/comments/{comment_id}/accept': 'editor',
  'POST /api/canvas/{deal_id}/comments/{comment_id}/reject': 'editor',

  'GET /api/canvas/{deal_id}/audit-trail': 'viewer',
  'GET /api/canvas/{deal_id}/audit-trail/verify': 'viewer',
  'GET /api/canvas/{deal_id}/audit-trail/export': 'viewer',
  'POST /api/canvas/{deal_id}/audit-events': 'editor',
  'POST /api/canvas/{deal_id}/finalize': 'owner',
  'POST /api/canvas/{deal_id}/reopen': 'owner',

  'GET /api/canvas/{deal_id}/members': 'viewer',
  'PUT /api/canvas/{deal_id}/members/{user_id}': 'owner',
  'DELETE /api/canvas/{deal_id}/members/{user_id}': 'owner',
  'GET /api/canvas/{deal_id}/teams': 'viewer',
  'PUT /api/canvas/{deal_id}/teams/{team_id}': 'owner',
  'DELETE /api/canvas/{deal_id}/teams/{team_id}': 'owner',
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
const onDeals = operations.filter(({ path }) => /^\/api\/(canvas|deals)\/\{deal_id\}/.test(path))
/** Reads first, so that a later change cannot hide what could be read. */
const walk = [...onDeals].sort((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))

/** Error codes of the access checks; any other answer means that access was granted. */
const atTheDoor = new Set([
  'not_authenticated',
  'token_invalid',
  'token_expired',
  'session_ended',
  'refresh_invalid',
  'token_scope',
  'deal_not_found',
  'role_too_low',
  'superadmin_required',
  'forbidden',
  'rate_limited',
])

/** The expected outcome, according to the table. */
const expectedOf = (operation: Operation, { role, scoped, isSuperadmin = false }: Way, isOwn: boolean): string => {
  const needed = table[nameOf(operation)]
  const seen = isOwn ? role : undefined
  // The refresh cookie identifies the user, whatever token they have; a grant gives no access to another token.
  if (needed === 'whose refresh cookie it is') {
    return seen === undefined || scoped === 'granted' ? 'deal_not_found' : 'entered'
  }
  const onCanvas = operation.path.startsWith('/api/canvas/')
  if (scoped !== undefined && !(onCanvas && isOwn && scoped !== 'another')) return 'token_scope'
  if (needed === 'superadmin') {
    return scoped !== undefined ? 'token_scope' : isSuperadmin ? 'entered' : 'superadmin_required'
  }
  if (scoped === 'granted' && operation.path.endsWith('/token/refresh')) return 'token_scope'
  if (seen === undefined || needed === undefined) return 'deal_not_found'
  return atLeast(dealRoles, seen, needed) ? 'entered' : 'role_too_low'
}

interface Heard {
  status: number
  text: string
}

onService('access table', (app) => {
  const people = signInAll(app, ...visitorNames)
  let foreign: Planted
  beforeAll(async () => {
    foreign = await plantMarked(app, { orgId: await plantOrg(app) }, people().owner.userId)
  })

  const pathTo = ({ path, params, query }: Operation, { deal, commentId }: Planted): string => {
    const examples = params === undefined ? {} : (exampleOf(params) as Record<string, string>)
    const given: Record<string, string> = { ...examples, deal_id: deal, comment_id: commentId, reply_id: randomUUID() }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
    const { required = [] } = (query ?? {}) as { required?: string[] }
    const asked = query === undefined ? {} : (exampleOf(query) as Record<string, string>)
    return required.length === 0
      ? filled
      : `${filled}?${new URLSearchParams(required.map((name) => [name, String(asked[name])]))}`
  }

  /** A stream continues until the client leaves, so it is closed once it has started. */
  const ask = async (operation: Operation, visitor: Partial<Visitor>, place: Planted): Promise<Heard> => {
    const isByCookie = table[nameOf(operation)] === 'whose refresh cookie it is'
    const reply = await app.service.app.inject({
      method: operation.method,
      url: pathTo(operation, place),
      headers: {
        ...(visitor.token === undefined || isByCookie ? {} : { authorization: `Bearer ${visitor.token}` }),
        ...(visitor.cookie === undefined || !isByCookie ? {} : { cookie: `canvas_refresh=${visitor.cookie}` }),
        ...(operation.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(operation.body === undefined ? {} : { payload: JSON.stringify(exampleOf(operation.body)) }),
      payloadAsStream: true,
    })
    const isStream = String(reply.headers['content-type']).startsWith('text/event-stream')
    if (isStream) {
      reply.raw.res.destroy()
      return { status: reply.statusCode, text: '' }
    }
    const chunks: Buffer[] = []
    for await (const chunk of reply.stream()) chunks.push(Buffer.from(chunk))
    return { status: reply.statusCode, text: Buffer.concat(chunks).toString() }
  }

  const outcomeOf = ({ status, text }: Heard): string => {
    if (status >= 500) return `${status} ${text}`
    const code = status < 400 ? undefined : JSON.parse(text).code
    return atTheDoor.has(code) ? code : 'entered'
  }

  const askAll = async (visitor: Partial<Visitor>, place: Planted): Promise<Map<Operation, Heard>> => {
    await forgetLimits(app)
    const heard = new Map<Operation, Heard>()
    for (const operation of walk) heard.set(operation, await ask(operation, visitor, place))
    return heard
  }

  const outcomes = (heard: Map<Operation, Heard>) =>
    Object.fromEntries([...heard].map(([operation, answer]) => [nameOf(operation), outcomeOf(answer)]))
  const expected = (way: Way, isOwn: boolean) =>
    Object.fromEntries(walk.map((operation) => [nameOf(operation), expectedOf(operation, way, isOwn)]))
  const refusedTexts = (heard: Map<Operation, Heard>) =>
    [...heard.values()].filter((answer) => outcomeOf(answer) !== 'entered').map(({ text }) => text)
  const headOf = async ({ deal }: Planted) =>
    Number((await app.sql<{ seq: string }>('SELECT seq FROM journal_heads WHERE deal_id = $1', [deal]))[0]?.seq)

  it('lists the required role of every operation on a deal, and of no other [ROLE-2]', () => {
    expect(Object.keys(table).sort()).toEqual(onDeals.map(nameOf).sort())
  })

  describe.each(ways)('access $by', (way) => {
    let visitor: Visitor
    let own: Planted
    beforeAll(async () => {
      const come = await way.come(app, people())
      visitor = come.visitor
      own = come.deal
    })

    it(`admits a user as ${way.role ?? 'nobody'} on every operation of the deal [ROLE-2]`, async () => {
      const before = await headOf(own)
      const heard = await askAll(visitor, own)
      expect(outcomes(heard)).toEqual(expected(way, true))
      expect(refusedTexts(heard).join('\n')).not.toContain(marker)
      if (!Object.values(expected(way, true)).includes('entered')) expect(await headOf(own)).toBe(before)
    })

    it('denies access to a deal of others and leaves no trace there [TENANT-2]', async () => {
      const before = await headOf(foreign)
      const heard = await askAll(visitor, foreign)
      expect(outcomes(heard)).toEqual(expected(way, false))
      expect(refusedTexts(heard).join('\n')).not.toContain(marker)
      if (!Object.values(expected(way, false)).includes('entered')) expect(await headOf(foreign)).toBe(before)
    })
  })

  it('returns the same answer for every operation on an invisible deal as on one that does not exist [TENANT-1]', async () => {
    for (const visitor of [people().outsider, people().superadmin]) {
      const heard = await askAll(visitor, foreign)
      const ofNone = await askAll(visitor, { ...foreign, deal: newId() })
      for (const [operation, answer] of heard) {
        if (outcomeOf(answer) === 'entered') continue
        expect([nameOf(operation), ofNone.get(operation)]).toEqual([nameOf(operation), answer])
      }
    }
  })

  it('rejects every operation on a deal without authentication [TENANT-3]', async () => {
    const place = await plantMarked(app, {}, people().owner.userId)
    const heard = outcomes(await askAll({}, place))
    const { 'POST /api/canvas/{deal_id}/token/reissue': byCookie, ...others } = heard
    expect(byCookie).toBe('refresh_invalid')
    expect(new Set(Object.values(others))).toEqual(new Set(['not_authenticated']))
    expect(await headOf(place)).toBe(0)
  })

  it('returns the content of the deal to a user who can read it', async () => {
    const { visitor, deal } = await byMembership('viewer').come(app, people())
    const heard = await askAll(visitor, deal)
    // Files and comparisons are covered by the tests of documents, image crops, exports and scenarios; nothing is uploaded here.
    const needsFile = /\{(document_id|crop_id|scenario_id|export_id|draft_id)\}|\/compare$/
    const reading = [...heard].filter(
      ([operation]) =>
        operation.method === 'GET' &&
        table[nameOf(operation)] === 'viewer' &&
        operation.id !== 'liveChannel' &&
        !needsFile.test(operation.path),
    )
    expect(reading.filter(([, { status }]) => status !== 200).map(([{ id }]) => id)).toEqual([])
    expect(reading.filter(([, { text }]) => text.includes(marker)).length).toBeGreaterThan(4)
  })

  describe('stream and channel of a deal', () => {
    const asEvents = { accept: 'text/event-stream' }
    const streamOf = ({ deal }: Planted, { token }: Visitor) =>
      openStream(app.service.app, `/api/canvas/${deal}/events`, token, asEvents)
    const channelOf = ({ deal }: Planted, { token }: Visitor) => openLive(app.service.app, deal, token)
    const reading = walk.find(({ id }) => id === 'dealEvents') ?? expect.fail('There is no stream')

    const outcomeOfStream = async (place: Planted, visitor: Visitor): Promise<string> => {
      const stream = await streamOf(place, visitor)
      if (stream.status !== 200) return outcomeOf({ status: stream.status, text: await stream.text() })
      const [first] = await stream.first(1)
      stream.leave()
      return first?.event === 'hello' ? 'entered' : `began with ${first?.event}`
    }
    const outcomeOfChannel = async (place: Planted, visitor: Visitor): Promise<string> => {
      const channel = await channelOf(place, visitor)
      const { refused } = channel
      if (refused !== undefined) return outcomeOf({ status: refused.status, text: JSON.stringify(refused.body) })
      await channel.leave()
      return 'entered'
    }

    it.each(ways)('opens the event stream and the live channel only with read access ($by)', async (way) => {
      const { visitor, deal } = await way.come(app, people())
      await forgetLimits(app)
      for (const [place, wanted] of [
        [deal, expectedOf(reading, way, true)],
        [foreign, expectedOf(reading, way, false)],
      ] as const) {
        expect([await outcomeOfStream(place, visitor), await outcomeOfChannel(place, visitor)]).toEqual([
          wanted,
          wanted,
        ])
      }
    })

    it('ends streams and channels when the role is lost, however it is lost', async () => {
      const { owner, commenter, superadmin } = people()
      const open = async (way: Way) => {
        const { visitor, deal } = await way.come(app, people())
        const [stream, channel] = [await streamOf(deal, visitor), await channelOf(deal, visitor)]
        await stream.first(2)
        await channel.hears('resumed')
        return { deal: deal.deal, stream, channel }
      }
      const wayBy = (by: string) => ways.find((way) => way.by === by) ?? expect.fail(`Nobody comes ${by}`)
      const member = await open(byMembership('commenter'))
      const team = await open(wayBy("by a team's grant of owner"))
      const place = await open(wayBy("by a team's grant of viewer"))
      const admin = await open(wayBy('as owner of its organization'))
      const granted = await open(wayBy('as superadmin, with a grant'))
      const stays = await open(byMembership('owner'))

      const ofOrg = (dealId: string) =>
        app.sql<{ id: string }>('SELECT org_id AS id FROM deals WHERE id = $1', [dealId])
      await app.sql('DELETE FROM deal_members WHERE deal_id = $1', [member.deal])
      await app.sql('DELETE FROM deal_teams WHERE deal_id = $1', [team.deal])
      await app.sql('DELETE FROM team_members WHERE user_id = $1 AND org_id = $2', [
        commenter.userId,
        (await ofOrg(place.deal))[0]?.id,
      ])
      await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [(await ofOrg(admin.deal))[0]?.id])
      await app.sql('DELETE FROM superadmin_grants WHERE user_id = $1', [superadmin.userId])

      for (const { stream, channel } of [member, team, place, admin, granted]) {
        expect(await channel.closed).toMatchObject({ code: 4403 })
        expect(readFrames(await stream.text()).at(-1)).toEqual({ event: 'bye', data: { reason: 'role_lost' } })
      }
      await owner.send('PUT', `/api/canvas/${stays.deal}/sections/a`, { content: 'x' })
      await stays.channel.hears('event')
      expect((await stays.stream.first(3)).at(-1)?.event).toBe('event')
      await stays.channel.leave()
      stays.stream.leave()
    })
  })
})
