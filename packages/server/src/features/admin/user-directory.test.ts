import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { createUserDirectory } from './user-directory.service.ts'

const path = '/api/superadmin/users'

onService('user directory', (app) => {
  let superadmin: Person
  let owner: Person
  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
    owner = await app.signIn('owner')
  })

  const find = async (query: Record<string, string | number> = {}) => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const { status, body } = await superadmin.get(`${path}?${text}`)
    expect(status).toBe(200)
    return body as { users: { id: string; email: string; display_name: string; created_at: string }[]; total: number }
  }
  const namesOf = async (query: Record<string, string | number>) =>
    (await find(query)).users.map(({ display_name }) => display_name).sort()

  let count = 0
  /** Inserts directly into the database, because there will be many. */
  const plantUser = async (name: string, emails: string[] = [`planted-${++count}@example.net`]) => {
    const [row] = await app.sql<{ id: string }>(
      `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, 'active', gen_random_uuid(), '{"mentions":true}', now(), now()) RETURNING id`,
      [name],
    )
    for (const [index, email] of emails.entries()) {
      await app.sql(
        'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at) VALUES ($1, $2, $3, true, now(), now())',
        [row?.id, email, index === 0],
      )
    }
    return row?.id ?? ''
  }

  it('lets only superadmins list users', async () => {
    expectRefusal(await app.send('GET', path), 401, 'not_authenticated')
    expectRefusal(await owner.get(path), 403, 'superadmin_required')
    expectRefusal(await owner.get(`${path}?limit=wrong`), 403, 'superadmin_required')
  })

  it('lists every user, newest first, with the fields that administrators see', async () => {
    const { users, total } = await find()
    expect(total).toBe(6)
    expect(users.map(({ created_at }) => created_at)).toEqual(
      users
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    )
    expect(users.find(({ id }) => id === superadmin.userId)).toEqual({
      id: superadmin.userId,
      email: 'superadmin@example.com',
      email_verified: true,
      display_name: 'Sofia Kern',
      avatar_url: null,
      status: 'active',
      is_superadmin: true,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
  })

  it('shows a null email for a user without an address', async () => {
    await plantUser('Nobody Reachable', [])
    expect((await find({ search: 'nobody reachable' })).users[0]?.email).toBeNull()
  })

  describe('searching', () => {
    it('finds users by part of the name or of any linked address, ignoring case [ADMIN-6]', async () => {
      await plantUser('Ægir Jökulsson', ['first@north.example', 'second.box@south.example'])
      for (const search of ['ÆGIR', 'jökul', 'FIRST@', 'second.box', 'South.Example', ' ægir ']) {
        expect([search, await namesOf({ search })]).toEqual([search, ['Ægir Jökulsson']])
      }
      expect(await namesOf({ search: 'north.example second' })).toEqual([])
      expect(await namesOf({ search: 'nobody-has-this' })).toEqual([])
    })

    it('treats % and _ and \\ in a search as plain characters', async () => {
      await plantUser('100% Under_Score \\ Slash')
      for (const search of ['100%', 'under_score', '\\ slash', '%']) {
        expect([search, await namesOf({ search })]).toEqual([search, ['100% Under_Score \\ Slash']])
      }
      expect(await namesOf({ search: '1%0' })).toEqual([])
      expect(await namesOf({ search: 'underXscore' })).toEqual([])
    })

    it('does not match a search across two fields', async () => {
      expect(await namesOf({ search: 'kern\nsuper' })).toEqual([])
      expect(await namesOf({ search: 'kernsuper' })).toEqual([])
    })

    it('lists all users for a search of white space', async () => {
      expect((await find({ search: '   ' })).total).toBe((await find()).total)
    })

    it('finds users by a changed name and by linked addresses, not by former ones', async () => {
      const id = await plantUser('Before Change', ['before@change.example'])
      await app.sql("UPDATE users SET display_name = 'After Change' WHERE id = $1", [id])
      expect(await namesOf({ search: 'before change' })).toEqual([])
      expect(await namesOf({ search: 'after change' })).toEqual(['After Change'])
      await app.sql("UPDATE user_emails SET email = 'after@change.example' WHERE user_id = $1", [id])
      expect(await namesOf({ search: 'before@change' })).toEqual([])
      expect(await namesOf({ search: 'after@change' })).toEqual(['After Change'])
      await app.sql('DELETE FROM user_emails WHERE user_id = $1', [id])
      expect(await namesOf({ search: 'after@change' })).toEqual([])
    })

    it('finds exactly the users whose name contains the text, for any text', async () => {
      const people = ['a%b', 'A_B', 'ab', 'a\\b', "a'b", 'a"b', 'a?b', 'ÄB', 'ab ab', 'a*b'].map((name) => `zq ${name}`)
      for (const name of people) await plantUser(name)
      const letters = fc.constantFrom('a', 'b', 'A', 'B', '%', '_', '\\', "'", '"', '?', '*', 'ä', ' ')
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: letters, minLength: 1, maxLength: 4 }), async (text) => {
          const search = `zq ${text}`.trim()
          const wanted = people.filter((name) => name.toLowerCase().includes(search.toLowerCase())).sort()
          expect(await namesOf({ search, limit: 200 })).toEqual(wanted)
        }),
        { numRuns: 60 },
      )
    })
  })

  it('filters users by status', async () => {
    const id = await plantUser('Suspended Person')
    await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [id])
    expect(await namesOf({ status: 'suspended' })).toEqual(['Suspended Person'])
    expect((await find({ status: 'suspended', search: 'kern' })).total).toBe(0)
    expect((await find({ status: 'invited' })).users).toEqual([])
    expect((await superadmin.get(`${path}?status=gone`)).body.detail).toMatchObject([
      { type: 'literal_error', loc: ['query', 'status'] },
    ])
  })

  it('filters users by organization', async () => {
    const org = await plantOrg(app, { [owner.userId]: 'admin', [superadmin.userId]: 'member' })
    expect(await namesOf({ org_id: org })).toEqual(['Maya Okafor', 'Sofia Kern'])
    expect(await namesOf({ org_id: org, search: 'maya' })).toEqual(['Maya Okafor'])
    expect((await find({ org_id: '019a0000-0000-7000-8000-000000000000' })).total).toBe(0)
    expect((await superadmin.get(`${path}?org_id=x`)).body.detail).toMatchObject([
      { type: 'uuid_parsing', loc: ['query', 'org_id'] },
    ])
  })

  it('pages users by limit 1 to 200 and offset, 50 by default [ADMIN-7]', async () => {
    for (let index = 0; index < 60; index++) await plantUser(`Page ${String(index).padStart(2, '0')}`)
    expect((await find({ search: 'page ' })).users).toHaveLength(50)
    const all = (await find({ search: 'page ', limit: 200 })).users.map(({ id }) => id)
    expect(all).toHaveLength(60)
    const pages: string[] = []
    for (let offset = 0; offset < 60; offset += 7) {
      const { users, total } = await find({ search: 'page ', limit: 7, offset })
      expect(total).toBe(60)
      pages.push(...users.map(({ id }) => id))
    }
    expect(pages).toEqual(all)
    expect((await find({ search: 'page ', offset: 60 })).users).toEqual([])
    expect(await find({ search: 'page ', offset: 9_007_199_254_740_991 })).toEqual({ users: [], total: 60 })
    for (const [query, type] of [
      ['limit=0', 'greater_than_equal'],
      ['limit=201', 'less_than_equal'],
      ['offset=-1', 'greater_than_equal'],
      ['limit=x', 'int_parsing'],
    ] as const) {
      const { status, body } = await superadmin.get(`${path}?${query}`)
      expect([query, status, body.detail[0].type]).toEqual([query, 422, type])
    }
    expect((await find({ search: 'page ', limit: 1 })).users).toHaveLength(1)
  })

  it('keeps the same order across the pages of more than 10,000 matches', async () => {
    await app.sql(
      `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
       SELECT gen_random_uuid(), 'Crowd ' || n, 'active', gen_random_uuid(), '{"mentions":true}', now() - n * interval '1 second', now()
       FROM generate_series(1, 10100) n`,
    )
    const names = async (offset: number) =>
      (await find({ search: 'crowd', limit: 3, offset })).users.map(({ display_name }) => display_name)
    expect(await names(0)).toEqual(['Crowd 1', 'Crowd 2', 'Crowd 3'])
    expect(await names(10_098)).toEqual(['Crowd 10099', 'Crowd 10100'])
    expect((await find({ search: 'crowd' })).total).toBe(10_100)
    expect((await find({ search: 'crowd 9', limit: 2 })).users.map(({ display_name }) => display_name)).toEqual([
      'Crowd 9',
      'Crowd 90',
    ])
  })
})

describe('user count cache', () => {
  const given = () => {
    let time = 0
    let counted = 0
    let fails = false
    const directory = createUserDirectory({
      store: {
        pageOfFew: async () => undefined,
        page: async () => [],
        users: async () => [],
        count: async () => {
          counted++
          if (fails) throw new Error('no connection')
          return 1_000_000
        },
      },
      ticks: () => time,
    })
    const find = (search?: string) => directory.find({ search }, { limit: 1, offset: 0 })
    return {
      find,
      directory,
      counted: () => counted,
      pass: (ms: number) => {
        time += ms
      },
      fail: (yes: boolean) => {
        fails = yes
      },
    }
  }

  it('counts the total once per ten seconds for any number of requests', async () => {
    const { find, counted, pass } = given()
    await Promise.all([find(), find(), find()])
    pass(9_999)
    expect((await find()).total).toBe(1_000_000)
    expect(counted()).toBe(1)
    pass(1)
    await find()
    expect(counted()).toBe(2)
  })

  it('caches a separate total for each search', async () => {
    const { find, counted } = given()
    await find('a')
    await find('b')
    await find('a')
    expect(counted()).toBe(2)
  })

  it('counts the total again after a change and after a failure', async () => {
    const { find, directory, counted, fail } = given()
    await find()
    directory.forgetTotals()
    fail(true)
    await expect(find()).rejects.toThrow('no connection')
    fail(false)
    expect((await find()).total).toBe(1_000_000)
    expect(counted()).toBe(3)
  })

  it('bounds the number of cached totals', async () => {
    const { find, counted } = given()
    for (let index = 0; index <= 500; index++) await find(`s${index}`)
    await find('s500')
    expect(counted()).toBe(501)
    await find('s0')
    expect(counted()).toBe(502)
  })
})
