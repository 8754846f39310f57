import { type ComparedSection, dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectFailedRule } from '../../testing/commenting.ts'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { actorOf } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'
import { plantModel, propertySheets } from '../../testing/workbooks.ts'

/** The differences in one line: {-removed-}, {+added+}. */
const shown = ({ parts }: Pick<ComparedSection, 'parts'>): string =>
  parts.map(({ change, text }) => ({ same: text, removed: `{-${text}-}`, added: `{+${text}+}` })[change]).join('')

onEachService('memo versions', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  const newDeal = () =>
    plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await newDeal()
  })
  const put = async (key: string, content: string, title?: string) => {
    const body = { content, ...(title === undefined ? {} : { title }) }
    expect((await people().editor.send('PUT', `/api/canvas/${deal}/sections/${key}`, body)).status).toBe(200)
  }
  const enter = async (key: string, value: number | null) =>
    expect((await people().editor.send('PUT', `/api/canvas/${deal}/metrics/${key}`, { value })).status).toBe(200)
  const list = (query = '', person: Person = people().viewer) => person.get(`/api/canvas/${deal}/memo/versions${query}`)
  const versions = async () =>
    (await list()).body.versions.map(
      ({ version, sections_changed, numbers_changed }: Record<string, unknown>) =>
        [version, sections_changed, numbers_changed] as const,
    )
  const compare = (from: number | string, to: number | string, query = '', person: Person = people().viewer) =>
    person.get(`/api/canvas/${deal}/memo/compare?from=${from}&to=${to}${query}`)
  const compared = async (from: number, to: number) => {
    const { status, body } = await compare(from, to)
    expect([status, body]).toEqual([200, body])
    return body
  }

  describe('counting versions', () => {
    it('makes one version for each change of a text, a title or a number, and says what it changed [MEMO-3]', async () => {
      expect((await list()).body).toEqual({ versions: [], next_cursor: null, has_more: false })
      await put('returns', 'An IRR of [[levered_irr_pct]].')
      await enter('levered_irr_pct', 18.3)
      await put('returns', 'An IRR of [[levered_irr_pct]].', 'Returns analysis')
      await put('risks', 'Taxes.')
      await enter('levered_irr_pct', null)
      expect(await versions()).toEqual([
        [5, [], 1],
        [4, ['risks'], 0],
        [3, ['returns'], 0],
        [2, [], 1],
        [1, ['returns'], 0],
      ])
      expect((await list()).body.versions[0]).toEqual({
        version: 5,
        at: expect.stringMatching(/Z$/),
        made_by: people().editor.userId,
        made_by_name: expect.any(String),
        made_by_email_verified: true,
        event_seq: (await auditTrailOf(app, deal)).length,
        model_version: 2,
        sections_changed: [],
        numbers_changed: 1,
      })
    })

    it('makes no version when nothing changed, when a stale text is confirmed, or when somebody comments [MEMO-3]', async () => {
      await enter('levered_irr_pct', 18.3)
      await put('returns', 'An IRR of [[levered_irr_pct]].')
      await enter('levered_irr_pct', 19)
      await put('returns', 'An IRR of [[levered_irr_pct]].')
      await enter('levered_irr_pct', 19)
      await people().commenter.send('POST', `/api/canvas/${deal}/comments`, {
        content: 'Fine.',
        section_key: 'returns',
      })
      expect(await versions()).toEqual([
        [2, [], 1],
        [1, ['returns'], 1],
      ])
    })

    it('makes no version of a deal without sections', async () => {
      await enter('dscr', 1.2)
      expect(await versions()).toEqual([])
    })

    it('makes one version of a change that was rejected or rolled back only when it is made again', async () => {
      await put('returns', 'a')
      const work = app.service.changes.change(actorOf(people().owner), deal, 'editor', async (changing) => {
        await app.sql('SELECT 1')
        changing.record('section.updated', { section_key: 'returns', version: 2 })
        throw new Error('rolled back')
      })
      await expect(work).rejects.toThrow('rolled back')
      const stale = { 'if-match': '"7"' }
      expectRefusal(
        await people().editor.send('PUT', `/api/canvas/${deal}/sections/returns`, { content: 'b' }, stale),
        409,
        'stale_version',
      )
      await put('returns', 'b')
      expect(await versions()).toEqual([
        [2, ['returns'], 0],
        [1, ['returns'], 0],
      ])
    })

    it('numbers the versions of concurrent changes without gaps', async () => {
      await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => put(key, key)))
      expect((await versions()).map(([version]: [number]) => version)).toEqual([5, 4, 3, 2, 1])
    })

    it('answers pages of versions, the newest first', async () => {
      for (const text of ['a', 'b', 'c']) await put('returns', text)
      const first = (await list('?limit=2')).body
      expect([first.versions.map(({ version }: { version: number }) => version), first.has_more]).toEqual([
        [3, 2],
        true,
      ])
      const second = (await list(`?limit=2&cursor=${first.next_cursor}`)).body
      expect(second).toMatchObject({ versions: [{ version: 1 }], has_more: false, next_cursor: null })
      expectFailedRule(await list('?cursor=nonsense'), ['query', 'cursor'], 'nonsense')
    })

    it('takes over sections that were removed or moved in the database, with the next change', async () => {
      for (const key of ['a', 'b', 'c']) await put(key, key)
      await app.sql('UPDATE sections SET position = 7 WHERE deal_id = $1 AND section_key = $2', [deal, 'a'])
      await put('c', 'changed')
      expect((await versions())[0]).toEqual([4, ['c', 'a'], 0])
      expect((await compared(3, 4)).sections.map((section: ComparedSection) => section.section_key)).toEqual([
        'b',
        'c',
        'a',
      ])
    })
  })

  describe('comparing versions', () => {
    it('marks the words that were removed and added, and keeps what is the same [MEMO-4]', async () => {
      await put('returns', 'Coverage is comfortable throughout.\n\nThe exit matters.\n')
      await put('returns', 'Coverage is very thin.\n\nThe exit matters.\n\nTaxes may rise.\n')
      const { sections } = await compared(1, 2)
      expect(sections).toHaveLength(1)
      expect(shown(sections[0])).toBe(
        'Coverage is {-comfortable throughout-}{+very thin+}.\n\nThe exit matters.\n{+\nTaxes may rise.\n+}',
      )
      expect(sections[0]).toMatchObject({ change: 'changed', version_from: 1, version_to: 2, section_key: 'returns' })
      expect(shown((await compared(2, 1)).sections[0])).toContain(
        'Coverage is {-very thin-}{+comfortable throughout+}.',
      )
    })

    it('shows numbers as they were in each version, apart from the text [MEMO-4]', async () => {
      await enter('levered_irr_pct', 18.3)
      await enter('dscr', 1.25)
      await put('returns', 'An IRR of [[levered_irr_pct]] at [[dscr]].')
      await enter('levered_irr_pct', 15.7)
      await enter('equity_multiple', 1.96)
      const { sections, numbers, from, to } = await compared(1, 3)
      expect(sections).toMatchObject([
        { change: 'same', parts: [{ change: 'same', text: 'An IRR of [[levered_irr_pct]] at [[dscr]].' }] },
      ])
      expect(numbers).toEqual([
        {
          metric_key: 'dscr',
          label: 'Debt Service Coverage Ratio',
          from: 1.25,
          unit_from: 'multiple_x',
          to: 1.25,
          unit_to: 'multiple_x',
        },
        {
          metric_key: 'equity_multiple',
          label: 'Equity Multiple',
          from: null,
          unit_from: null,
          to: 1.96,
          unit_to: 'multiple_x',
        },
        {
          metric_key: 'levered_irr_pct',
          label: 'Levered IRR',
          from: 18.3,
          unit_from: 'percentage_points',
          to: 15.7,
          unit_to: 'percentage_points',
        },
      ])
      expect([from, to]).toMatchObject([
        { version: 1, currency: 'USD', model_version: 2 },
        { version: 3, currency: 'USD', model_version: 4 },
      ])
    })

    it('shows sections that were added as added, and those that are gone as removed where they were', async () => {
      for (const key of ['a', 'b', 'c']) await put(key, `Text of ${key}.`)
      await app.sql('UPDATE memo_version_sections SET until_version = 4 WHERE deal_id = $1 AND section_key = $2', [
        deal,
        'b',
      ])
      await app.sql(
        `INSERT INTO memo_versions (deal_id, version, at, seq, currency, sections_changed, numbers_changed)
          VALUES ($1, 4, now(), 0, 'USD', '{b}', 0)`,
        [deal],
      )
      const keysAndChanges = ({ section_key, change }: ComparedSection) => [section_key, change]
      expect((await compared(2, 4)).sections.map(keysAndChanges)).toEqual([
        ['a', 'same'],
        ['b', 'removed'],
        ['c', 'added'],
      ])
    })

    it('shows a new title as a change of the section', async () => {
      await put('returns', 'a', 'Returns')
      await put('returns', 'a', 'Returns analysis')
      expect((await compared(1, 2)).sections).toMatchObject([
        { change: 'changed', title_from: 'Returns', title_to: 'Returns analysis', parts: [{ change: 'same' }] },
      ])
    })

    it('answers long memos in pages that together hold every section once', async () => {
      const keys = Array.from({ length: 8 }, (_, place) => `s${place}`)
      for (const key of keys) await put(key, `${key} `.repeat(33_000))
      const found: string[] = []
      let pages = 0
      for (let cursor: string | null = ''; cursor !== null; pages += 1) {
        const { body } = await compare(8, 8, cursor === '' ? '' : `&cursor=${cursor}`)
        found.push(...body.sections.map(({ section_key }: ComparedSection) => section_key))
        expect(body.has_more).toBe(body.next_cursor !== null)
        cursor = body.next_cursor
      }
      expect(found).toEqual(keys)
      expect(pages).toBeGreaterThan(1)
    })

    it('answers two long texts that have nothing in common, as removed and added', async () => {
      const words = (letter: string) => Array.from({ length: 9_000 }, (_, n) => `${letter}${n}`).join(' ')
      await put('returns', words('a'))
      await put('returns', words('b'))
      const [section] = (await compared(1, 2)).sections
      expect(section.parts.map(({ change }: { change: string }) => change)).toEqual(['removed', 'added'])
    })

    it('shows what another workbook and another presented scenario moved [MEMO-4]', async () => {
      await plantModel(app, people().editor, deal)
      await put('returns', 'An exit cap of [[exit_cap_rate_pct]].')
      await plantModel(app, people().editor, deal, propertySheets({ exitCapRate: 0.0625 }))
      const { numbers, from, to } = await compared(1, 2)
      expect(numbers).toContainEqual(
        expect.objectContaining({ metric_key: 'exit_cap_rate_pct', from: 5.5, to: 6.25, unit_to: 'percentage_points' }),
      )
      expect(to.model_version).toBe(from.model_version + 1)
      const scenario = await people().editor.send('POST', `/api/canvas/${deal}/scenarios`, {
        name: 'Downside',
        visibility: 'shared',
        overrides: [{ metric_key: 'exit_cap_rate_pct', value: 7 }],
      })
      expect(scenario.status).toBe(201)
      const presented = await people().owner.send('POST', `/api/canvas/${deal}/scenarios/${scenario.body.id}/present`)
      expect(presented.status).toBe(200)
      expect((await compared(2, 3)).numbers).toContainEqual(
        expect.objectContaining({ metric_key: 'exit_cap_rate_pct', from: 6.25, to: 7 }),
      )
    })

    it('rejects a version that does not exist with 404, and versions that are no numbers with 422', async () => {
      await put('returns', 'a')
      expectRefusal(await compare(1, 2), 404, 'memo_version_not_found')
      expectRefusal(await compare(9, 1), 404, 'memo_version_not_found')
      for (const wrong of ['0', 'a', '2147483648']) expect((await compare(wrong, 1)).status).toBe(422)
      expect((await people().viewer.get(`/api/canvas/${deal}/memo/compare`)).status).toBe(422)
    })

    it('hides the versions of a deal from people who cannot see it', async () => {
      await put('returns', 'a')
      expectRefusal(await list('', people().outsider), 404, 'deal_not_found')
      expectRefusal(await compare(1, 1, '', people().outsider), 404, 'deal_not_found')
    })

    it('keeps the versions of one deal apart from those of another', async () => {
      await put('returns', 'Mine.')
      deal = await newDeal()
      await put('returns', 'Theirs.')
      expect(await versions()).toEqual([[1, ['returns'], 0]])
      expect(shown((await compared(1, 1)).sections[0])).toBe('Theirs.')
    })
  })
})
