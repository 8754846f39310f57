import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantSection, write } from '../../testing/commenting.ts'
import { signInAll } from '../../testing/noticing.ts'
import { plantDocument } from '../../testing/plant-document.ts'
import { forgetLimits, plantDeal, plantGrant, plantOrg, plantTeam, useUp } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'

interface Hit {
  kind: string
  deal_id: string
  title: string
  title_marks: { start: number; end: number }[]
  snippet: string
  snippet_marks: { start: number; end: number }[]
  path: string
}

onEachService('search', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin')
  beforeEach(() => forgetLimits(app))

  const search = async (person: Person, q: string, more = '') => {
    const { status, body } = await person.get(`/api/search?q=${encodeURIComponent(q)}${more}`)
    expect([status, status === 200 ? '' : body]).toEqual([200, ''])
    return body
  }
  const found = async (person: Person, q: string, more = ''): Promise<string[]> =>
    (await search(person, q, more)).hits.map(({ kind, title }: Hit) => `${kind}: ${title}`)
  const countOf = async (person: Person, q: string): Promise<number> =>
    (await search(person, q)).counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
  const marked = (text: string, marks: Hit['title_marks']): string[] =>
    marks.map(({ start, end }) => [...text].slice(start, end).join(''))

  const plantMetric = (deal: string, key: string, label: string, more: { confidence?: number; value?: number } = {}) =>
    app.sql(
      `INSERT INTO deal_metrics (deal_id, metric_key, label, unit, value, kind, source, confidence, position, version, updated_at)
        VALUES ($1, $2, $3, 'percentage_points', $4, 'input', $5, $6, 0, 1, now())`,
      [
        deal,
        key,
        label,
        more.value ?? 14.2,
        more.confidence === undefined ? null : JSON.stringify({ file: 'm.xlsx', sheet: 'Returns', cell: 'C9' }),
        more.confidence ?? null,
      ],
    )
  const plantFact = (deal: string, documentId: string, term: string, quote: string) =>
    app.sql(
      `INSERT INTO document_facts (deal_id, document_id, position, term, value, unit, quote, place, confidence, tolerance, origin)
        VALUES ($1, $2, 0, $3, 104, 'count', $4, '{"page":2,"from":0,"to":5}', 0.9, 0, 'text')`,
      [deal, documentId, term, quote],
    )

  describe('what it finds', () => {
    let deal: string
    let documentId: string
    let commentId: string
    beforeAll(async () => {
      await forgetLimits(app)
      const { owner, commenter } = people()
      deal = await plantDeal(app, {
        name: 'Quokka Harbor',
        members: { [owner.userId]: 'owner', [commenter.userId]: 'commenter' },
      })
      await plantSection(app, deal, 'quokka_thesis', 'The **quokka** market [[noi]] grows.')
      documentId = await plantDocument(
        app,
        { dealId: deal, uploadedBy: owner.userId, fileName: 'Quokka-Rent_Roll.txt' },
        ['Nothing here.', 'A quokka lives on the second page.'],
      )
      await plantFact(deal, documentId, 'quokkas', '104 quokkas in all')
      await plantMetric(deal, 'custom_quokka', 'Quokka yield')
      const comment = await write(
        commenter,
        { path: `/api/canvas/${deal}/comments` },
        { content: 'Who counted each quokka?' },
      )
      commentId = comment.comment_id
      const reply = await owner.send('POST', `/api/canvas/${deal}/comments/${commentId}/replies`, {
        content: 'A quokka friend.',
      })
      expect(reply.status).toBe(201)
    })

    it('finds deals, metrics, sections, documents and their text, facts, comments and replies, by kind, each with the path that opens it [SEARCH-1]', async () => {
      const { hits, counts, complete, has_more: hasMore } = await search(people().owner, 'quokka')
      const at = `/app/canvas/${deal}`
      expect(hits.map(({ kind, path }: Hit) => [kind, path])).toEqual([
        ['deal', at],
        ['metric', `${at}?whatIf=custom_quokka`],
        ['section', `${at}?section=quokka_thesis`],
        ['document', `${at}/documents/${documentId}?page=2&passage=1`],
        ['document', `${at}/documents/${documentId}`],
        ['fact', `${at}/documents/${documentId}?page=2&quote=104%20quokkas%20in%20all`],
        ['comment', `${at}?comment=${commentId}`],
        ['comment', `${at}?comment=${commentId}`],
      ])
      expect(counts).toEqual([
        { kind: 'deal', count: 1, more: false },
        { kind: 'metric', count: 1, more: false },
        { kind: 'section', count: 1, more: false },
        { kind: 'document', count: 2, more: false },
        { kind: 'fact', count: 1, more: false },
        { kind: 'comment', count: 2, more: false },
      ])
      expect([complete, hasMore]).toEqual([true, false])
      expect(hits[0]).toMatchObject({ deal_id: deal, deal_name: 'Quokka Harbor', deal_archived: false })
    })

    it('marks the matched words in titles and snippets, and sends text, never HTML [SEARCH-2]', async () => {
      const { hits } = await search(people().owner, 'quokka')
      for (const { kind, title, title_marks: titles, snippet, snippet_marks: snippets } of hits) {
        const words = [...marked(title, titles), ...marked(snippet, snippets)].map((word) => word.toLowerCase())
        expect([kind, words.length > 0, words.filter((word) => !word.startsWith('quokka'))]).toEqual([kind, true, []])
      }
      const section = hits.find(({ kind }: Hit) => kind === 'section')
      expect(section.snippet).toBe('The quokka market noi grows.')
    })

    it('filters by kind and by deal, and rejects a kind that does not exist [SEARCH-3]', async () => {
      const { owner } = people()
      expect(await found(owner, 'quokka', '&kinds=metric,deal')).toEqual([
        'deal: Quokka Harbor',
        'metric: Quokka yield',
      ])
      const other = await plantDeal(app, { name: 'Quokka Two', members: { [owner.userId]: 'owner' } })
      expect(await found(owner, 'quokka', `&kinds=deal&deal_id=${other}`)).toEqual(['deal: Quokka Two'])
      expect(await found(owner, 'quokka', '&deal_id=unknown')).toEqual([])
      const { status, body } = await owner.get('/api/search?q=x&kinds=vote')
      expect([status, body.detail[0].loc]).toEqual([422, ['query', 'kinds']])
      await app.sql('DELETE FROM deals WHERE id = $1', [other])
    })

    it('limits an overview to so many hits of each kind [SEARCH-3]', async () => {
      expect(await found(people().owner, 'quokka', '&per_kind=1')).toEqual([
        'deal: Quokka Harbor',
        'metric: Quokka yield',
        'section: quokka_thesis',
        'document: Quokka-Rent_Roll.txt',
        'fact: quokkas',
        expect.stringMatching(/^comment: /),
      ])
    })

    it('completes the last word only, and finds all words, quoted ones next to each other [SEARCH-4]', async () => {
      const { owner } = people()
      expect(await found(owner, 'quok', '&kinds=deal')).toEqual(['deal: Quokka Harbor'])
      expect(await found(owner, 'quok ', '&kinds=deal')).toEqual([])
      expect(await found(owner, 'quok harbor', '&kinds=deal')).toEqual([])
      expect(await found(owner, 'harbor quokka', '&kinds=deal')).toEqual(['deal: Quokka Harbor'])
      expect(await found(owner, '"harbor quokka"', '&kinds=deal')).toEqual([])
      expect(await found(owner, '"Quokka Harbor"', '&kinds=deal')).toEqual(['deal: Quokka Harbor'])
      expect(await found(owner, 'quokka zebra')).toEqual([])
      expect(await found(owner, 'rent_roll', '&kinds=document')).toEqual(['document: Quokka-Rent_Roll.txt'])
    })

    it('finds words in any case and without regard to accents [SEARCH-4]', async () => {
      const { owner } = people()
      const accented = await plantDeal(app, { name: 'Château Ångström', members: { [owner.userId]: 'owner' } })
      for (const q of ['chateau', 'CHÂTEAU', 'ångström', 'Angstrom'])
        expect(await found(owner, q)).toEqual(['deal: Château Ångström'])
      const [hit] = (await search(owner, 'angst')).hits
      expect(marked(hit.title, hit.title_marks)).toEqual(['Ångström'])
      await app.sql('DELETE FROM deals WHERE id = $1', [accented])
    })

    it('shows a metric with its value, and says when nobody confirmed it [SEARCH-5]', async () => {
      const { owner } = people()
      const [one, two] = [
        await plantDeal(app, { name: 'First', members: { [owner.userId]: 'owner' } }),
        await plantDeal(app, { name: 'Second', members: { [owner.userId]: 'owner' } }),
      ]
      await plantMetric(one, 'levered_irr_pct', 'Levered IRR', { value: 14.2 })
      await plantMetric(two, 'levered_irr_pct', 'Levered IRR', { value: 16, confidence: 0.4 })
      const { hits } = await search(owner, 'irr', '&kinds=metric')
      const mine = hits.filter(({ deal_id: id }: Hit) => [one, two].includes(id))
      expect(mine).toMatchObject([
        {
          deal_name: 'Second',
          title: 'Levered IRR',
          value: 16,
          unit: 'percentage_points',
          provenance: { origin: 'input', confirmation: 'unconfirmed' },
          path: `/app/canvas/${two}/numbers?metric=levered_irr_pct`,
        },
        { deal_name: 'First', value: 14.2, provenance: { origin: 'manual', confirmation: 'confirmed' } },
      ])
      await app.sql('DELETE FROM deals WHERE id = ANY($1)', [[one, two]])
    })

    it('finds a metric by the usual names of its kind [SEARCH-5]', async () => {
      const { owner } = people()
      const one = await plantDeal(app, { name: 'Named', members: { [owner.userId]: 'owner' } })
      await plantMetric(one, 'enterprise_value', 'Price of the whole')
      for (const q of ['TEV', 'Transaction Value', 'enterprise value'])
        expect(await found(owner, q, `&deal_id=${one}`)).toEqual(['metric: Price of the whole'])
      await app.sql('DELETE FROM deals WHERE id = $1', [one])
    })
  })

  describe('what changes', () => {
    it('finds edited texts by their new words only, and nothing that was deleted or removed [SEARCH-6]', async () => {
      const { owner } = people()
      const deal = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
      const at = `/api/canvas/${deal}`
      const { comment_id: id } = await write(owner, { path: `${at}/comments` }, { content: 'wombatone' })
      const reply = await owner.send('POST', `${at}/comments/${id}/replies`, { content: 'wombatreply' })
      expect(await countOf(owner, 'wombatone')).toBe(1)
      expect((await owner.send('PUT', `${at}/comments/${id}`, { content: 'wombattwo' })).status).toBe(200)
      expect([await countOf(owner, 'wombatone'), await countOf(owner, 'wombattwo')]).toEqual([0, 1])
      expect(await countOf(owner, 'wombatreply')).toBe(1)
      expect(
        (await owner.send('DELETE', `${at}/comments/${id}/replies/${reply.body.replies[0].reply_id}`)).status,
      ).toBe(204)
      expect(await countOf(owner, 'wombatreply')).toBe(0)
      expect((await owner.send('DELETE', `${at}/comments/${id}`)).status).toBe(204)
      expect(await countOf(owner, 'wombat')).toBe(0)

      const section = `${at}/sections/risks`
      expect((await owner.send('PUT', section, { title: 'Wombatrisks', content: 'wombatmemo' })).status).toBe(200)
      expect(await countOf(owner, 'wombatmemo')).toBe(1)
      expect((await owner.send('PUT', section, { content: 'other' }, { 'if-match': '"1"' })).status).toBe(200)
      expect(await countOf(owner, 'wombatmemo')).toBe(0)
      expect((await owner.send('DELETE', section, undefined, { 'if-match': '"2"' })).status).toBe(204)
      expect(await countOf(owner, 'wombatrisks')).toBe(0)

      await app.sql("UPDATE deals SET name = 'Wombat Park' WHERE id = $1", [deal])
      expect(await found(owner, 'wombat park')).toEqual(['deal: Wombat Park'])
      const document = await plantDocument(app, { dealId: deal, uploadedBy: owner.userId }, ['wombatpage'])
      await plantFact(deal, document, 'wombatterm', 'wombatquote')
      expect([await countOf(owner, 'wombatpage'), await countOf(owner, 'wombatquote')]).toEqual([1, 1])
      await app.sql('DELETE FROM documents WHERE id = $1', [document])
      expect([await countOf(owner, 'wombatpage'), await countOf(owner, 'wombatquote')]).toEqual([0, 0])
      await app.sql('DELETE FROM deals WHERE id = $1', [deal])
      expect(await app.sql('SELECT FROM search_entries WHERE deal_id = $1', [deal])).toEqual([])
    })

    it('finds archived deals, and marks them as archived [SEARCH-6]', async () => {
      const { owner } = people()
      const deal = await plantDeal(app, { name: 'Numbat', members: { [owner.userId]: 'owner' } })
      await app.sql('UPDATE deals SET archived_at = now() WHERE id = $1', [deal])
      expect((await search(owner, 'numbat')).hits).toMatchObject([{ title: 'Numbat', deal_archived: true }])
    })

    it('finds no private scenario, no vote and no rating [SEARCH-7]', async () => {
      const { owner, editor } = people()
      const deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'editor' } })
      await plantSection(app, deal, 'risks', 'text')
      await app.sql(
        `INSERT INTO scenarios (id, deal_id, name, color, visibility, overrides, version, created_by, created_at, updated_at)
          VALUES (gen_random_uuid(), $1, 'bilbyscenario', 'blue', 'private', '[]', 1, $2, now(), now())`,
        [deal, owner.userId],
      )
      await app.sql(
        `INSERT INTO deal_votes (id, deal_id, user_id, choice, note, salt, note_salt, memo_version, model_version,
            scenario_id, scenario_version, cast_at, is_latest)
          VALUES (gen_random_uuid(), $1, $2, 'approve', 'bilbyvote', '', '', 1, 1, 'base', 1, now(), true)`,
        [deal, editor.userId],
      )
      await app.sql(
        `INSERT INTO feedback (id, deal_id, section_key, user_id, section_version, rating, comment, tags, created_at, counts)
          VALUES (gen_random_uuid(), $1, 'risks', $2, 1, 2, 'bilbyrating', '{bilbytag}', now(), true)`,
        [deal, editor.userId],
      )
      expect(await countOf(owner, 'bilby')).toBe(0)
    })
  })

  describe('who finds it', () => {
    it('finds nothing for people without access, and nothing from the moment access ends [SEARCH-8]', async () => {
      const { commenter: owner, editor, viewer, outsider, superadmin } = people()
      const org = await plantOrg(app, { [owner.userId]: 'owner', [editor.userId]: 'admin', [viewer.userId]: 'member' })
      const deal = await plantDeal(app, { orgId: org, name: 'Potoroo', members: {} })
      const finders = async () => {
        const all = { owner, editor, viewer, outsider, superadmin }
        const names: string[] = []
        for (const [name, person] of Object.entries(all)) if ((await countOf(person, 'potoroo')) > 0) names.push(name)
        return names
      }
      expect(await finders()).toEqual(['owner', 'editor'])
      const team = await plantTeam(app, org, [viewer.userId])
      await plantGrant(app, deal, team, 'viewer')
      expect(await finders()).toEqual(['owner', 'editor', 'viewer'])
      await app.sql('DELETE FROM team_members WHERE team_id = $1', [team])
      expect(await finders()).toEqual(['owner', 'editor'])
      await app.sql("INSERT INTO deal_members VALUES ($1, $2, 'viewer', now())", [deal, outsider.userId])
      expect(await finders()).toEqual(['owner', 'editor', 'outsider'])
      await app.sql("UPDATE org_members SET role = 'member' WHERE org_id = $1 AND user_id = $2", [org, editor.userId])
      expect(await finders()).toEqual(['owner', 'outsider'])
      await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [org])
      expect(await finders()).toEqual([])
      await app.sql("UPDATE orgs SET status = 'active' WHERE id = $1", [org])
      await app.sql('DELETE FROM deal_members WHERE deal_id = $1', [deal])
      expect(await finders()).toEqual(['owner'])
      await app.sql('UPDATE deals SET org_id = NULL WHERE id = $1', [deal])
      expect(await finders()).toEqual([])
    })

    it('finds nothing for a request without a token [SEARCH-8]', async () => {
      expectRefusal(await app.send('GET', '/api/search?q=x'), 401, 'not_authenticated')
    })
  })

  describe('pages', () => {
    it('pages through all hits once, also between kinds, and counts to 99 [SEARCH-9]', async () => {
      const { owner } = people()
      const deal = await plantDeal(app, { name: 'Bettong', members: { [owner.userId]: 'owner' } })
      await app.sql(
        `INSERT INTO comments (id, deal_id, comment_type, author_id, content, status, created_at, updated_at,
            anchor_status, mentioned, version, reply_count)
          SELECT gen_random_uuid(), $1, 'comment', $2, 'bettong ' || n, 'open', now() - (n / 7) * interval '1 second',
            now(), 'none', '{}', 1, 0 FROM generate_series(1, 130) n`,
        [deal, owner.userId],
      )
      const seen: string[] = []
      let cursor = ''
      for (let page = 0; page < 20; page++) {
        const {
          hits,
          counts,
          next_cursor: next,
          has_more: hasMore,
        } = await search(owner, 'bettong', `&limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`)
        if (page === 0) expect(counts.at(-1)).toEqual({ kind: 'comment', count: 99, more: true })
        else expect(counts).toBeNull()
        seen.push(...hits.map(({ path }: Hit) => path))
        expect(hasMore).toBe(next !== null)
        if (next === null) break
        cursor = next
      }
      expect([seen.length, new Set(seen).size]).toEqual([131, 131])
    })

    it('rejects cursors that were never issued with 422 [SEARCH-9]', async () => {
      const { owner } = people()
      const wrong = [
        'x',
        'W10',
        ...[
          ['vote', '2026-01-01T00:00:00.000Z', 'a', 'b'],
          ['deal', 'now', 'a', 'b'],
          ['deal', '2026-01-01T00:00:00.000Z', 'a\0', 'b'],
          ['deal', '2026-01-01T00:00:00.000Z', 1, 2],
        ].map((key) => Buffer.from(JSON.stringify(key)).toString('base64url')),
      ]
      for (const cursor of wrong) {
        const { status, body } = await owner.get(`/api/search?q=x&cursor=${cursor}`)
        expect([status, body.detail?.[0].loc]).toEqual([422, ['query', 'cursor']])
      }
    })
  })

  describe('hostile input', () => {
    it('searches for any text without an error: operators, quotes, emoji, stop words, long words [SEARCH-10]', async () => {
      const { owner } = people()
      const texts = [
        "'",
        '"',
        '""',
        '\\',
        ':*',
        '!(a & b)',
        "a' | 'b",
        '<->',
        'the and of',
        '😀',
        '😀 a',
        '%_',
        "' d0",
        'a:*b',
        '$$',
        `${'w'.repeat(200)}`,
        'a '.repeat(100),
        '" "',
        '\u0301',
        '‮x',
        'ﷺ'.repeat(200),
      ]
      for (const text of texts) {
        const { status } = await owner.get(`/api/search?q=${encodeURIComponent(text)}`)
        expect([text, status]).toEqual([text, 200])
        await forgetLimits(app)
      }
    })

    it('rejects a text that is empty, too long or not storable with 422 [SEARCH-10]', async () => {
      for (const text of ['', 'a'.repeat(10_000), 'a\0b']) {
        const { status } = await people().owner.get(`/api/search?q=${encodeURIComponent(text)}`)
        expect([text.slice(0, 3), status]).toEqual([text.slice(0, 3), 422])
      }
    })

    it('indexes texts that expand when they are folded, so that no change fails because of the search [SEARCH-10]', async () => {
      const { owner } = people()
      const deal = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
      await plantSection(app, deal, 'long', Array.from({ length: 9_000 }, (_, n) => `ﷺ${n.toString(36)}wörd`).join(' '))
      await plantSection(app, deal, 'word', 'x'.repeat(100_000))
      expect(await app.sql('SELECT FROM search_entries WHERE deal_id = $1', [deal])).toHaveLength(3)
    })

    it('allows 120 searches a minute [SEARCH-11]', async () => {
      const { owner, editor } = people()
      await useUp(app, 'search', owner.userId)
      expectRefusal(await owner.get('/api/search?q=x'), 429, 'rate_limited')
      expect((await editor.get('/api/search?q=x')).status).toBe(200)
    })
  })
})
