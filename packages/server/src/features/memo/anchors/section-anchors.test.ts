import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { signInAll } from '../../../testing/noticing.ts'
import { plantDeal } from '../../../testing/planting.ts'
import { onService } from '../../../testing/service.ts'
import { contextOf } from './context.ts'
import { placeAnchor } from './reanchoring.ts'

const text =
  'Rents rise by 3.5 % in year 1. Costs rise by 2 % in year 1.\n\nThe exit cap rate of 5.25 % is above the going-in rate of the market today.'

onService('comment anchors when a section is written', (app) => {
  const people = signInAll(app, 'editor')
  let deal: string
  beforeEach(async () => {
    deal = await plantDeal(app, { members: { [people().editor.userId]: 'editor' } })
    await put(text)
  })
  const put = async (content: string, key = 'summary', more: object = {}) => {
    const { status, body } = await people().editor.send('PUT', `/api/canvas/${deal}/sections/${key}`, {
      content,
      ...more,
    })
    expect(status).toBe(200)
    return body
  }
  const comment = async (
    anchorText: string | null,
    { key = 'summary', status = 'open', deleted = false, dealId = deal } = {},
  ): Promise<string> => {
    const id = newId()
    const place = anchorText === null ? undefined : placeAnchor(text, { anchorText })
    await app.sql(
      `INSERT INTO comments (id, deal_id, section_key, comment_type, author_id, content, status, created_at, updated_at,
          anchor_text, anchor_prefix, anchor_suffix, anchor_position, anchor_status, mentioned, version, reply_count, deleted_at)
        VALUES ($1, $2, $3, 'comment', $4, 'x', $5, '2026-01-01', '2026-01-01', $6, $7, $8, $9, $10, '{}', 1, 0, $11)`,
      [
        id,
        dealId,
        key,
        people().editor.userId,
        status,
        anchorText,
        place?.prefix ?? null,
        place?.suffix ?? null,
        place?.position ?? null,
        place?.status ?? 'none',
        deleted ? new Date() : null,
      ],
    )
    return id
  }
  const anchorOf = async (id: string) => {
    const [row] = await app.sql<Record<string, unknown>>(
      `SELECT anchor_status AS status, anchor_position AS position, anchor_prefix AS prefix, anchor_suffix AS suffix,
          updated_at > '2026-01-02' AS changed, version FROM comments WHERE id = $1`,
      [id],
    )
    return row
  }

  it('keeps the anchor of a comment when text is inserted before it [COMMENT-15]', async () => {
    const id = await comment('5.25 %')
    await put(`First.\n\n${text}`)
    const position = text.indexOf('5.25 %') + 8
    expect(await anchorOf(id)).toMatchObject({ status: 'anchored', position, changed: false, version: 1 })
  })

  it('marks anchors as moved or orphaned, and as anchored again when their text returns [COMMENT-16]', async () => {
    const [kept, moved, gone] = [
      await comment('Rents rise'),
      await comment('exit cap rate of 5.25 % is above the going-in rate'),
      await comment('Costs rise by 2 %'),
    ]
    await put(text.replace('Costs rise by 2 % in year 1.', '').replace('is above', 'was above'))
    expect(await anchorOf(kept)).toMatchObject({ status: 'anchored', changed: false })
    expect(await anchorOf(moved)).toMatchObject({ status: 'moved', changed: true })
    expect(await anchorOf(gone)).toMatchObject({ status: 'orphaned', position: text.indexOf('Costs'), changed: true })
    await put(text)
    for (const [id, quote] of [
      [kept, 'Rents rise'],
      [moved, 'exit cap'],
      [gone, 'Costs rise'],
    ] as const) {
      expect(await anchorOf(id)).toMatchObject({ status: 'anchored', position: text.indexOf(quote) })
    }
  })

  it('follows an anchor through many versions although all text around it changes', async () => {
    const id = await comment('5.25 %')
    const words = text.split(' ')
    for (let version = 0; version < words.length; version += 2) {
      for (const at of [version, version + 1]) {
        if (words[at] !== undefined && !['5.25', '%'].includes(words[at])) words[at] = `word${at}`
      }
      await put(words.join(' '))
    }
    expect(await anchorOf(id)).toMatchObject({ status: 'anchored', position: words.join(' ').indexOf('5.25 %') })
  })

  it('leaves comments alone that are resolved, deleted, on another section or deal, or without a passage', async () => {
    const other = await plantDeal(app)
    const alone = [
      await comment('5.25 %', { status: 'resolved' }),
      await comment('5.25 %', { deleted: true }),
      await comment('5.25 %', { key: 'other' }),
      await comment('5.25 %', { dealId: other }),
      await comment(null),
    ]
    const before = await Promise.all(alone.map(anchorOf))
    await put(`First.\n\n${text}`)
    expect(await Promise.all(alone.map(anchorOf))).toEqual(before)
  })

  it('does not move an anchor if only the title changes or the write is rejected', async () => {
    const id = await comment('5.25 %')
    const before = await anchorOf(id)
    await put(text, 'summary', { title: 'Another' })
    const stale = await people().editor.send(
      'PUT',
      `/api/canvas/${deal}/sections/summary`,
      { content: 'Gone.' },
      { 'if-match': '"1"' },
    )
    expect(stale.status).toBe(409)
    expect(await anchorOf(id)).toEqual(before)
  })

  it('stores the context of an anchor without splitting an emoji', async () => {
    const id = await comment('5.25 %')
    await put(`${'🏢'.repeat(50)}a ${text.slice(text.indexOf('The exit'))}`)
    const content = await put(`${'🏢'.repeat(40)}${text.slice(text.indexOf('cap rate'))}`)
    const anchor = await anchorOf(id)
    expect(anchor).toMatchObject({ status: 'anchored' })
    expect(content.content).toContain(String(anchor?.['prefix']))
  })

  describe('many anchors at once', () => {
    it('moves 30 anchors with a single write of the section', async () => {
      const ids = await Promise.all(Array.from({ length: 30 }, () => comment('5.25 %')))
      await put(`First.\n\n${text}`)
      const rows = await app.sql<{ position: number }>(
        'SELECT DISTINCT anchor_position AS position FROM comments WHERE id = ANY($1::uuid[])',
        [ids],
      )
      expect(rows).toEqual([{ position: text.indexOf('5.25 %') + 8 }])
    })
  })

  describe('section crafted to be slow', () => {
    const repetitive = (length: number) => 'ab ba '.repeat(Math.ceil(length / 6)).slice(0, length)
    const opening = 'The exit cap rate is 5.25 % in the base case.\n'

    /** Inserts comments on passages of a text, oldest first. */
    const plant = (content: string, passages: readonly { start: number; length: number }[], key = 'summary') => {
      const anchors = passages.map(({ start, length }) => ({
        id: newId(),
        quote: content.slice(start, start + length),
        start,
        ...contextOf(content, start, start + length),
      }))
      return app.sql<{ id: string }>(
        `INSERT INTO comments (id, deal_id, section_key, comment_type, author_id, content, status, created_at, updated_at,
            anchor_text, anchor_prefix, anchor_suffix, anchor_position, anchor_status, mentioned, version, reply_count)
          SELECT id, $1, $2, 'comment', $3, 'x', 'open', timestamptz '2026-01-01' + n * interval '1 second', '2026-01-01',
            quote, prefix, suffix, position, 'anchored', '{}', 1, 0
          FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::int[])
            WITH ORDINALITY AS planted (id, quote, prefix, suffix, position, n)
          RETURNING id`,
        [
          deal,
          key,
          people().editor.userId,
          anchors.map(({ id }) => id),
          anchors.map(({ quote }) => quote),
          anchors.map(({ prefix }) => prefix),
          anchors.map(({ suffix }) => suffix),
          anchors.map(({ start }) => start),
        ],
      )
    }
    const all = () =>
      app.sql<{ quote: string; status: string; position: number }>(
        `SELECT anchor_text AS quote, anchor_status AS status, anchor_position AS position FROM comments
          WHERE deal_id = $1 ORDER BY created_at`,
        [deal],
      )
    const spread = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => ({ start: opening.length + index * 211, length }))

    it('finds or detaches anchors within the budget, and keeps those in unchanged sentences', async () => {
      const before = opening + repetitive(95_000)
      await put(before)
      await plant(before, [{ start: 4, length: 13 }, ...spread(280, 999)])
      const after = opening + before.slice(opening.length).replaceAll('ab ba ab', 'ab bc ab').replaceAll('ba ba', 'ba')
      const { version } = await put(after)
      expect(version).toBe(3)
      const [kept, ...others] = await all()
      expect(kept).toMatchObject({ status: 'anchored', position: 4 })
      for (const { status, quote, position } of others)
        expect(status !== 'anchored' || after.startsWith(quote, position)).toBe(true)
    })

    it('places all anchors by the final text when several versions are written concurrently', async () => {
      const sentences = Array.from(
        { length: 900 },
        (_, n) => `Sentence ${n} says that tenant ${n * 7} pays ${n * 13} a year. `,
      )
      const before = sentences.join('')
      await put(before)
      await plant(
        before,
        Array.from({ length: 400 }, (_, n) => ({ start: before.indexOf(`tenant ${n * 14} `), length: 12 })),
      )
      const drafts = [3, 5, 7].map((every) => sentences.filter((_, n) => n % every !== 0).join(''))
      await Promise.all(drafts.map((draft) => put(draft)))
      const [{ content } = { content: '' }] = await app.sql<{ content: string }>(
        `SELECT content FROM sections WHERE deal_id = $1 AND section_key = 'summary'`,
        [deal],
      )
      expect(drafts).toContain(content)
      const anchors = await all()
      for (const { status, quote, position } of anchors)
        expect(status !== 'anchored' || content.startsWith(quote, position)).toBe(true)
      expect(anchors.filter(({ status }) => status === 'anchored').length).toBeGreaterThan(100)
    })

    it('detaches the oldest anchors beyond the limit per section', async () => {
      const before = 'One sentence. Another sentence. '.repeat(20)
      await put(before)
      await plant(
        before,
        Array.from({ length: 5_010 }, () => ({ start: 4, length: 8 })),
      )
      await put(`${before}More.`)
      const statuses = (await all()).map(({ status }) => status)
      expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'orphaned'))
      expect(statuses.slice(10).every((status) => status === 'anchored')).toBe(true)
    })
  })
})
