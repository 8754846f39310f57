import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  auditTrailOf,
  notificationsAbout,
  openRoom,
  type People,
  plantSection,
  type Room,
  signInPeople,
  write,
} from '../../../testing/commenting.ts'
import { forgetLimits } from '../../../testing/planting.ts'
import { type Answer, expectRefusal, onService } from '../../../testing/service.ts'

const quote = 'Rents grow by 3.5 % a year until the exit.'
const memo = `The case rests on growth. ${quote} Vacancy stays at five per cent.`
const proposed = 'Rents grow by 3.0 % a year until the exit.'

onService('suggestions', (app) => {
  let people: People
  let room: Room
  let section: string
  let { owner, editor, commenter, viewer } = {} as People
  beforeAll(async () => {
    people = await signInPeople(app)
    ;({ owner, editor, commenter, viewer } = people)
  })
  beforeEach(async () => {
    await forgetLimits(app)
    room = await openRoom(app, people)
    section = `/api/canvas/${room.deal}/sections/returns`
    await plantSection(app, room.deal, 'returns', memo)
  })
  const suggest = (more: Record<string, unknown> = {}): Promise<Answer['body']> =>
    write(commenter, room, {
      content: 'Too fast',
      comment_type: 'suggestion',
      section_key: 'returns',
      anchor_text: quote,
      suggestion_metadata: { replacement: proposed, base_version: 1 },
      ...more,
    })
  const at = ({ comment_id }: { comment_id: string }, verb = '') => `${room.path}/${comment_id}${verb}`
  const textNow = async (): Promise<string> => (await viewer.get(section)).body.content
  const rewrite = async (content: string): Promise<void> => {
    expect((await editor.send('PUT', section, { content })).status).toBe(200)
  }

  it('returns the replacement and base version of a new suggestion', async () => {
    expect(await suggest()).toMatchObject({
      comment_type: 'suggestion',
      status: 'open',
      anchor_text: quote,
      anchor_status: 'anchored',
      suggestion_metadata: { replacement: proposed, base_version: 1 },
    })
  })

  it.each([
    { suggestion_metadata: { replacement: 'x' } },
    { suggestion_metadata: { replacement: 'x', base_version: 0 } },
    { suggestion_metadata: { base_version: 1 } },
    { suggestion_metadata: 'x' },
  ])('rejects a malformed suggestion with 422: %j', async (more) => {
    const body = { content: 'x', comment_type: 'suggestion', section_key: 'returns', anchor_text: quote, ...more }
    const { status, body: answer } = await commenter.send('POST', room.path, body)
    expect([status, answer.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', 'suggestion_metadata']])
  })

  describe('accepting suggestions', () => {
    it('writes an accepted suggestion into its section and notifies its author [SUGGESTION-3]', async () => {
      const comment = await suggest()
      app.advance(1000)
      const { status, body } = await editor.send('POST', at(comment, '/accept'))
      expect(status).toBe(200)
      expect(body.section).toMatchObject({
        section_key: 'returns',
        content: memo.replace(quote, proposed),
        version: 2,
        updated_by: editor.userId,
        updated_by_name: 'Priya Nair',
        updated_by_email_verified: true,
      })
      expect(body.comment).toMatchObject({
        comment_id: comment.comment_id,
        status: 'accepted',
        resolved_by: editor.userId,
        resolved_at: body.comment.updated_at,
        anchor_text: quote,
      })
      expect((await viewer.get(section)).body).toEqual(body.section)
      expect((await viewer.get(at(comment))).body).toEqual(body.comment)
      expect((await auditTrailOf(app, room.deal)).filter(([type]) => type.startsWith('suggestion.'))).toEqual([
        ['suggestion.accepted', { comment_id: comment.comment_id, section_key: 'returns', version: 2 }],
      ])
      const notifications = await notificationsAbout(app, comment.comment_id)
      expect(notifications).toContain('suggestion_accepted commenter: Too fast')
      const versions = (await viewer.get(`${section}/history`)).body.versions
      expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    })

    it('accepts an empty replacement and inserts replacement patterns such as $& literally', async () => {
      await editor.send(
        'POST',
        at(await suggest({ suggestion_metadata: { replacement: '', base_version: 1 } }), '/accept'),
      )
      expect(await textNow()).toBe(memo.replace(quote, ''))
      const odd = { replacement: "$& $1 $$ $'", base_version: 2 }
      const comment = await suggest({ anchor_text: 'Vacancy stays at five per cent.', suggestion_metadata: odd })
      await editor.send('POST', at(comment, '/accept'))
      expect(await textNow()).toBe(`The case rests on growth.  $& $1 $$ $'`)
    })

    it('applies a suggestion when the text around its passage has changed', async () => {
      const comment = await suggest()
      await rewrite(`Put in before. ${memo} Put in after.`)
      const { status, body } = await editor.send('POST', at(comment, '/accept'))
      expect([status, body.section?.content]).toEqual([
        200,
        `Put in before. ${memo.replace(quote, proposed)} Put in after.`,
      ])
      expect(body.section.version).toBe(3)
    })

    it('applies a resolved suggestion whose passage moved while it was resolved', async () => {
      const comment = await suggest()
      await commenter.send('POST', at(comment, '/resolve'))
      await rewrite(`Put in before. ${memo}`)
      const { status, body } = await editor.send('POST', at(comment, '/accept'))
      expect([status, body.section?.content]).toEqual([200, `Put in before. ${memo.replace(quote, proposed)}`])
      expect(body.comment.status).toBe('accepted')
    })

    it('refuses a suggestion whose passage changed with 409 and all three texts [SUGGESTION-5]', async () => {
      const comment = await suggest()
      const changed = 'Rents grow by 3.4 % a year until the exit.'
      await rewrite(memo.replace(quote, changed))
      const answer = await editor.send('POST', at(comment, '/accept'))
      expectRefusal(answer, 409, 'suggestion_conflict')
      expect(answer.body).toMatchObject({ base: quote, proposed })
      expect(changed).toContain(answer.body.current)
      expect(await textNow()).toBe(memo.replace(quote, changed))
      expect((await viewer.get(at(comment))).body.status).toBe('open')
    })

    it('rejects accepting a suggestion with 409 when its passage no longer exists or never did', async () => {
      const [comment, other] = [await suggest(), await suggest({ anchor_text: 'Nobody ever wrote this sentence.' })]
      await rewrite('All new, and about something else.')
      for (const one of [comment, other]) {
        const answer = await editor.send('POST', at(one, '/accept'))
        expectRefusal(answer, 409, 'suggestion_conflict')
        expect(answer.body).toMatchObject({ base: one.anchor_text, current: null, proposed })
      }
    })

    it('rejects accepting a suggestion with 409 when another one has already changed its passage', async () => {
      const [first, second] = [await suggest(), await suggest({ content: 'Slower' })]
      expect((await editor.send('POST', at(first, '/accept'))).status).toBe(200)
      const answer = await editor.send('POST', at(second, '/accept'))
      expectRefusal(answer, 409, 'suggestion_conflict')
      expect(await textNow()).toBe(memo.replace(quote, proposed))
    })

    it('rejects accepting a suggestion with 409 when the section would become too long', async () => {
      const comment = await suggest({ suggestion_metadata: { replacement: 'x'.repeat(100_000), base_version: 1 } })
      expectRefusal(await editor.send('POST', at(comment, '/accept')), 409, 'suggestion_conflict')
      expect(await textNow()).toBe(memo)
    })

    it('applies a suggestion once when a hundred requests accept it at the same time [SUGGESTION-4]', async () => {
      const comment = await suggest()
      const askers = Array.from({ length: 100 }, (_, nth) => (nth % 2 === 0 ? editor : owner))
      const answers = await Promise.all(askers.map((person) => person.send('POST', at(comment, '/accept'))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 409, 'suggestion_decided')
      expect((await viewer.get(section)).body).toMatchObject({ content: memo.replace(quote, proposed), version: 2 })
      const entries = await auditTrailOf(app, room.deal)
      expect(entries.filter(([type]) => type === 'suggestion.accepted')).toHaveLength(1)
    })

    it('returns the first answer when accepting is repeated under the same Idempotency-Key', async () => {
      const comment = await suggest()
      const key = { 'idempotency-key': randomUUID() }
      const first = await editor.send('POST', at(comment, '/accept'), undefined, key)
      const again = await editor.send('POST', at(comment, '/accept'), undefined, key)
      expect([again.status, again.body]).toEqual([200, first.body])
    })
  })

  it('rejects a suggestion without changing the section', async () => {
    const comment = await suggest()
    const { status, body } = await editor.send('POST', at(comment, '/reject'))
    expect([status, body.section]).toEqual([200, null])
    expect(body.comment).toMatchObject({ status: 'rejected', resolved_by: editor.userId })
    expect((await viewer.get(at(comment))).body).toEqual(body.comment)
    expect(await textNow()).toBe(memo)
    expect((await auditTrailOf(app, room.deal)).at(-1)).toEqual([
      'suggestion.rejected',
      { comment_id: comment.comment_id },
    ])
    expect(await notificationsAbout(app, comment.comment_id)).toContain('suggestion_rejected commenter: Too fast')
  })

  it('refuses to decide, resolve or reopen a decided suggestion with 409 [SUGGESTION-6]', async () => {
    for (const verb of ['/accept', '/reject']) {
      const comment = await suggest({ anchor_text: verb === '/accept' ? quote : 'Vacancy stays at five per cent.' })
      expect((await editor.send('POST', at(comment, verb))).status).toBe(200)
      for (const next of ['/accept', '/reject', '/resolve', '/reopen']) {
        expectRefusal(await editor.send('POST', at(comment, next)), 409, 'suggestion_decided')
      }
    }
  })

  it('refuses to let commenters and viewers accept or reject a suggestion [SUGGESTION-2]', async () => {
    const comment = await suggest()
    for (const verb of ['/accept', '/reject']) {
      for (const person of [commenter, viewer]) {
        expectRefusal(await person.send('POST', at(comment, verb)), 403, 'role_too_low')
      }
    }
  })

  it('refuses to accept or reject a comment that is not a suggestion with 409', async () => {
    const comment = await write(commenter, room, { section_key: 'returns', anchor_text: quote })
    for (const verb of ['/accept', '/reject']) {
      expectRefusal(await editor.send('POST', at(comment, verb)), 409, 'not_a_suggestion')
    }
  })

  it('refuses to accept or reject a suggestion on a finalized deal with 409', async () => {
    const comment = await suggest()
    await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [room.deal])
    for (const verb of ['/accept', '/reject']) {
      expectRefusal(await editor.send('POST', at(comment, verb)), 409, 'deal_finalized')
    }
  })
})
