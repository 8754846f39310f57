import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  notificationsAbout,
  openRoom,
  type People,
  plantSection,
  type Room,
  signInPeople,
  write,
} from '../../testing/commenting.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { type Answer, expectRefusal, onService } from '../../testing/service.ts'

const bytesOf = ({ body }: Answer): number => Buffer.byteLength(JSON.stringify(body))
const maxBytes = 2 * 1024 * 1024

onService('deals at their size limits', (app) => {
  let people: People
  let room: Room
  beforeAll(async () => {
    people = await signInPeople(app)
  })
  beforeEach(async () => {
    await forgetLimits(app)
    room = await openRoom(app, people)
  })
  const at = (key: string) => `/api/canvas/${room.deal}/sections/${key}`
  const put = (key: string, content: string) => people.editor.send('PUT', at(key), { content })
  /** Sections s0, s1, … in this order, all with the same text. */
  const plantMemo = async (count: number, text: string) => {
    // Each statement has its time, and the search reads all that it writes.
    const atOnce = 25
    for (let from = 0; from < count; from += atOnce)
      await app.sql(
        `WITH planted AS (
            INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
            SELECT $1, 's' || n, 'Section ' || n, $4, 1, n, '{}', false, 0, now() FROM generate_series($2::int, $3::int - 1) n
            RETURNING section_key, title, content
          )
          INSERT INTO section_versions (deal_id, section_key, version, title, content, updated_at)
          SELECT $1, section_key, 1, title, content, now() FROM planted`,
        [room.deal, from, Math.min(from + atOnce, count), text],
      )
  }

  describe('memo size', () => {
    it('refuses a memo of more than 2,000,000 characters with 409 [SECTION-3]', async () => {
      await plantMemo(19, 'x'.repeat(100_000))
      expect((await put('last', '🌍'.repeat(99_999))).status).toBe(200)
      expect((await put('tiny', 'x')).status).toBe(200)
      expectRefusal(await put('tiny', 'xy'), 409, 'memo_too_large')
      expectRefusal(await put('another', 'x'), 409, 'memo_too_large')
      expect((await put('empty', '')).status).toBe(200)
      expect((await people.viewer.get(at('tiny'))).body).toMatchObject({ content: 'x', version: 1 })
    })

    it('keeps an oversized memo readable and lets it shrink but not grow', async () => {
      await plantMemo(25, 'x'.repeat(100_000))
      expect((await people.viewer.get(at('s24'))).body.content).toHaveLength(100_000)
      expect((await put('s24', 'y'.repeat(100_000))).status).toBe(200)
      expect((await put('s24', 'y'.repeat(50_000))).status).toBe(200)
      expectRefusal(await put('s24', 'y'.repeat(50_001)), 409, 'memo_too_large')
      expectRefusal(await put('new', 'x'), 409, 'memo_too_large')
    })

    it('never exceeds the memo limit when editors write different sections in parallel', async () => {
      await plantMemo(19, 'x'.repeat(100_000))
      const answers = await Promise.all(['a', 'b', 'c', 'd'].map((key) => put(key, 'y'.repeat(60_000))))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
      for (const answer of answers) if (answer.status === 409) expectRefusal(answer, 409, 'memo_too_large')
    })

    it('counts the text of an accepted suggestion toward the memo limit', async () => {
      await plantMemo(20, 'x'.repeat(99_999))
      await plantSection(app, room.deal, 'summary', 'Rents grow by 3 %.')
      const suggestion = await write(people.commenter, room, {
        comment_type: 'suggestion',
        section_key: 'summary',
        anchor_text: '3 %',
        suggestion_metadata: { replacement: 'three and a half per cent', base_version: 1 },
      })
      const answer = await people.editor.send('POST', `${room.path}/${suggestion.comment_id}/accept`)
      expectRefusal(answer, 409, 'memo_too_large')
      expect((await people.viewer.get(at('summary'))).body.content).toBe('Rents grow by 3 %.')
      expect((await people.viewer.get(`${room.path}/${suggestion.comment_id}`)).body.status).toBe('open')
    })
  })

  describe('response size', () => {
    const open = () => people.viewer.get(`/api/canvas/${room.deal}`)

    it('returns a memo of normal size in full, without truncation marks', async () => {
      await plantMemo(20, 'x'.repeat(10_000))
      const { body } = await open()
      for (const section of body.sections) {
        expect(section.content).toHaveLength(10_000)
        expect(section).not.toHaveProperty('content_truncated')
      }
    })

    it('truncates the sections that exceed the size of a canvas response and marks them', async () => {
      await plantMemo(200, '🌍'.repeat(100_000))
      await app.sql("UPDATE sections SET content = 'short' WHERE deal_id = $1 AND section_key = 's199'", [room.deal])
      const answer = await open()
      expect(bytesOf(answer)).toBeLessThan(maxBytes)
      const { sections } = answer.body
      expect(sections).toHaveLength(200)
      expect([...sections[0].content]).toHaveLength(100_000)
      expect(sections[0]).not.toHaveProperty('content_truncated')
      for (const section of sections.slice(1, 199)) {
        expect(section.content_truncated).toBe(true)
        expect(section.content).toBe('🌍'.repeat(400))
      }
      expect(sections[199].content).toBe('short')
      expect(sections[199]).not.toHaveProperty('content_truncated')
      expect([...(await people.viewer.get(at('s7'))).body.content]).toHaveLength(100_000)
    })
  })

  it('bounds the pages of a section history in bytes and returns every version once', async () => {
    await plantMemo(1, 'x')
    await app.sql(
      `INSERT INTO section_versions (deal_id, section_key, version, title, content, updated_at)
        SELECT $1, 's0', n, 'Section', n || $2, now() FROM generate_series(2, 30) n`,
      [room.deal, '🌍'.repeat(99_000)],
    )
    const seen: number[] = []
    let cursor = ''
    do {
      const answer = await people.viewer.get(`${at('s0')}/history?limit=100${cursor}`)
      expect(bytesOf(answer)).toBeLessThan(maxBytes)
      seen.push(...answer.body.versions.map(({ version }: { version: number }) => version))
      expect(answer.body.has_more).toBe(answer.body.next_cursor !== null)
      cursor = answer.body.next_cursor === null ? '' : `&cursor=${answer.body.next_cursor}`
    } while (cursor !== '')
    expect(seen).toEqual(Array.from({ length: 30 }, (_, nth) => 30 - nth))
  })

  it('bounds the pages of an audit trail in bytes and returns every event once', async () => {
    const data = JSON.stringify({ note: 'x'.repeat(8_000) })
    await app.sql(
      `INSERT INTO journal (deal_id, seq, ts, kind, type, actor_id, by_superadmin, data, salt, data_digest, prev_hash, hash, signature)
        SELECT $1, n, now(), 'retrieval', 'ext.note', NULL, false, $2, '', '', '', '', '' FROM generate_series(1, 1000) n`,
      [room.deal, data],
    )
    await app.sql('UPDATE journal_heads SET seq = 1000 WHERE deal_id = $1', [room.deal])
    const seen: number[] = []
    let cursor = ''
    do {
      const answer = await people.viewer.get(`/api/canvas/${room.deal}/audit-trail?limit=5000${cursor}`)
      expect(bytesOf(answer)).toBeLessThan(2 * maxBytes)
      const page = answer.body.timeline.map(({ seq }: { seq: number }) => seq)
      expect(page).toEqual(page.toSorted((a: number, b: number) => a - b))
      seen.unshift(...page)
      cursor = answer.body.next_cursor === null ? '' : `&cursor=${answer.body.next_cursor}`
    } while (cursor !== '')
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, nth) => nth + 1))
  })

  describe('threads', () => {
    /** A comment with replies 1, 2, … by one user, each mentioning another. */
    const plantThread = async (replies: number, text: string): Promise<string> => {
      const { comment_id: id } = await write(people.commenter, room)
      await app.sql(
        `INSERT INTO comment_replies (id, comment_id, deal_id, author_id, content, created_at, mentioned)
          SELECT gen_random_uuid(), $1, $2, $3, n || ' ' || $5, now() + n * interval '1 ms', ARRAY[$4::uuid]
          FROM generate_series(1, $6::int) n`,
        [id, room.deal, people.editor.userId, people.viewer.userId, text, replies],
      )
      await app.sql('UPDATE comments SET reply_count = $2 WHERE id = $1', [id, replies])
      return id
    }
    const numbersOf = (replies: { content: string }[]): number[] =>
      replies.map(({ content }) => Number.parseInt(content, 10))
    const from = (first: number, count: number) => Array.from({ length: count }, (_, nth) => first + nth)

    it('returns the newest 50 replies of a thread and a cursor to the rest', async () => {
      const id = await plantThread(500, '🌍'.repeat(1_990))
      const shown = await people.viewer.get(`${room.path}/${id}`)
      expect(bytesOf(shown)).toBeLessThan(maxBytes)
      expect(shown.body.reply_count).toBe(500)
      expect(numbersOf(shown.body.replies)).toEqual(from(451, 50))
      const older: number[] = []
      let cursor: string | null = shown.body.older_replies_cursor
      while (cursor !== null) {
        const page: Answer = await people.viewer.get(`${room.path}/${id}/replies?limit=100&cursor=${cursor}`)
        expect(page.status).toBe(200)
        expect(bytesOf(page)).toBeLessThan(maxBytes)
        older.push(...numbersOf(page.body.replies))
        cursor = page.body.next_cursor
      }
      expect(older).toEqual(from(1, 450).toReversed())
    })

    it('returns a thread with 50 replies in full', async () => {
      const id = await plantThread(50, 'x')
      const { body } = await people.viewer.get(`${room.path}/${id}`)
      expect(numbersOf(body.replies)).toEqual(from(1, 50))
      expect(body.older_replies_cursor).toBeNull()
    })

    it('lists replies from the newest, page by page', async () => {
      const id = await plantThread(5, 'x')
      const first = await people.viewer.get(`${room.path}/${id}/replies?limit=3`)
      expect(numbersOf(first.body.replies)).toEqual([5, 4, 3])
      expect(first.body.has_more).toBe(true)
      const second = await people.viewer.get(`${room.path}/${id}/replies?cursor=${first.body.next_cursor}`)
      expect([numbersOf(second.body.replies), second.body.has_more]).toEqual([[2, 1], false])
    })

    it('lists no replies for a comment without any and returns 404 for a comment that is unknown or of another deal', async () => {
      const { comment_id: id } = await write(people.commenter, room)
      expect((await people.viewer.get(`${room.path}/${id}/replies`)).body).toEqual({
        replies: [],
        next_cursor: null,
        has_more: false,
      })
      const other = await openRoom(app, people)
      for (const path of [`${other.path}/${id}`, `${room.path}/${randomUUID()}`, `${room.path}/no-uuid`]) {
        expectRefusal(await people.viewer.get(`${path}/replies`), 404, 'comment_not_found')
      }
    })

    it('edits and deletes a reply that is older than the newest 50', async () => {
      const id = await plantThread(60, 'x')
      const all = await people.viewer.get(`${room.path}/${id}/replies?limit=60`)
      const oldest = all.body.replies.at(-1).reply_id
      const edited = await people.editor.send('PUT', `${room.path}/${id}/replies/${oldest}`, { content: '1 changed' })
      expect([edited.status, edited.body.replies.length]).toEqual([200, 50])
      const after = await people.viewer.get(`${room.path}/${id}/replies?limit=60`)
      expect(after.body.replies.at(-1).content).toBe('1 changed')
      expect((await people.owner.send('DELETE', `${room.path}/${id}/replies/${oldest}`)).status).toBe(204)
      expect((await people.viewer.get(`${room.path}/${id}`)).body.reply_count).toBe(59)
      expectRefusal(
        await people.editor.send('PUT', `${room.path}/${id}/replies/${oldest}`, { content: 'x' }),
        404,
        'reply_not_found',
      )
    })

    it('notifies participants of a thread whose replies are older than the newest 50', async () => {
      const id = await plantThread(60, 'x')
      await app.sql(
        `UPDATE comment_replies SET author_id = $2, mentioned = '{}' WHERE comment_id = $1
          AND id <> (SELECT id FROM comment_replies WHERE comment_id = $1 ORDER BY created_at LIMIT 1)`,
        [id, people.owner.userId],
      )
      await app.sql('DELETE FROM notifications')
      expect((await people.owner.send('POST', `${room.path}/${id}/replies`, { content: 'New' })).status).toBe(201)
      expect(await notificationsAbout(app, id)).toEqual([
        'reply commenter: New',
        'reply editor: New',
        'reply viewer: New',
      ])
    })

    it('bounds the pages of a comment list in bytes and returns every comment once', async () => {
      for (let nth = 0; nth < 5; nth += 1) await plantThread(50, '🌍'.repeat(1_990))
      await plantSection(app, room.deal, 'summary', 'Rents grow by 3 %.')
      for (let nth = 0; nth < 2; nth += 1) {
        await write(people.commenter, room, {
          comment_type: 'suggestion',
          section_key: 'summary',
          anchor_text: '3 %',
          suggestion_metadata: { replacement: '🌍'.repeat(100_000), base_version: 1 },
        })
      }
      const seen: string[] = []
      let cursor = ''
      do {
        const answer = await people.viewer.get(`${room.path}?limit=100${cursor}`)
        expect(bytesOf(answer)).toBeLessThan(maxBytes)
        seen.push(...answer.body.comments.map(({ comment_id: id }: { comment_id: string }) => id))
        cursor = answer.body.next_cursor === null ? '' : `&cursor=${answer.body.next_cursor}`
      } while (cursor !== '')
      expect(seen).toHaveLength(7)
      expect(new Set(seen).size).toBe(7)
    })

    it('answers a repeated suggestion that is too large to store from the current comment, until it is deleted', async () => {
      await plantSection(app, room.deal, 'summary', 'Rents grow by 3 %.')
      const suggest = () =>
        people.commenter.send(
          'POST',
          room.path,
          {
            content: 'Longer',
            comment_type: 'suggestion',
            section_key: 'summary',
            anchor_text: '3 %',
            suggestion_metadata: { replacement: 'secret '.repeat(12_000), base_version: 1 },
          },
          { 'idempotency-key': 'once' },
        )
      const first = await suggest()
      expect(first.status).toBe(201)
      const again = await suggest()
      expect([again.status, again.body, again.headers['idempotency-rendered']]).toEqual([201, first.body, 'true'])
      const kept = await app.sql('SELECT * FROM idempotency_keys WHERE user_id = $1', [people.commenter.userId])
      expect(JSON.stringify(kept)).not.toContain('secret')
      await people.commenter.send('DELETE', `${room.path}/${first.body.comment_id}`)
      expectRefusal(await suggest(), 404, 'comment_not_found')
    })

    it('returns at most 1,000 users per reaction and accepts no more reactions', async () => {
      const { comment_id: id } = await write(people.commenter, room)
      await app.sql(
        `WITH many AS (
            INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
            SELECT gen_random_uuid(), 'P' || n, 'active', gen_random_uuid(), '{"mentions":true}', now(), now()
            FROM generate_series(1, 1001) n RETURNING id
          )
          INSERT INTO comment_reactions (comment_id, emoji, user_id, created_at) SELECT $1, '👍', id, now() FROM many`,
        [id],
      )
      expect((await people.viewer.get(`${room.path}/${id}`)).body.reactions['👍']).toHaveLength(1_000)
      const more = await people.commenter.send('PUT', `${room.path}/${id}/reactions/${encodeURIComponent('👍')}`)
      expectRefusal(more, 409, 'too_many_reactions')
    })
  })
})
