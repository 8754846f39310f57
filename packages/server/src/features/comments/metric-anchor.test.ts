import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  auditTrailOf,
  expectFailedRule,
  openRoom,
  type People,
  type Room,
  signInPeople,
  write,
} from '../../testing/commenting.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'

onService('metric comments', (service) => {
  let people: People
  let room: Room
  let { owner, editor, commenter, viewer } = {} as People
  beforeAll(async () => {
    people = await signInPeople(service)
    ;({ owner, editor, commenter, viewer } = people)
  })
  beforeEach(async () => {
    await forgetLimits(service)
    room = await openRoom(service, people)
    const put = await editor.send('PUT', `/api/canvas/${room.deal}/metrics/gross_irr`, { value: 17.4 })
    expect(put.status).toBe(200)
  })

  it('returns and lists the metric that a comment is anchored to', async () => {
    const comment = await write(commenter, room, { metric_key: 'gross_irr' })
    expect(comment).toMatchObject({ metric_key: 'gross_irr', section_key: null, anchor_status: 'none' })
    expect((await viewer.get(`${room.path}/${comment.comment_id}`)).body).toEqual(comment)
    expect((await viewer.get(room.path)).body.comments).toEqual([comment])
  })

  it('lists only the comments of a metric when metric_key is given', async () => {
    const onMetric = await write(commenter, room, { metric_key: 'gross_irr' })
    const elsewhere = await write(commenter, room)
    expect(elsewhere.metric_key).toBeNull()
    expect((await viewer.get(`${room.path}?metric_key=gross_irr`)).body.comments).toEqual([onMetric])
    expect((await viewer.get(`${room.path}?metric_key=noi`)).body.comments).toEqual([])
  })

  it('rejects a comment on a metric that the deal does not have and writes nothing [COMMENT-4]', async () => {
    const other = await plantDeal(service, { members: { [editor.userId]: 'editor' } })
    expect((await editor.send('PUT', `/api/canvas/${other}/metrics/noi`, { value: 1 })).status).toBe(200)
    const before = await auditTrailOf(service, room.deal)
    const refused = await commenter.send('POST', room.path, { content: 'Why?', metric_key: 'noi' })
    expectFailedRule(refused, ['body', 'metric_key'], 'noi')
    expect((await viewer.get(room.path)).body.comments).toEqual([])
    expect(await auditTrailOf(service, room.deal)).toEqual(before)
  })

  it('records the metric of a comment in the audit trail', async () => {
    const { comment_id } = await write(commenter, room, { metric_key: 'gross_irr' })
    expect((await auditTrailOf(service, room.deal)).at(-1)).toEqual([
      'comment.created',
      { comment_id, section_key: null, comment_type: 'comment', metric_key: 'gross_irr' },
    ])
    const { timeline } = (await viewer.get(`/api/canvas/${room.deal}/audit-trail`)).body
    expect(timeline.at(-1).data.metric_key).toBe('gross_irr')
  })

  it('keeps the metric of a comment when it is edited, resolved or reopened', async () => {
    const { comment_id } = await write(commenter, room, { metric_key: 'gross_irr' })
    const path = `${room.path}/${comment_id}`
    for (const change of [
      () => commenter.send('PUT', path, { content: 'Why so high?' }),
      () => owner.send('POST', `${path}/resolve`),
      () => owner.send('POST', `${path}/reopen`),
    ]) {
      expect((await change()).body).toMatchObject({ metric_key: 'gross_irr' })
    }
  })

  it('erases the metric of a deleted comment', async () => {
    const { comment_id } = await write(commenter, room, { metric_key: 'gross_irr' })
    expect((await commenter.send('DELETE', `${room.path}/${comment_id}`)).status).toBe(204)
    const [row] = await service.sql('SELECT metric_key, deleted_at IS NULL AS kept FROM comments WHERE id = $1', [
      comment_id,
    ])
    expect(row).toEqual({ metric_key: null, kept: false })
  })
})
