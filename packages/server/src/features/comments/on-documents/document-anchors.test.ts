import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import {
  auditTrailOf,
  expectFailedRule,
  openRoom,
  type People,
  plantSection,
  type Room,
  signInPeople,
  write,
} from '../../../testing/commenting.ts'
import { expectDeclaredEvents } from '../../../testing/declared-events.ts'
import { openLive } from '../../../testing/live-client.ts'
import { findPlanted } from '../../../testing/planted-words.ts'
import { forgetLimits, plantDeal } from '../../../testing/planting.ts'
import { expectRefusal, onService } from '../../../testing/service.ts'
import { pdfFile, upload } from '../../../testing/uploading.ts'
import { propertySheets, type TestSheets, uploadWorkbook } from '../../../testing/workbooks.ts'

const years: TestSheets[string] = [
  ['Cash flow', 'Year 1', 'Year 2', 'Year 3'],
  ['Rent', 5_200, 5_300, 5_400],
  ['Vacancy', 260, 265, 270],
  ['Net income', 4_940, 5_035, 5_130],
]
const blank: TestSheets[string] = [[''], ['Prepared by the seller'], ['']]

const units = 'The property has 212 units, of which 9 are vacant since the fire in the east wing.'
const roof = 'The roof was replaced in 2019 by Miller and Sons under a warranty of twenty years.'
const pool = 'A pool and a gym are open to all tenants at no cost from April to October each year.'

onService('comments on documents', (service) => {
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
  })

  const at = (path: string) => `/api/canvas/${room.deal}/${path}`
  const isIndexed = async (id: string): Promise<string> => {
    await vi.waitFor(async () => expect((await viewer.get(at(`documents/${id}`))).body.state).toBe('indexed'), {
      timeout: 20_000,
      interval: 50,
    })
    return id
  }
  const addSheets = async (sheets: TestSheets, fileName = 'Model.xlsx') =>
    isIndexed(await uploadWorkbook(service, editor, room.deal, sheets, fileName))
  const addPages = async (pages: Parameters<typeof pdfFile>[0], fileName = 'OM.pdf') => {
    const { body } = await upload(service, editor, at('documents'), [{ fileName, content: pdfFile(pages) }])
    return isIndexed(body.documents[0].id)
  }
  const onCell = (document_id: string, cell: string, sheet = 'Flow') =>
    write(commenter, room, { cell: { document_id, sheet, cell } })
  const passageWith = async (documentId: string, words: string): Promise<string> => {
    const [row] = await service.sql<{ position: number }>(
      'SELECT position FROM passages WHERE document_id = $1 AND strpos(content, $2) > 0',
      [documentId, words],
    )
    return String(row?.position)
  }
  const onPassage = async (document_id: string, words: string, quote?: string) =>
    write(commenter, room, { passage: { document_id, passage_id: await passageWith(document_id, words), quote } })
  const shown = async ({ comment_id }: { comment_id: string }) => (await viewer.get(`${room.path}/${comment_id}`)).body
  const followed = () =>
    vi.waitFor(
      async () => {
        const due = await service.sql('SELECT 1 FROM comment_followings WHERE deal_id = $1 AND due_at IS NOT NULL', [
          room.deal,
        ])
        expect(due).toEqual([])
      },
      { timeout: 20_000, interval: 50 },
    )

  describe('a comment on a cell', () => {
    it('returns the cell with its labels and what it shows, and is listed for its document', async () => {
      const model = await addSheets({ Flow: years })
      const comment = await onCell(model, 'c4', 'flow')
      expect(comment).toMatchObject({
        anchor_status: 'anchored',
        anchor_text: null,
        section_key: null,
        passage: null,
        cell: {
          document_id: model,
          file_name: 'Model.xlsx',
          sheet: 'Flow',
          cell: 'C4',
          label: 'Net income · Year 2',
          text: '5035',
        },
      })
      expect((await auditTrailOf(service, room.deal)).at(-1)).toEqual([
        'comment.created',
        { comment_id: comment.comment_id, section_key: null, comment_type: 'comment', document_id: model, cell: 'C4' },
      ])
      await write(commenter, room)
      expect((await viewer.get(`${room.path}?document_id=${model}`)).body.comments).toEqual([comment])
      expect((await viewer.get(`${room.path}?document_id=${newId()}`)).body.comments).toEqual([])
      expect((await viewer.get(`${room.path}?document_id=${model}&q=where`)).body.comments).toEqual([comment])
    })

    it('is rejected for a document of another deal, and for a sheet or cell that is not there [COMMENT-18]', async () => {
      const model = await addSheets({ Flow: years })
      const other = await plantDeal(service, { members: { [editor.userId]: 'editor' } })
      const foreign = await uploadWorkbook(service, editor, other, { Flow: years })
      const ask = (cell: object) => commenter.send('POST', room.path, { content: 'Why?', cell })
      expectRefusal(await ask({ document_id: foreign, sheet: 'Flow', cell: 'B2' }), 404, 'document_not_found')
      expectRefusal(await ask({ document_id: newId(), sheet: 'Flow', cell: 'B2' }), 404, 'document_not_found')
      expectFailedRule(await ask({ document_id: model, sheet: 'Debt', cell: 'B1' }), ['body', 'cell', 'sheet'], 'Debt')
      for (const cell of ['ZZ900', 'B0', 'B2:B4'])
        expectFailedRule(await ask({ document_id: model, sheet: 'Flow', cell }), ['body', 'cell', 'cell'], cell)
      const pages = await addPages([units])
      expectFailedRule(
        await ask({ document_id: pages, sheet: 'Flow', cell: 'B2' }),
        ['body', 'cell', 'document_id'],
        pages,
      )
      expect((await viewer.get(room.path)).body.comments).toEqual([])
    })
  })

  describe('a comment on a passage', () => {
    it('returns the page and the quote, with the passage id that a search answers', async () => {
      const om = await addPages([
        pool,
        [
          [72, 700, units],
          [72, 680, roof],
        ],
      ])
      const { passages } = (await viewer.get(at('evidence?q=roof%20warranty'))).body
      expect(passages[0]).toMatchObject({ document_id: om, passage_id: '1', page: 2 })
      const whole = await write(commenter, room, { passage: { document_id: om, passage_id: '1' } })
      expect(whole.passage).toEqual({
        document_id: om,
        file_name: 'OM.pdf',
        passage_id: '1',
        page: 2,
        quote: passages[0].text,
      })
      const part = await onPassage(om, 'roof', 'The roof\n was   replaced in 2019')
      expect(part).toMatchObject({ passage: { quote: 'The roof\n was   replaced in 2019' }, anchor_status: 'anchored' })
      expect((await auditTrailOf(service, room.deal)).at(-1)).toEqual([
        'comment.created',
        { comment_id: part.comment_id, section_key: null, comment_type: 'comment', document_id: om, passage_id: '1' },
      ])
    })

    it('is rejected for a passage or quote that the document does not have [COMMENT-18]', async () => {
      const om = await addPages([units])
      const ask = (passage: object) => commenter.send('POST', room.path, { content: 'Why?', passage })
      expectRefusal(await ask({ document_id: newId(), passage_id: '0' }), 404, 'document_not_found')
      for (const id of ['7', 'x', '-1', '00'])
        expectFailedRule(await ask({ document_id: om, passage_id: id }), ['body', 'passage', 'passage_id'], id)
      expectFailedRule(
        await ask({ document_id: om, passage_id: '0', quote: '213 units' }),
        ['body', 'passage', 'quote'],
        '213 units',
      )
    })
  })

  it('rejects two anchors and writes nothing [COMMENT-17]', async () => {
    const model = await addSheets({ Flow: years })
    await plantSection(service, room.deal, 'returns', 'Rents grow.')
    const put = await editor.send('PUT', at('metrics/gross_irr'), { value: 17 })
    expect(put.status).toBe(200)
    const anchors = {
      section_key: 'returns',
      metric_key: 'gross_irr',
      cell: { document_id: model, sheet: 'Flow', cell: 'B2' },
      passage: { document_id: model, passage_id: '0' },
    }
    const names = Object.keys(anchors) as (keyof typeof anchors)[]
    for (const [place, first] of names.entries())
      for (const second of names.slice(place + 1)) {
        const two = { content: 'Why?', [first]: anchors[first], [second]: anchors[second] }
        expectFailedRule(await commenter.send('POST', room.path, two), ['body', second], anchors[second])
      }
    expect((await viewer.get(room.path)).body.comments).toEqual([])
  })

  describe('a new version of a file', () => {
    it('keeps comments at cells with the same labels, moves others with theirs, and detaches the rest [COMMENT-19]', async () => {
      const first = await addSheets({ Flow: years, Debt: [['Loan', 500]] })
      const stays = await onCell(first, 'B1', 'Debt')
      const moves = await onCell(first, 'C4')
      const lost = await onCell(first, 'D3')
      const done = await onCell(first, 'B4')
      await owner.send('POST', `${room.path}/${done.comment_id}/resolve`)
      const renamed = years.map((row) => (row[0] === 'Vacancy' ? ['Credit loss', ...row.slice(1)] : row))
      const next = await addSheets({ Flow: [...blank, ...renamed], Debt: [['Loan', 600]] }, 'MODEL.xlsx')
      await followed()
      const now = await shown(stays)
      expect(now).toMatchObject({ anchor_status: 'anchored', cell: { document_id: next, sheet: 'Debt', cell: 'B1' } })
      expect(now.updated_at > stays.updated_at).toBe(true)
      expect(await shown(moves)).toMatchObject({ anchor_status: 'moved', cell: { document_id: next, cell: 'C7' } })
      expect(await shown(lost)).toMatchObject({ anchor_status: 'orphaned', cell: lost.cell })
      expect(await shown(done)).toMatchObject({ anchor_status: 'anchored', cell: done.cell })
      // The facts of both versions are compared at the same time, which is recorded too.
      const trail = await auditTrailOf(service, room.deal)
      expect(trail.findLast(([type]) => type === 'comment.followed')).toEqual([
        'comment.followed',
        { document_id: next, former_document_id: first, anchored: 1, moved: 1, orphaned: 1 },
      ])
      // A resolved comment follows once it is open again.
      await owner.send('POST', `${room.path}/${done.comment_id}/reopen`)
      await followed()
      expect(await shown(done)).toMatchObject({ anchor_status: 'moved', cell: { document_id: next, cell: 'B7' } })
      // What was lost is looked for in the next version too.
      const third = await addSheets({ Flow: years, Debt: [['Loan', 700]] })
      await followed()
      expect(await shown(lost)).toMatchObject({ anchor_status: 'anchored', cell: { document_id: third, cell: 'D3' } })
      expect(await shown(moves)).toMatchObject({ anchor_status: 'moved', cell: { document_id: third, cell: 'C4' } })
    })

    it('finds passages by their words, on another page too, and detaches those that are gone [COMMENT-20]', async () => {
      const first = await addPages([units, roof, pool])
      const stays = await onPassage(first, 'units', '212 units, of which 9 are vacant')
      const moves = await onPassage(first, 'roof')
      const lost = await onPassage(first, 'pool')
      const next = await addPages([units, 'The site lies on the river.', 'Taxes rose by a tenth.', roof])
      await followed()
      expect(await shown(stays)).toMatchObject({ anchor_status: 'anchored', passage: { document_id: next, page: 1 } })
      expect(await shown(moves)).toMatchObject({
        anchor_status: 'moved',
        passage: {
          document_id: next,
          page: 4,
          passage_id: await passageWith(next, 'roof'),
          quote: moves.passage.quote,
        },
      })
      expect(await shown(lost)).toMatchObject({ anchor_status: 'orphaned', passage: lost.passage })
    })

    it('is not a file with another name, and changes nothing on a finalized deal [COMMENT-23]', async () => {
      const first = await addSheets({ Flow: years })
      const comment = await onCell(first, 'C4')
      await addSheets({ Flow: [...blank, ...years] }, 'Other.xlsx')
      await followed()
      expect(await shown(comment)).toEqual(comment)
      await service.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [room.deal])
      // As if the file had been added just before the decision and is indexed after it.
      await service.sql("UPDATE documents SET file_name = 'Model.xlsx' WHERE deal_id = $1", [room.deal])
      const [other] = await service.sql<{ id: string }>('SELECT id FROM documents WHERE deal_id = $1 AND id <> $2', [
        room.deal,
        first,
      ])
      await service.sql(
        `INSERT INTO comment_followings
          (document_id, former_id, deal_id, cells_only, demanded_at, due_at, anchored, moved, orphaned)
          VALUES ($1, $2, $3, false, now(), now(), 0, 0, 0)`,
        [other?.id, first, room.deal],
      )
      await followed()
      expect(await shown(comment)).toEqual(comment)
    })

    it('reaches open pages and is written once for thousands of comments', async () => {
      const first = await addSheets({ Flow: years })
      const comment = await onCell(first, 'C4')
      await service.sql(
        `INSERT INTO comments (id, deal_id, comment_type, author_id, content, status, created_at, updated_at, anchor_status,
            mentioned, version, reply_count, document_id, document_anchor)
          SELECT gen_random_uuid(), deal_id, comment_type, author_id, content, status, created_at, updated_at, anchor_status,
            mentioned, version, reply_count, document_id, document_anchor
          FROM comments, generate_series(1, 4500) WHERE id = $1`,
        [comment.comment_id],
      )
      const live = await openLive(service.service.app, room.deal, viewer.token)
      const next = await addSheets({ Flow: [...blank, ...years] })
      const { data } = await live.hears('event', ({ event_type }) => event_type === 'comment.followed')
      expect(data).toMatchObject({ document_id: next, moved: 4_501, orphaned: 0 })
      await live.leave()
      const rows = await service.sql(
        `SELECT document_id, document_anchor ->> 'cell' AS cell, count(*)::int AS count FROM comments WHERE deal_id = $1
          GROUP BY 1, 2`,
        [room.deal],
      )
      expect(rows).toEqual([{ document_id: next, cell: 'C7', count: 4_501 }])
      expect(await expectDeclaredEvents(service)).toContain('comment.followed')
      const events = (await auditTrailOf(service, room.deal)).filter(([type]) => type === 'comment.followed')
      expect(events).toHaveLength(1)
    })
  })

  it('takes comments on the model to the workbook that replaces it, whatever its name [COMMENT-21]', async () => {
    const first = await addSheets(propertySheets())
    expect((await editor.send('POST', at('model'), { document_id: first })).status).toBe(200)
    const comment = await onCell(first, 'B2', 'Inputs')
    const sheets = propertySheets({ exitCapRate: 0.06 })
    const next = await addSheets({ ...sheets, Inputs: [['Assumptions'], ...(sheets['Inputs'] ?? [])] }, 'Final v2.xlsx')
    expect(await shown(comment)).toEqual(comment)
    expect((await editor.send('POST', at('model'), { document_id: next })).status).toBe(200)
    await followed()
    expect(await shown(comment)).toMatchObject({
      anchor_status: 'moved',
      cell: { document_id: next, file_name: 'Final v2.xlsx', sheet: 'Inputs', cell: 'B3', text: '5.50%' },
    })
  })

  it('keeps a comment whose document is deleted, detached [COMMENT-22]', async () => {
    const model = await addSheets({ Flow: years })
    const comment = await onCell(model, 'C4')
    expect((await editor.send('DELETE', at(`documents/${model}`))).status).toBe(204)
    expect(await shown(comment)).toMatchObject({
      anchor_status: 'orphaned',
      cell: { ...comment.cell, file_name: null },
    })
  })

  it('leaves neither labels nor quote of a deleted comment', async () => {
    const om = await addPages([units.replace('property', 'zqplanted')])
    const model = await addSheets({ Flow: [['zqlabel', 7]] })
    const written = [await onPassage(om, 'zqplanted'), await onCell(model, 'B1')]
    await service.sql('DELETE FROM passages WHERE deal_id = $1', [room.deal])
    await service.sql('DELETE FROM document_facts WHERE deal_id = $1', [room.deal])
    const inComments = async () =>
      (await findPlanted(service, ['zqplanted', 'zqlabel'], [])).filter((found) =>
        JSON.stringify(found).includes('comments'),
      )
    expect(await inComments()).not.toEqual([])
    for (const { comment_id } of written)
      expect((await commenter.send('DELETE', `${room.path}/${comment_id}`)).status).toBe(204)
    expect(await inComments()).toEqual([])
  })
})
