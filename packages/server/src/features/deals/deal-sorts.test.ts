import { type DealOrder, type DealSort, dealKinds, dealOrders, dealSorts, dealStages } from '@deal-canvas/contract'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantGrant, plantOrg, plantTeam } from '../../testing/planting.ts'
import { onEachService } from '../../testing/service.ts'
import { dealSortEntries } from './deal-sorts.ts'

interface Facts {
  name: string
  stage: (typeof dealStages)[number] | null
  icDate: string | null
  activity: number
  size: number | null
  returnPct: number | null
  type: (typeof dealKinds)[number] | null
}

/** Few values, so that many deals have the same one. */
const facts: fc.Arbitrary<Facts> = fc.record({
  name: fc.stringMatching(/^[A-Ca-c]{1,3}$/),
  stage: fc.constantFrom(null, ...dealStages),
  icDate: fc.constantFrom(null, '2026-11-30', '2026-12-01', '2027-01-15'),
  activity: fc.integer({ min: 0, max: 5 }),
  size: fc.option(
    fc.oneof(fc.constantFrom(1e6, 52_400_000, 0.1 + 0.2), fc.double({ noNaN: true, noDefaultInfinity: true })),
  ),
  returnPct: fc.option(fc.constantFrom(-3.5, 0, 17.4, 22)),
  type: fc.constantFrom(null, ...dealKinds),
})

const keyOf: Record<DealSort, (deal: Facts) => string | number | null> = {
  activity: ({ activity }) => activity,
  name: ({ name }) => name.toLowerCase(),
  ic_date: ({ icDate }) => icDate,
  stage: ({ stage }) => (stage === null ? null : dealStages.indexOf(stage)),
  size: ({ size }) => size,
  return: ({ returnPct }) => returnPct,
  type: ({ type }) => type,
}

const compare = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

const plainSort = (deals: readonly (Facts & { id: string })[], sort: DealSort, order: DealOrder): string[] => {
  const sign = order === 'asc' ? 1 : -1
  return deals
    .map((deal) => ({ id: deal.id, key: keyOf[sort](deal) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return Number(a.key === null) - Number(b.key === null) || sign * compare(a.id, b.id)
      return sign * (compare(a.key, b.key) || compare(a.id, b.id))
    })
    .map(({ id }) => id)
}

onEachService('sorts of the list of deals', (app) => {
  const people = signInAll(app, 'outsider', 'viewer', 'owner')
  const ids: string[] = []
  let org: string
  beforeAll(async () => {
    const { outsider, viewer, owner } = people()
    org = await plantOrg(app, { [outsider.userId]: 'admin', [viewer.userId]: 'member' })
    const other = await plantOrg(app, { [owner.userId]: 'admin', [outsider.userId]: 'member' })
    const team = await plantTeam(app, other, [outsider.userId])
    for (let n = 0; n < 8; n++) ids.push(await plantDeal(app, { orgId: org }))
    // Two sources of a role on one deal must not list it twice.
    for (let n = 0; n < 4; n++) ids.push(await plantDeal(app, { orgId: org, members: { [outsider.userId]: 'viewer' } }))
    for (let n = 0; n < 6; n++) ids.push(await plantDeal(app, { members: { [outsider.userId]: 'commenter' } }))
    for (let n = 0; n < 6; n++) {
      const id = await plantDeal(app, { orgId: other })
      await plantGrant(app, id, team, 'viewer')
      ids.push(id)
    }
    // Not visible to the person who lists: a deal of an organization where they are no administrator.
    await plantDeal(app, { orgId: other, name: 'Hidden' })
  })
  beforeEach(() => forgetLimits(app))

  const plant = async (planted: readonly (Facts & { id: string })[]): Promise<void> => {
    const column = <Field extends keyof Facts | 'id'>(field: Field) => planted.map((deal) => deal[field])
    await app.sql(
      `UPDATE deals d SET name = w.name, stage = w.stage, ic_date = w.ic_date, last_activity_at = NULL,
        created_at = timestamptz '2026-01-01T00:00:00Z' + w.activity * interval '1 hour'
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[]) AS w (id, name, stage, ic_date, activity)
      WHERE d.id = w.id`,
      [column('id'), column('name'), column('stage'), column('icDate'), column('activity')],
    )
    // A rule of the future keeps the background work from writing these again.
    await app.sql(
      `UPDATE deal_headlines h SET size = w.size, return_pct = w.return_pct, deal_type = w.type, rule = 1000
      FROM unnest($1::text[], $2::float8[], $3::float8[], $4::text[]) AS w (id, size, return_pct, type)
      WHERE h.deal_id = w.id`,
      [column('id'), column('size'), column('returnPct'), column('type')],
    )
  }

  const listed = async (query: string, limit: number): Promise<string[]> => {
    const found: string[] = []
    let cursor = ''
    for (;;) {
      const { status, body } = await people().outsider.get(`/api/deals?${query}&limit=${limit}${cursor}`)
      expect([status, body]).toEqual([200, expect.anything()])
      found.push(...body.deals.map(({ deal_id }: { deal_id: string }) => deal_id))
      expect(body.deals.length).toBeLessThanOrEqual(limit)
      if (!body.has_more) return found
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
    }
  }

  it('pages through every sort in both directions without doubles or gaps, deals without the value last [DEAL-6]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(facts, { minLength: ids.length, maxLength: ids.length }),
        fc.constantFrom(...dealSorts),
        fc.constantFrom(...dealOrders),
        fc.integer({ min: 1, max: 9 }),
        async (chosen, sort, order, limit) => {
          const planted = chosen.flatMap((fact, n) => {
            const id = ids[n]
            return id === undefined ? [] : [{ ...fact, id }]
          })
          await plant(planted)
          expect(await listed(`sort=${sort}&order=${order}`, limit)).toEqual(plainSort(planted, sort, order))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('keeps its order without a sort, and orders each sort by default as a reader expects', async () => {
    const base: Facts = { name: 'a', stage: null, icDate: null, activity: 0, size: null, returnPct: null, type: null }
    const planted = ids.map((id, n) => ({
      ...base,
      id,
      activity: n % 6,
      size: n % 3 === 0 ? null : n * 1000,
      stage: dealStages[n % 7] ?? null,
    }))
    await plant(planted)
    expect(await listed('', 7)).toEqual(plainSort(planted, 'activity', 'desc'))
    expect(await listed('sort=size', 7)).toEqual(plainSort(planted, 'size', 'desc'))
    expect(await listed('sort=stage', 7)).toEqual(plainSort(planted, 'stage', 'asc'))
  })

  it('rejects a cursor of another sort, and one that the service did not issue [DEAL-6]', async () => {
    const { outsider } = people()
    const of = async (query: string) => (await outsider.get(`/api/deals?limit=1&${query}`)).body.next_cursor
    const cursors = [
      [await of('sort=name'), 'sort=size'],
      [await of('sort=size'), 'sort=size&order=asc'],
      [await of(''), 'sort=name'],
      [await of('sort=name'), ''],
      ...[
        '["size desc","1","x"]',
        '["size desc",1]',
        '["size desc",1e999,"x"]',
        '["name asc",null,"x"]',
        '[]',
        '{}',
      ].map((text) => [Buffer.from(text).toString('base64url'), 'sort=size']),
    ]
    for (const [cursor, query] of cursors)
      expect([cursor, (await outsider.get(`/api/deals?limit=1&${query}&cursor=${cursor}`)).status]).toEqual([
        cursor,
        422,
      ])
    for (const query of ['sort=waiting', 'sort=name&order=up', 'stage=someday', 'type=x', 'lead=x', 'ic_from=soon'])
      expect([query, (await outsider.get(`/api/deals?${query}`)).status]).toEqual([query, 422])
  })

  it('filters by stage, type, city, lead, decision and committee date, in every sort [DEAL-7]', async () => {
    const { outsider, viewer } = people()
    const base: Facts = { name: 'a', stage: null, icDate: null, activity: 0, size: 1, returnPct: 2, type: null }
    const planted = ids.map((id, n) => ({
      ...base,
      id,
      stage: n % 2 === 0 ? ('closing' as const) : null,
      type: n % 3 === 0 ? ('pe_lbo' as const) : ('cre_office' as const),
      icDate: ['2026-11-30', '2026-12-01', null][n % 3] ?? null,
    }))
    await plant(planted)
    const at = (n: number): string => ids[n] ?? ''
    await app.sql("UPDATE deals SET city = 'Köln' WHERE id = ANY($1)", [[at(0), at(13), at(20)]])
    await app.sql('UPDATE deals SET lead_id = $2 WHERE id = ANY($1)', [[at(1), at(14)], viewer.userId])
    const expected: [string, readonly string[]][] = [
      ['stage=closing', planted.filter(({ stage }) => stage === 'closing').map(({ id }) => id)],
      ['type=pe_lbo', planted.filter(({ type }) => type === 'pe_lbo').map(({ id }) => id)],
      [`city=${encodeURIComponent('KÖLN')}`, [at(0), at(13), at(20)]],
      [`lead=${viewer.userId}`, [at(1), at(14)]],
      ['decision=approved', []],
      ['ic_from=2026-12-01', planted.filter(({ icDate }) => icDate === '2026-12-01').map(({ id }) => id)],
      ['ic_to=2026-11-30', planted.filter(({ icDate }) => icDate === '2026-11-30').map(({ id }) => id)],
      [
        'stage=closing&type=pe_lbo',
        planted.filter(({ stage, type }) => stage && type === 'pe_lbo').map(({ id }) => id),
      ],
    ]
    for (const [query, wanted] of expected)
      for (const sort of dealSorts)
        expect([query, sort, (await listed(`${query}&sort=${sort}`, 4)).toSorted()]).toEqual([
          query,
          sort,
          wanted.toSorted(),
        ])
    expect((await outsider.get('/api/deals?q=hidden')).body.deals).toEqual([])
  })

  it('counts the deals of every source of a role by status, stage and type, each once [DEAL-8]', async () => {
    const { outsider, viewer } = people()
    const base: Facts = { name: 'a', stage: null, icDate: null, activity: 0, size: 1, returnPct: 2, type: null }
    await plant(ids.map((id, n) => ({ ...base, id, stage: n < 5 ? 'closing' : null, type: n < 3 ? 'merger' : null })))
    await app.sql("UPDATE deals SET status = 'finalized' WHERE id = ANY($1)", [ids.slice(0, 2)])
    await app.sql('UPDATE deals SET archived_at = now() WHERE id = ANY($1)', [ids.slice(20, 23)])
    const { status, body } = await outsider.get('/api/deals/counts')
    const archived = ids.slice(20, 23).length
    expect([status, body.capped]).toEqual([200, false])
    expect(body.status).toEqual([
      { key: 'open', count: ids.length - 2 - archived },
      { key: 'finalized', count: 2 },
      { key: 'archived', count: archived },
    ])
    expect(body.stage).toContainEqual({ key: 'closing', count: 5 })
    expect(body.stage.at(-1)).toEqual({ key: null, count: ids.length - 5 - archived })
    expect(body.type).toEqual([
      { key: null, count: ids.length - 3 - archived },
      { key: 'merger', count: 3 },
    ])
    await app.sql("UPDATE deals SET status = 'open', archived_at = NULL WHERE id = ANY($1)", [ids])
    const none = (await viewer.get('/api/deals/counts')).body.status
    expect(none.every(({ count }: { count: number }) => count === 0)).toBe(true)
    await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [org])
    expect((await outsider.get('/api/deals/counts')).body.status[0]).toEqual({ key: 'open', count: ids.length - 12 })
    expect(await listed('sort=size', 9)).toHaveLength(ids.length - 12)
    await app.sql("UPDATE orgs SET status = 'active' WHERE id = $1", [org])
  })

  describe('indexes', () => {
    it('has an index for each sort', async () => {
      const rows = await app.sql<{ indexname: string }>("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'")
      const names = rows.map(({ indexname }) => indexname)
      for (const { index } of Object.values(dealSortEntries)) expect(names).toContain(index)
    })
  })
})
