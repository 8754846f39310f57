import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { plantSection } from '../../testing/commenting.ts'
import { signInAll } from '../../testing/noticing.ts'
import { plantDocument } from '../../testing/plant-document.ts'
import { forgetLimits, plantDeal, plantGrant, plantOrg, plantTeam } from '../../testing/planting.ts'
import { onEachService, type Person } from '../../testing/service.ts'

interface Hit {
  deal_id: string
  kind: string
  snippet: string
}

onEachService('search among many entries', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer')
  beforeEach(() => forgetLimits(app))

  const search = async (person: Person, q: string, more = '') => {
    const { status, body } = await person.get(`/api/search?q=${encodeURIComponent(q)}${more}`)
    expect([status, status === 200 ? '' : body]).toEqual([200, ''])
    return body
  }
  /** In portions that the embedded database writes within its time limit, however busy the machine is. */
  const plantComments = async (deal: string, authorId: string, text: string, from: number, to: number) => {
    for (let at = from; at <= to; at += 200) await plantPortion(deal, authorId, text, at, Math.min(to, at + 199))
  }
  const plantPortion = (deal: string, authorId: string, text: string, from: number, to: number) =>
    app.sql(
      `INSERT INTO comments (id, deal_id, comment_type, author_id, content, status, created_at, updated_at,
          anchor_status, mentioned, version, reply_count)
        SELECT gen_random_uuid(), $1, 'comment', $2, replace($3, '#', n::text), 'open', now() - n * interval '1 second',
          now(), 'none', '{}', 1, 0 FROM generate_series($4::int, $5::int) n`,
      [deal, authorId, text, from, to],
    )
  const snippets = ({ hits }: { hits: Hit[] }): string[] => hits.map(({ snippet }) => snippet)

  describe('a deal with thousands of comments', () => {
    let deal: string
    beforeAll(async () => {
      await forgetLimits(app)
      const { owner } = people()
      deal = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
      await plantComments(deal, owner.userId, 'common number #', 1, 2_500)
      await plantComments(deal, owner.userId, 'rarely said number #', 2_501, 2_520)
      await plantComments(deal, owner.userId, 'ancient number #', 2_521, 2_650)
    })

    it('finds a rare word in the oldest entries, and a common one in the newest, newest first [SEARCH-9]', async () => {
      const { owner } = people()
      expect(snippets(await search(owner, 'rarely', '&limit=3'))).toEqual(
        [2_501, 2_502, 2_503].map((n) => `rarely said number ${n}`),
      )
      expect(snippets(await search(owner, 'common', '&limit=2'))).toEqual(['common number 1', 'common number 2'])
      expect((await search(owner, 'rarely')).counts.at(-1)).toEqual({ kind: 'comment', count: 20, more: false })
      expect((await search(owner, 'ancient')).counts.at(-1)).toEqual({ kind: 'comment', count: 99, more: true })
      expect(snippets(await search(owner, 'ancie', `&deal_id=${deal}&limit=1`))).toEqual(['ancient number 2521'])
      expect((await search(owner, 'rarely common')).hits).toEqual([])
    })

    it('pages through more hits than it looks at, each once [SEARCH-9]', async () => {
      const { owner } = people()
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const body = await search(
          owner,
          'number',
          `&kinds=comment&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )
        seen.push(...snippets(body))
        cursor = body.next_cursor
      }
      expect([seen.length, new Set(seen).size]).toEqual([2_650, 2_650])
      expect(seen.at(-1)).toBe('ancient number 2650')
    })
  })

  it('finds what somebody with more than 60 deals can see: personal ones, and some of an organization, and no other [SEARCH-8]', async () => {
    const { editor, viewer } = people()
    const org = await plantOrg(app, { [editor.userId]: 'member' })
    const hidden = await plantDeal(app, { orgId: org, name: 'Drongo', members: { [viewer.userId]: 'owner' } })
    const team = await plantTeam(app, org, [editor.userId])
    const ofOrg: string[] = []
    for (let n = 0; n < 40; n++) {
      const deal = await plantDeal(app, { orgId: org, name: 'Drongo' })
      if (n % 2 === 0) await plantGrant(app, deal, team, 'viewer')
      else
        await app.sql(
          "INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now())",
          [deal, editor.userId],
        )
      ofOrg.push(deal)
    }
    const found = async () =>
      new Set((await search(editor, 'drongo', '&kinds=deal&limit=100')).hits.map(({ deal_id: id }: Hit) => id))
    const personal: string[] = []
    const plantPersonal = async (count: number) => {
      for (let n = 0; n < count; n++)
        personal.push(await plantDeal(app, { name: 'Drongo', members: { [editor.userId]: 'viewer' } }))
    }
    await plantPersonal(30)
    expect(await found()).toEqual(new Set([...ofOrg, ...personal]))
    // More personal deals than are looked at one by one.
    await plantPersonal(29)
    expect(await found()).toEqual(new Set([...ofOrg, ...personal]))
    await plantPersonal(1)
    expect((await found()).has(hidden)).toBe(false)
    expect(await found()).toEqual(new Set([...ofOrg, ...personal]))
    await app.sql('DELETE FROM deals WHERE id = ANY($1)', [[...ofOrg, ...personal, hidden]])
  })

  it('indexes contents from before the search in the background, and says until then that something may be missing [SEARCH-12]', async () => {
    const { commenter } = people()
    const deal = await plantDeal(app, { name: 'Cassowary', members: { [commenter.userId]: 'owner' } })
    await plantSection(app, deal, 'cassowary_section', 'text')
    await plantDocument(app, { dealId: deal, uploadedBy: commenter.userId, fileName: 'cassowary.txt' }, [
      'a',
      'cassowary',
    ])
    await plantComments(deal, commenter.userId, 'cassowary #', 1, 230)
    const [comment] = (await app.sql('SELECT id FROM comments WHERE deal_id = $1 LIMIT 1', [deal])) as { id: string }[]
    await commenter.send('POST', `/api/canvas/${deal}/comments/${comment?.id}/replies`, { content: 'cassowary reply' })
    const entries = () =>
      app.sql('SELECT kind, ref, at, words::text FROM search_entries WHERE deal_id = $1 ORDER BY kind, ref', [deal])
    const written = await entries()
    expect(written).toHaveLength(1 + 1 + 3 + 231)
    await app.sql('DELETE FROM search_entries WHERE deal_id = $1', [deal])
    await app.sql(
      "INSERT INTO search_backlog (deal_id, stage, after, due_at) VALUES ($1, 'deal', '', now() + interval '1 hour')",
      [deal],
    )
    expect(await search(commenter, 'cassowary')).toMatchObject({ hits: [], complete: false })
    await app.sql("UPDATE search_backlog SET due_at = now() - interval '1 minute'")
    await vi.waitUntil(async () => (await app.sql('SELECT FROM search_backlog')).length === 0, {
      timeout: 30_000,
      interval: 100,
    })
    expect(await entries()).toEqual(written)
    expect(await search(commenter, 'cassowary')).toMatchObject({ complete: true })
  }, 60_000)
})
