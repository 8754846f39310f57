import { readFile } from 'node:fs/promises'
import { call, type Server, signIn } from '@deal-canvas/proof/server'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const patient = { timeout: 90_000, interval: 100 }
const file = (name: string) => readFile(new URL(`../packages/server/demo/${name}`, import.meta.url))

interface Member {
  email: string
  token: string
  userId: string
}

describeOnPostgres('committee of five on two nodes', () => {
  const services = keepServices(afterAll)
  let database: EmptyDatabase
  let nodes: Server[] = []
  let start: () => Promise<Server>
  const people = new Map<string, Member>()

  const urlOf = (node: number): string => nodes[node]?.url ?? ''
  const person = (name: string): Member => {
    const found = people.get(name)
    if (found === undefined) throw new Error(`Nobody is called ${name}`)
    return found
  }
  /** People take turns on the nodes, as behind a load balancer. */
  let turn = 0
  const send = (name: string, method: string, path: string, body?: object, headers?: Record<string, string>) => {
    turn += 1
    const sending = { token: person(name).token, ...(body && { body }), ...(headers && { headers }) }
    return call(urlOf(turn % 2), method, path, sending)
  }
  const done = async (status: number, ...request: Parameters<typeof send>) => {
    const answer = await send(...request)
    expect([request[1], request[2], answer.status, answer.body]).toEqual([request[1], request[2], status, answer.body])
    return answer.body
  }

  beforeAll(async () => {
    database = await makeEmptyDatabase()
    const place = await services.place({ databaseUrl: database.url })
    start = () => services.start({ env: { ...place.env, EMBEDDINGS: 'words' } })
    nodes = [await start(), await start()]
    for (const name of ['owner', 'editor', 'commenter', 'viewer', 'outsider']) {
      const { token, email } = await signIn(urlOf(0), `${name}@example.com`)
      const { body } = await call(urlOf(1), 'GET', '/api/auth/me', { token })
      people.set(name, { email, token, userId: body.id })
    }
    await database.rows(
      `INSERT INTO org_members (org_id, user_id, role, created_at)
       SELECT org_id, $2, 'member', now() FROM org_members WHERE user_id = $1`,
      [person('owner').userId, person('outsider').userId],
    )
  }, 120_000)
  afterAll(() => database?.drop())

  /** A deal with the demo workbook, through intake; returns its id. */
  const takeIn = async (): Promise<string> => {
    const { conversation_id: id, deal_id: dealId } = await done(201, 'owner', 'POST', '/api/intake', {})
    const form = new FormData()
    form.append('files', new Blob([await file('riverside.xlsx')]), 'riverside.xlsx')
    const headers = { authorization: `Bearer ${person('owner').token}` }
    const added = await fetch(`${urlOf(0)}/api/intake/${id}/files`, { method: 'POST', body: form, headers })
    expect(added.status).toBe(201)
    await done(200, 'owner', 'POST', `/api/intake/${id}/deal-name`, { deal_name: 'Riverside' })
    await done(202, 'owner', 'POST', `/api/intake/${id}/complete`)
    await vi.waitUntil(async () => (await send('owner', 'GET', `/api/intake/${id}`)).body.status === 'ready', patient)
    return dealId
  }

  it('takes a deal from intake to a conditioned approval, through a killed node, with every step in the verified trail and the bundle', async () => {
    const dealId = await takeIn()
    const at = `/api/canvas/${dealId}`
    const [org] = await database.rows('SELECT org_id FROM deals WHERE id = $1', [dealId])
    const settings = { committee_rule: 'majority', committee_quorum: 3, strict_readiness: true, blind_read: true }
    await done(200, 'owner', 'PATCH', `/api/orgs/${org?.['org_id']}`, settings)
    const committee = ['editor', 'commenter', 'viewer', 'outsider']
    const roles: Record<string, string> = {
      editor: 'editor',
      commenter: 'commenter',
      viewer: 'viewer',
      outsider: 'viewer',
    }
    for (const name of committee) {
      await done(200, 'owner', 'PUT', `${at}/members/${person(name).userId}`, { role: roles[name] })
      await done(200, 'owner', 'PUT', `${at}/committee/${person(name).userId}`)
    }
    await done(200, 'owner', 'PUT', `${at}/committee/${person('owner').userId}`)

    // Two scenarios, and a covenant that one of them breaches.
    const covenant = { metric_key: 'dscr', side: 'at_least', value: 1.2, kind: 'covenant', source: 'Term sheet' }
    await done(201, 'editor', 'POST', `${at}/thresholds`, covenant)
    const scenario = (name: string, value: number) =>
      done(201, 'editor', 'POST', `${at}/scenarios`, { name, overrides: [{ metric_key: 'interest_rate_pct', value }] })
    const [lower, higher] = [await scenario('Locked rate', 5.2), await scenario('Rates rise', 7.5)]
    const breaches = async () =>
      (await send('viewer', 'GET', `${at}/thresholds`)).body.thresholds.map(
        ({ current }: { current: { is_breached: boolean } }) => current.is_breached,
      )
    await done(200, 'owner', 'POST', `${at}/scenarios/${higher.id}/present`)
    expect(await breaches()).toEqual([true])

    const vote = async (name: string, choice: string, note?: string) => {
      const { now } = await done(200, name, 'GET', `${at}/committee`)
      return send(name, 'POST', `${at}/votes`, { choice, voted_on: now, ...(note && { note }) })
    }
    expect((await vote('editor', 'decline', 'The covenant is breached.')).status).toBe(201)
    // The first reading is blind, on whichever node.
    const others = (await done(200, 'viewer', 'GET', `${at}/committee`)).members
    expect(JSON.stringify(others)).not.toContain('The covenant is breached.')

    await done(200, 'owner', 'POST', `${at}/scenarios/${lower.id}/present`)
    expect(await breaches()).toEqual([false])
    const { tally } = await done(200, 'owner', 'GET', `${at}/committee`)
    expect(tally).toMatchObject({ cast: 0, missing: 5 })

    // A node is killed while all five vote; whoever got no answer votes again.
    const voting = ['owner', ...committee].map(async (name) => {
      const choice = name === 'viewer' ? 'approve_with_conditions' : 'approve'
      const note = name === 'viewer' ? 'A tax opinion first' : undefined
      await vi.waitUntil(
        () =>
          vote(name, choice, note).then(
            ({ status }) => status === 201,
            () => false,
          ),
        patient,
      )
    })
    await nodes[1]?.kill()
    nodes[1] = await start()
    await Promise.all(voting)
    const counted = await done(200, 'owner', 'GET', `${at}/committee`)
    expect(counted.tally).toMatchObject({ outcome: 'approved', cast: 5, missing: 0 })
    const votes = await database.rows('SELECT count(*) AS votes FROM deal_votes WHERE deal_id = $1 AND is_latest', [
      dealId,
    ])
    expect(Number(votes[0]?.['votes'])).toBe(5)

    const decision = {
      decision: 'approved',
      rationale: 'The locked rate keeps the covenant.',
      conditions: [{ text: 'Tax opinion', owner_id: person('editor').userId, due_on: '2026-12-01' }],
    }
    const refused = await send('owner', 'POST', `${at}/finalize`, decision)
    expect([refused.status, refused.body.code]).toEqual([409, 'not_ready'])
    const overrides = refused.body.items.map(({ item }: { item: string }) => ({ item, reason: 'Accepted.' }))
    await done(200, 'owner', 'POST', `${at}/finalize`, { ...decision, overrides })
    expect((await vote('editor', 'approve')).status).toBe(409)

    // Conditions live on after the approval.
    const { conditions } = await done(200, 'editor', 'GET', `${at}/conditions`)
    const [condition] = conditions
    await done(
      200,
      'editor',
      'PATCH',
      `${at}/conditions/${condition.id}`,
      { status: 'met' },
      { 'if-match': `"${condition.version}"` },
    )

    const { timeline } = await done(200, 'viewer', 'GET', `${at}/audit-trail?limit=5000`)
    const types = new Set(timeline.map(({ type }: { type: string }) => type))
    const steps = [
      'canvas.built',
      'committee.member_added',
      'threshold.created',
      'scenario.created',
      'scenario.presented',
      'vote.cast',
      'deal.finalized',
      'condition.changed',
    ]
    expect(steps.filter((step) => !types.has(step))).toEqual([])
    for (const node of [0, 1]) {
      const { body } = await call(urlOf(node), 'GET', `${at}/audit-trail/verify`, { token: person('owner').token })
      expect(body).toMatchObject({ valid: true })
    }

    const asked = await done(202, 'owner', 'POST', `${at}/exports`, { format: 'bundle' })
    const isReady = async () => (await send('owner', 'GET', `${at}/exports/${asked.id}`)).body.status === 'ready'
    await vi.waitUntil(isReady, patient)
    const reply = await fetch(`${urlOf(0)}${at}/exports/${asked.id}/content`, {
      headers: { authorization: `Bearer ${person('owner').token}` },
    })
    const bundle = unzipSync(new Uint8Array(await reply.arrayBuffer()))
    const rows = Object.entries(bundle).find(([name]) => name === 'rows/journal.jsonl')?.[1] ?? new Uint8Array()
    const journal = new TextDecoder().decode(rows)
    expect(steps.filter((step) => !journal.includes(step))).toEqual([])
  }, 240_000)

  it('keeps every answered vote and at most one decision when a node is killed while people vote and the owner finalizes', async () => {
    const [org] = await database.rows("SELECT org_id FROM org_members WHERE user_id = $1 AND role = 'owner'", [
      person('owner').userId,
    ])
    const settings = { committee_rule: 'owner', committee_quorum: 0, strict_readiness: false, blind_read: false }
    await done(200, 'owner', 'PATCH', `/api/orgs/${org?.['org_id']}`, settings)
    for (const delay of [5, 25, 60, 120]) {
      const { deal_id: dealId } = await done(201, 'owner', 'POST', '/api/deals', {
        name: 'Harbor',
        org_id: org?.['org_id'],
      })
      const at = `/api/canvas/${dealId}`
      await done(200, 'owner', 'PUT', `${at}/sections/thesis`, { title: 'Thesis', content: 'Buy.' })
      const voters = ['owner', 'editor', 'commenter']
      for (const name of voters) {
        if (name !== 'owner')
          await done(200, 'owner', 'PUT', `${at}/members/${person(name).userId}`, { role: 'viewer' })
        await done(200, 'owner', 'PUT', `${at}/committee/${person(name).userId}`)
      }
      const { now } = await done(200, 'owner', 'GET', `${at}/committee`)
      /** Null: the node was killed before it answered. */
      const ask = (name: string, path: string, body: object) =>
        call(urlOf(1), 'POST', `${at}/${path}`, { token: person(name).token, body }).then(
          ({ status }) => status,
          () => null,
        )
      const votes = voters.map((name) => ask(name, 'votes', { choice: 'approve', voted_on: now }))
      const decided = ask('owner', 'finalize', { decision: 'approved', rationale: 'The price is right.' })
      await new Promise((resolve) => setTimeout(resolve, delay))
      await nodes[1]?.kill()
      const answered = (await Promise.all(votes)).filter((status) => status === 201).length
      const wasDecided = (await decided) === 200
      nodes[1] = await start()

      const { timeline } = await done(200, 'owner', 'GET', `${at}/audit-trail?limit=5000`)
      const count = (type: string) => timeline.filter((event: { type: string }) => event.type === type).length
      const [stored] = await database.rows('SELECT count(*) AS votes FROM deal_votes WHERE deal_id = $1', [dealId])
      expect(Number(stored?.['votes'])).toBe(count('vote.cast'))
      expect(count('vote.cast')).toBeGreaterThanOrEqual(answered)
      const isFinalized = (await done(200, 'owner', 'GET', `/api/deals/${dealId}`)).status === 'finalized'
      expect(count('deal.finalized')).toBe(isFinalized ? 1 : 0)
      expect(isFinalized || !wasDecided).toBe(true)
      expect((await done(200, 'owner', 'GET', `${at}/audit-trail/verify`)).valid).toBe(true)
      // What was interrupted can be done again.
      if (!isFinalized) await done(200, 'owner', 'POST', `${at}/finalize`, { decision: 'declined', rationale: 'No.' })
    }
  }, 240_000)
})
