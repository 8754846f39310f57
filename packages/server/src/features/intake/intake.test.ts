import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTrailOf, happenedTo } from '../../testing/deal-audit-trail.ts'
import { expectDeclaredEvents } from '../../testing/declared-events.ts'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { orgNamed } from '../../testing/org-people.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { expectRefusal, onEveryStore, type Person } from '../../testing/service.ts'
import {
  type FormPart,
  packageOf,
  pdfFile,
  upload,
  wordFile,
  wordParagraph,
  workbookFile,
} from '../../testing/uploading.ts'
import { propertySheets, workbookOf } from '../../testing/workbooks.ts'

const soon = { timeout: 20_000, interval: 50 }

const model: FormPart = {
  fileName: 'Riverside_model_v3.xlsx',
  content: workbookOf({
    ...propertySheets(),
    Cover: [
      ['Property Name', 'Riverside Apartments'],
      ['City', 'Austin, TX'],
    ],
  }),
}
const memorandum: FormPart = {
  fileName: 'OM.pdf',
  content: pdfFile([
    'Riverside Apartments is a multifamily community of 200 units.',
    'The roofs were replaced in 2019.',
  ]),
}

onEveryStore('intake', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'outsider')
  beforeEach(() => forgetLimits(app))
  const begin = async (person: Person = people().owner, body?: unknown) => {
    const { status, body: conversation } = await person.send('POST', '/api/intake', body)
    expect(status).toBe(201)
    return conversation as { conversation_id: string; deal_id: string }
  }
  const at = (id: string, rest = '') => `/api/intake/${id}${rest}`
  const addFiles = (id: string, parts: readonly FormPart[], person = people().owner) =>
    upload(app, person, at(id, '/files'), parts)
  const name = (id: string, deal_name: unknown, person = people().owner) =>
    person.send('POST', at(id, '/deal-name'), { deal_name })
  const complete = (id: string, person = people().owner) => person.send('POST', at(id, '/complete'))
  const show = async (id: string) => (await people().owner.get(at(id))).body
  const built = async (id: string) => {
    await vi.waitFor(async () => expect((await show(id)).status).toBe('ready'), soon)
    return show(id)
  }

  it('builds a canvas from files and links every number to its cell [INTAKE-5]', async () => {
    const { conversation_id: id, deal_id } = await begin()
    expect((await addFiles(id, [model, memorandum])).status).toBe(201)
    expect((await name(id, 'Riverside Apartments')).status).toBe(200)
    const accepted = await complete(id)
    expect(accepted.status).toBe(202)
    expect(accepted.body).toMatchObject({
      conversation_id: id,
      deal_id,
      status: 'processing',
      conversation_state: { status: 'processing', next_action: null, progress_step: 'Reading the documents' },
    })
    const ready = await built(id)
    expect(ready).toMatchObject({
      build: { stage: 'memo', percent: 100, attempt: 1, problem: null, unread_files: [] },
      conversation_state: { progress_step: 'Ready', next_action: 'open_canvas' },
      files: [
        { file_name: 'Riverside_model_v3.xlsx', state: 'indexed' },
        { file_name: 'OM.pdf', state: 'indexed' },
      ],
    })
    const of = async (path: string) => (await people().owner.get(`/api/canvas/${deal_id}${path}`)).body
    const { metrics } = await of('/metrics')
    const noi = metrics.find(({ metric_key }: { metric_key: string }) => metric_key === 'noi')
    expect(noi).toMatchObject({
      value: 2_964_000,
      kind: 'derived',
      source: { file: 'Riverside_model_v3.xlsx', sheet: 'Summary', cell: 'B3' },
    })
    const deal = (await people().owner.get(`/api/deals/${deal_id}`)).body
    expect(deal).toMatchObject({ name: 'Riverside Apartments', tier: 'full', role: 'owner' })
    expect((await of('/data-quality')).model_integrity_score).toBeGreaterThan(0)
    expect((await of('/evidence?q=roofs')).passages[0]).toMatchObject({ file_name: 'OM.pdf', page: 2 })
    const summary = await of('/sections/executive_summary')
    expect(summary.content).toContain('[[purchase_price]]')
    expect(summary.content).not.toMatch(/\d{3}/)
    expect(await happenedTo(app, deal_id)).toEqual(
      expect.arrayContaining(['readiness.taken', 'metrics.written', 'section.created', 'canvas.built']),
    )
    expect(await expectDeclaredEvents(app)).toContain('canvas.built')
    expect(await of('/audit-trail/verify')).toMatchObject({ valid: true, problems: [] })
  })

  it('names the files that could not be read when a build ends, until they are dismissed [INTAKE-6]', async () => {
    const { conversation_id: id, deal_id } = await begin()
    const room = packageOf({ 'Room/note.txt': 'The roofs were replaced in 2019.', 'Room/empty.txt': '' })
    await addFiles(id, [{ fileName: 'room.zip', content: room }])
    await name(id, 'Riverside')
    await complete(id)
    const ready = await built(id)
    const [unread] = ready.files.filter(({ state }: { state: string }) => state === 'failed')
    const listed = {
      document_id: unread.id,
      file_name: 'empty.txt',
      path: expect.stringMatching(/Room$/),
      problem: 'The file is empty',
    }
    expect(ready).toMatchObject({
      status: 'ready',
      build: { problem: null, unread_files: [listed] },
      conversation_state: { status: 'ready', progress_step: 'Ready; 1 file could not be read' },
    })
    const { payload } = await app.service.app.inject({
      method: 'GET',
      url: at(id, '/events'),
      headers: { authorization: `Bearer ${people().owner.token}` },
    })
    expect(readFrames(payload).at(-1)).toMatchObject({
      event: 'ready',
      data: { problem: null, unread_files: [listed] },
    })
    const dismissal = `/api/canvas/${deal_id}/documents/${unread.id}/problem/dismiss`
    expect((await people().owner.send('POST', dismissal)).status).toBe(200)
    expect(await show(id)).toMatchObject({
      build: { unread_files: [] },
      conversation_state: { progress_step: 'Ready' },
    })
  })

  it('creates a deal with hand-entered numbers from documents only', async () => {
    const { conversation_id: id, deal_id } = await begin()
    await addFiles(id, [memorandum])
    await name(id, 'Riverside')
    await complete(id)
    await built(id)
    expect((await people().owner.get(`/api/deals/${deal_id}`)).body.tier).toBe('legacy')
    const put = await people().owner.send('PUT', `/api/canvas/${deal_id}/metrics/noi`, { value: 1 })
    expect(put.status).toBe(200)
  })

  it('creates a deal with hand-entered numbers from a CSV file only', async () => {
    const { conversation_id: id, deal_id } = await begin()
    await addFiles(id, [{ fileName: 'rents.csv', content: Buffer.from('Unit,Rent\nA,1200\nB,1300\nC,1250\n') }])
    await name(id, 'Riverside')
    await complete(id)
    await built(id)
    expect((await people().owner.get(`/api/deals/${deal_id}`)).body.tier).toBe('legacy')
    expect((await people().owner.get(`/api/canvas/${deal_id}/evidence?q=rent`)).body.passages).not.toEqual([])
  })

  it('rebuilds a failed intake on the current numbers after the model was already adopted', async () => {
    const { conversation_id: id, deal_id } = await begin()
    await addFiles(id, [model])
    await name(id, 'Riverside')
    await complete(id)
    await built(id)
    await app.sql("UPDATE intake_conversations SET status = 'failed' WHERE id = $1", [id])
    expect((await complete(id)).status).toBe(202)
    expect((await built(id)).build).toMatchObject({ attempt: 2, problem: null })
    expect((await people().owner.get(`/api/canvas/${deal_id}/model`)).body).toMatchObject({ model_version: 2 })
  })

  it('records every file in the audit trail of the deal, including files added before it was named', async () => {
    const { conversation_id: id, deal_id } = await begin()
    const { body: first } = await addFiles(id, [memorandum])
    await name(id, 'Riverside')
    const { body: second } = await addFiles(id, [model])
    expect((await people().owner.send('DELETE', at(id, `/files/${second.files[0].id}`))).status).toBe(200)
    const entries = (await auditTrailOf(app, deal_id)).filter(({ type }) => type.startsWith('document.'))
    expect(entries.map(({ type, data }) => [type, data.document_id])).toEqual([
      ['document.added', first.files[0].id],
      ['document.added', second.files[0].id],
      ['document.removed', second.files[0].id],
    ])
  })

  it('rejects adding files, removing files and building for a finalized deal', async () => {
    const { conversation_id: id, deal_id } = await begin()
    const { body } = await addFiles(id, [memorandum])
    await name(id, 'Riverside')
    await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal_id])
    const before = await show(id)
    expectRefusal(await addFiles(id, [model]), 409, 'deal_finalized')
    const removal = await people().owner.send('DELETE', at(id, `/files/${body.files[0].id}`))
    expectRefusal(removal, 409, 'deal_finalized')
    expectRefusal(await complete(id), 409, 'deal_finalized')
    expect(await show(id)).toEqual(before)
  })

  it('closes the intake to a user who no longer owns the deal', async () => {
    const { conversation_id: id, deal_id } = await begin()
    await addFiles(id, [memorandum])
    await name(id, 'Riverside')
    const { owner, editor } = people()
    const members = `/api/canvas/${deal_id}/members`
    expect((await owner.send('PUT', `${members}/${editor.userId}`, { role: 'owner' })).status).toBe(200)
    expect((await editor.send('DELETE', `${members}/${owner.userId}`)).status).toBe(204)
    expectRefusal(await owner.get(at(id)), 404, 'conversation_not_found')
    expectRefusal(await name(id, 'Mine'), 404, 'conversation_not_found')
    expectRefusal(await complete(id), 404, 'conversation_not_found')
    expectRefusal(await addFiles(id, [memorandum]), 404, 'conversation_not_found')
    expectRefusal(await owner.get(at(id, '/events')), 404, 'conversation_not_found')
    const { conversations } = (await owner.get('/api/intake')).body
    expect(
      conversations.map((conversation: { conversation_id: string }) => conversation.conversation_id),
    ).not.toContain(id)
    expect((await editor.get(`/api/deals/${deal_id}`)).body.name).toBe('Riverside')
  })

  it('closes an organization’s intake and its storage to a user who has left the organization', async () => {
    const { owner, editor } = people()
    const orgId = await orgNamed(app, 'Northwind Capital')
    const { conversation_id: id } = await begin(editor, { org_id: orgId })
    expect((await addFiles(id, [memorandum], editor)).status).toBe(201)
    expect((await owner.send('DELETE', `/api/orgs/${orgId}/members/${editor.userId}`)).status).toBe(204)
    try {
      for (const answer of [
        await editor.get(at(id)),
        await addFiles(id, [model], editor),
        await name(id, 'Mine', editor),
        await complete(id, editor),
        await editor.get(at(id, '/events')),
      ])
        expectRefusal(answer, 404, 'conversation_not_found')
      const { conversations } = (await editor.get('/api/intake')).body
      expect(
        conversations.map((conversation: { conversation_id: string }) => conversation.conversation_id),
      ).not.toContain(id)
    } finally {
      await app.sql("INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, 'member', now())", [
        orgId,
        editor.userId,
      ])
    }
    expect((await editor.get(at(id))).status).toBe(200)
  })

  it('hides an intake with its deal and files while the organization is suspended', async () => {
    const { owner } = people()
    const orgId = await orgNamed(app, 'Northwind Capital')
    const named = await begin(owner, { org_id: orgId })
    const unnamed = await begin(owner, { org_id: orgId })
    expect((await name(named.conversation_id, 'Secret')).status).toBe(200)
    await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [orgId])
    try {
      expect((await owner.get(`/api/deals/${named.deal_id}`)).status).toBe(404)
      for (const { conversation_id } of [named, unnamed])
        expectRefusal(await owner.get(at(conversation_id)), 404, 'conversation_not_found')
    } finally {
      await app.sql("UPDATE orgs SET status = 'active' WHERE id = $1", [orgId])
    }
    expect((await owner.get(at(named.conversation_id))).status).toBe(200)
  })

  it('rejects a file whose upload ends after the build has started', async () => {
    const { conversation_id: id } = await begin()
    await addFiles(id, [memorandum])
    await name(id, 'Riverside')
    // More than is buffered, so that the upload is still running when the build starts.
    const slowly = async function* () {
      for (let n = 0; n < 40; n++) yield Buffer.alloc(65_536, 'word ')
      expect((await complete(id)).status).toBe(202)
      yield Buffer.from('and the last ones')
    }
    const late = await addFiles(id, [{ fileName: 'late.txt', content: slowly() }])
    expect([late.status, ['build_under_way', 'intake_over'].includes(late.body.code)]).toEqual([409, true])
    const { files } = await built(id)
    expect(files.map(({ file_name }: { file_name: string }) => file_name)).toEqual(['OM.pdf'])
  })

  describe('intake conversation', () => {
    it('starts an intake conversation without files and with a reserved deal', async () => {
      const { body } = await people().owner.send('POST', '/api/intake', {})
      expect(body).toMatchObject({
        status: 'collecting',
        deal_name: null,
        files: [],
        build: null,
        conversation_state: {
          status: 'collecting',
          file_count: 0,
          has_deal_name: false,
          deal_name: null,
          progress_step: 'Waiting for files',
          next_action: 'upload_files',
          files_summary: null,
          suggested_deal_name: null,
          deal_name_confidence: null,
          suggested_name_parts: null,
          deal_name_extraction: null,
          convention_suggestion: null,
        },
      })
      expectRefusal(await people().owner.get(`/api/deals/${body.deal_id}`), 404, 'deal_not_found')
    })

    it('hides an intake conversation from everyone but the user who started it [TENANT-11]', async () => {
      const { conversation_id: id } = await begin()
      const asked = [
        people().editor.get(at(id)),
        people().editor.get(at(id, '/events')),
        name(id, 'Mine', people().editor),
        complete(id, people().editor),
        addFiles(id, [memorandum], people().editor),
        people().editor.send('DELETE', at(id, `/files/${id}`)),
      ]
      for (const answer of await Promise.all(asked)) expectRefusal(answer, 404, 'conversation_not_found')
      const mine = (await people().editor.get('/api/intake')).body.conversations
      expect(mine.map(({ conversation_id }: { conversation_id: string }) => conversation_id)).not.toContain(id)
    })

    it('lists the user’s intake conversations page by page, newest first', async () => {
      const ids: string[] = []
      for (let n = 0; n < 3; n++) {
        app.advance(1_000)
        ids.unshift((await begin(people().outsider)).conversation_id)
      }
      const first = (await people().outsider.get('/api/intake?limit=2')).body
      const second = (await people().outsider.get(`/api/intake?limit=2&cursor=${first.next_cursor}`)).body
      const listed = [...first.conversations, ...second.conversations].map(({ conversation_id }) => conversation_id)
      expect([first.has_more, listed.slice(0, 3)]).toEqual([true, ids])
    })

    it('rejects an intake for an organization the user does not belong to with 404', async () => {
      expectRefusal(
        await people().outsider.send('POST', '/api/intake', { org_id: '01900000-0000-7000-8000-000000000000' }),
        404,
        'org_not_found',
      )
      const { org_id } = (await people().outsider.send('POST', '/api/intake', { org_id: null })).body
      expect(org_id).toBeNull()
    })

    it('returns 404 for any unknown conversation id', async () => {
      for (const id of ['nothing', '%F0%9F%99%82', "'; --", '01900000-0000-7000-8000-000000000000', 'x'.repeat(400)])
        expectRefusal(await people().owner.get(at(id)), 404, 'conversation_not_found')
    })
  })

  describe('intake files', () => {
    it('suggests a deal name with confidence, parts and source', async () => {
      const { conversation_id: id } = await begin(people().owner, { org_id: null })
      const { body } = await addFiles(id, [model, memorandum])
      expect(body.files.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
        ['xlsx', expect.any(String)],
        ['pdf', expect.any(String)],
      ])
      expect(body.conversation_state).toMatchObject({
        file_count: 2,
        next_action: 'confirm_deal_name',
        progress_step: 'Waiting for a name',
        files_summary: expect.stringMatching(/^2 files: 1 workbook, 1 PDF \(.+\)$/),
        suggested_deal_name: 'Riverside Apartments',
        deal_name_confidence: expect.any(Number),
        suggested_name_parts: { company_or_asset: 'Riverside Apartments', city: 'Austin', asset_type: 'Multifamily' },
        deal_name_extraction: {
          candidates: expect.arrayContaining([expect.objectContaining({ name: 'Riverside Apartments' })]),
        },
        convention_suggestion: 'Riverside Apartments – Austin – Multifamily',
      })
    })

    it('suggests a name in time for files crafted to be slow to analyze', async () => {
      const { conversation_id: id } = await begin()
      const hostile = [' ', '-', 'A', '(', '[', ' |', ', ', '\t', "A'", 'jan ', 'v1.', '\u0301'].flatMap((mark) => [
        wordParagraph(mark.repeat(200_000).slice(0, 200_000)),
        wordParagraph(`${mark.repeat(200_000).slice(0, 200_000)}x`),
      ])
      const content = wordFile(`${wordParagraph('Property Name: Riverside')}${hostile.join('')}`)
      const { status, body } = await addFiles(id, [{ fileName: 'hostile.docx', content }])
      expect(status).toBe(201)
      expect(body.conversation_state).toMatchObject({ suggested_deal_name: 'Riverside' })
    })

    it('removes a file together with the suggestion based on it', async () => {
      const { conversation_id: id } = await begin()
      const { files } = (await addFiles(id, [model])).body
      const { status, body } = await people().owner.send('DELETE', at(id, `/files/${files[0].id}`))
      expect([status, body.conversation_state.file_count]).toEqual([200, 0])
      expect(body.conversation_state.suggested_deal_name).toBeNull()
      expectRefusal(await people().owner.send('DELETE', at(id, `/files/${files[0].id}`)), 404, 'document_not_found')
    })

    it('returns 404 for removing a file of another conversation', async () => {
      const [mine, other] = [await begin(), await begin()]
      const { files } = (await addFiles(other.conversation_id, [memorandum])).body
      expectRefusal(
        await people().owner.send('DELETE', at(mine.conversation_id, `/files/${files[0].id}`)),
        404,
        'document_not_found',
      )
    })

    it('rejects an unsupported file at its index and stores none of the files', async () => {
      const { conversation_id: id } = await begin()
      const { status, body } = await addFiles(id, [
        memorandum,
        { fileName: 'a.xlsx', content: new Uint8Array([1, 2, 0, 3]) },
      ])
      expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', 'files', 1], 'value_error'])
      expect((await show(id)).files).toEqual([])
    })
  })

  describe('deal name', () => {
    it('creates the deal once when a conversation is named, and renames it afterwards [INTAKE-1]', async () => {
      const { conversation_id: id, deal_id } = await begin()
      const named = await Promise.all(Array.from({ length: 5 }, (_, n) => name(id, ` Riverside ${n} `)))
      expect(named.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 200))
      expect(named[0]?.body).toMatchObject({
        conversation_id: id,
        deal_name: 'Riverside 0',
        status: 'named',
        conversation_state: { has_deal_name: true, next_action: 'upload_files' },
      })
      const { body } = await name(id, 'Helios')
      expect(body.conversation_state).toMatchObject({ status: 'named', deal_name: 'Helios' })
      expect((await people().owner.get(`/api/deals/${deal_id}`)).body.name).toBe('Helios')
      const rooms = await app.sql('SELECT embedding_model FROM vector_namespaces WHERE deal_id = $1', [deal_id])
      expect(rooms).toEqual([{ embedding_model: 'words' }])
    })

    it('waits only for a name once files are uploaded', async () => {
      const { conversation_id: id } = await begin()
      expect((await addFiles(id, [memorandum])).body.conversation_state).toMatchObject({
        status: 'collecting',
        progress_step: 'Waiting for a name',
        next_action: 'confirm_deal_name',
      })
      expect((await name(id, 'Riverside')).body.conversation_state).toMatchObject({
        status: 'named',
        progress_step: 'Ready to build',
        next_action: 'complete',
      })
    })

    it.each([
      ['', 'string_too_short'],
      ['   ', 'value_error'],
      ['x'.repeat(201), 'string_too_long'],
      [7, 'string_type'],
      [null, 'string_type'],
    ])('rejects the deal name %j with 422 at deal_name [INTAKE-2]', async (given, type) => {
      const { conversation_id: id } = await begin()
      const { status, body } = await name(id, given)
      expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', 'deal_name'], type])
      expect((await show(id)).deal_name).toBeNull()
    })

    it('accepts a deal name of 200 characters, an emoji counted as one [INTAKE-2]', async () => {
      const { conversation_id: id } = await begin()
      expect((await name(id, '🙂'.repeat(200))).body.deal_name).toBe('🙂'.repeat(200))
    })
  })

  describe('intake completion', () => {
    it('refuses to complete an intake without a name or without files with 409 [INTAKE-3]', async () => {
      const { conversation_id: id } = await begin()
      expectRefusal(await complete(id), 409, 'deal_unnamed')
      await name(id, 'Riverside')
      expectRefusal(await complete(id), 409, 'no_files')
      expect((await show(id)).status).toBe('named')
    })

    it('starts one build for concurrent completion requests', async () => {
      const { conversation_id: id, deal_id } = await begin()
      await addFiles(id, [memorandum])
      await name(id, 'Riverside')
      const answers = await Promise.all(Array.from({ length: 10 }, () => complete(id)))
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 202)) expect(answer.status).toBe(409)
      await built(id)
      const happened = await happenedTo(app, deal_id)
      expect(happened.filter((type) => type === 'canvas.built')).toHaveLength(1)
    })

    it('rejects files and completion after the intake is complete', async () => {
      const { conversation_id: id } = await begin()
      await addFiles(id, [memorandum])
      await name(id, 'Riverside')
      await complete(id)
      await built(id)
      expectRefusal(await complete(id), 409, 'intake_over')
      expectRefusal(await addFiles(id, [model]), 409, 'intake_over')
    })

    it('streams the progress of a build stage by stage until it is ready', async () => {
      const { conversation_id: id } = await begin()
      await addFiles(id, [model])
      await name(id, 'Riverside')
      await complete(id)
      const { payload } = await app.service.app.inject({
        url: at(id, '/events'),
        headers: { authorization: `Bearer ${people().owner.token}` },
      })
      const frames = readFrames(payload)
      expect(frames.at(-1)).toMatchObject({ event: 'ready', data: { percent: 100, stage: 'memo', problem: null } })
      expect(frames.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true)
      const percents = frames.map(({ data }) => data.percent)
      expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    })

    it('completes a build with a broken file and reports its problem', async () => {
      const { conversation_id: id } = await begin()
      const broken = workbookFile({ rows: '<row r="1"><c r="A1"><v>1' })
      expect((await addFiles(id, [memorandum, { fileName: 'broken.xlsx', content: broken }])).status).toBe(201)
      await name(id, 'Riverside')
      await complete(id)
      const { files } = await built(id)
      expect(files.map(({ state }: { state: string }) => state)).toEqual(['indexed', 'failed'])
      expect(files[1].problem).toMatch(/\w+/)
    })
  })
})
