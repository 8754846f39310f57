import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, useUp } from '../../testing/planting.ts'
import { expectRefusal, onEveryStore, onService } from '../../testing/service.ts'
import type { DocumentRow } from '../documents/documents.service.ts'
import { createEvidence } from './evidence.service.ts'
import { createEvidenceStore } from './evidence.store.ts'
import { createPendingEmbeddingsStore } from './pending-embeddings.store.ts'

const memorandum = {
  kind: 'text' as const,
  title: 'Offering memorandum',
  pages: [
    { page: 1, text: 'Riverside Apartments is a garden community of 212 units on the river walk.' },
    { page: 2, text: 'The roofs were replaced in 2019. The boilers are original and near the end of their life.' },
    { page: 3, text: 'The seller offers no warranty. Closing is expected before the end of December.' },
  ],
}
const rentRoll = {
  kind: 'workbook' as const,
  title: null,
  sheets: [{ name: 'Rent Roll', hidden: false, rows: 2, columns: 2, cells: 4 }],
  lines: [
    { sheet: 'Rent Roll', cell: 'A1', text: 'Two bedrooms | 96 | $1,985' },
    { sheet: 'Rent Roll', cell: 'A2', text: 'One bedroom | 116 | $1,610' },
    { sheet: 'Taxes', cell: 'B3', text: 'Real estate taxes | $690,000' },
  ],
}

onEveryStore('deal evidence', (app) => {
  const people = signInAll(app, 'owner', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await newDeal()
  })
  const newDeal = () =>
    plantDeal(app, {
      members: {
        [people().owner.userId]: 'owner',
        [people().commenter.userId]: 'commenter',
        [people().viewer.userId]: 'viewer',
      },
    })
  const evidence = () => {
    const { database, changes } = app.service
    return createEvidence({
      store: createEvidenceStore(database),
      pending: createPendingEmbeddingsStore(database),
      onError: (error) => {
        throw error
      },
      database,
      changes,
      embeddings: undefined,
      onPending: () => {},
      now: () => new Date(),
    })
  }
  const plantDocument = async (dealId: string, fileName: string): Promise<DocumentRow> => {
    const at = new Date()
    const row = {
      id: newId(),
      dealId,
      fileName,
      kind: 'txt',
      size: 1,
      sha256: 'a'.repeat(64),
      state: 'stored',
    } as const
    await app.sql(
      `INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
        VALUES ($1, $2, $3, 'txt', 1, $4, 'stored', $5, $6, $6)`,
      [row.id, dealId, fileName, row.sha256, people().owner.userId, at],
    )
    const rest = {
      problem: null,
      title: null,
      parts: null,
      problemDismissedAt: null,
      ocrPages: null,
      ocrRead: null,
      path: null,
      parentId: null,
      uploadedBy: people().owner.userId,
      uploaderName: 'Owner',
      uploaderEmailVerified: true,
      createdAt: at,
      updatedAt: at,
    }
    return { ...row, ...rest }
  }
  const index = async (dealId = deal) => {
    const om = await plantDocument(dealId, 'OM.pdf')
    const rents = await plantDocument(dealId, 'Rents.xlsx')
    await evidence().index(om, memorandum)
    await evidence().index(rents, rentRoll)
    return { om, rents }
  }
  const lastEntry = async () => {
    const [entry] = await app.sql<{ type: string; kind: string; data: string }>(
      'SELECT type, kind, data FROM journal WHERE deal_id = $1 ORDER BY seq DESC LIMIT 1',
      [deal],
    )
    return { type: entry?.type, kind: entry?.kind, data: JSON.parse(entry?.data ?? '{}') }
  }
  const search = (q: string, person = people().viewer) =>
    person.get(`/api/canvas/${deal}/evidence?q=${encodeURIComponent(q)}`)

  describe('evidence search', () => {
    it('returns the best passages of a search with file and page, or sheet and cell [DOC-3]', async () => {
      const { om, rents } = await index()
      const { status, body } = await search('When were the roofs replaced?')
      expect(status).toBe(200)
      expect(body.passages[0]).toEqual({
        document_id: om.id,
        passage_id: '1',
        file_name: 'OM.pdf',
        page: 2,
        sheet: null,
        cell: null,
        text: memorandum.pages[1]?.text,
        score: expect.any(Number),
        match: 'strong',
        sentence: { text: 'The roofs were replaced in 2019.', start: 0, end: 32 },
      })
      expect((await search('property tax')).body.passages[0]).toMatchObject({
        document_id: rents.id,
        sheet: 'Taxes',
        cell: 'B3',
        page: null,
      })
      const scores = body.passages.map(({ score }: { score: number }) => score)
      expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
    })

    it('finds inflected forms of a search word', async () => {
      await index()
      expect((await search('boiler')).body.passages[0].text).toContain('boilers')
    })

    it('finds a trade term by its synonym [DOC-21]', async () => {
      await index()
      expect((await search('completion')).body.passages[0].sentence.text).toBe(
        'Closing is expected before the end of December.',
      )
    })

    it('has no passages for a question that nothing answers [DOC-22]', async () => {
      await index()
      for (const q of ['Who won the chess tournament?', 'xqzt blorf'])
        expect((await search(q)).body).toEqual({ passages: [], degraded: 'words_only' })
    })

    it('searches one document, or only documents, or only workbooks [DOC-23]', async () => {
      const { om, rents } = await index()
      const ids = async (filter: string) => {
        const { body } = await people().viewer.get(`/api/canvas/${deal}/evidence?q=taxes+boilers${filter}`)
        return new Set(body.passages.map(({ document_id }: { document_id: string }) => document_id))
      }
      expect(await ids('')).toEqual(new Set([om.id, rents.id]))
      expect(await ids(`&document_id=${om.id}`)).toEqual(new Set([om.id]))
      expect(await ids('&kind=document')).toEqual(new Set([om.id]))
      expect(await ids('&kind=workbook')).toEqual(new Set([rents.id]))
      expect((await people().viewer.get(`/api/canvas/${deal}/evidence?q=taxes&kind=other`)).status).toBe(422)
    })

    it('gives workbooks at most half of the places while documents match too', async () => {
      const rents = await plantDocument(deal, 'Rents.xlsx')
      const lines = Array.from({ length: 40 }, (_, row) => ({
        sheet: `Sheet ${row}`,
        cell: 'A1',
        text: 'Boilers | Boilers | 1',
      }))
      await evidence().index(rents, { kind: 'workbook', title: null, sheets: [], lines })
      await evidence().index(await plantDocument(deal, 'OM.pdf'), memorandum)
      const { body } = await people().viewer.get(`/api/canvas/${deal}/evidence?q=boilers&limit=4`)
      expect(body.passages.filter(({ sheet }: { sheet: string | null }) => sheet === null)).toHaveLength(1)
      expect(body.passages).toHaveLength(4)
    })

    it('never returns passages of another deal in a search [TENANT-10]', async () => {
      await index(await newDeal())
      expect((await search('roofs')).body).toEqual({ passages: [] })
    })

    it('records a search with the passages shown and without the query text [DOC-4]', async () => {
      const { om } = await index()
      await search('roofs')
      const entry = await lastEntry()
      expect(entry).toMatchObject({ type: 'evidence.searched', kind: 'retrieval' })
      expect(entry.data.passages[0]).toEqual({ document_id: om.id, position: 1 })
      expect(JSON.stringify(entry)).not.toContain('roofs')
    })

    it('searches the evidence of a finalized deal', async () => {
      await index()
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expect((await search('roofs')).status).toBe(200)
    })

    it.each(["' | !(&:*", '\\', 'a:*', '<->', '0', '🙂', "o'brien", '%_'])('accepts any search text: %s', async (q) => {
      await index()
      expect((await search(q)).status).toBe(200)
    })

    it('rejects a search text that is empty or longer than 500 characters with 422', async () => {
      for (const q of ['', 'x'.repeat(501)]) expect((await search(q)).status).toBe(422)
    })

    it('returns 404 for an evidence search by a user without a role', async () => {
      expectRefusal(await search('roofs', people().outsider), 404, 'deal_not_found')
    })
  })

  describe('document indexing', () => {
    it('replaces the old passages of a document that is indexed again', async () => {
      const { om } = await index()
      await evidence().index(om, { kind: 'text', title: null, pages: [{ page: 1, text: 'Roofs are new.' }] })
      const texts = (await search('roofs')).body.passages.map(({ text }: { text: string }) => text)
      expect(texts).toContain('Roofs are new.')
      expect(texts.join(' ')).not.toContain('2019')
      const [room] = await app.sql(
        'SELECT documents, passages, embedding_model FROM vector_namespaces WHERE deal_id = $1',
        [deal],
      )
      expect(room).toEqual({ documents: 2, passages: 3, embedding_model: 'words' })
    })

    it('no longer finds a document that was removed from the index', async () => {
      const { om } = await index()
      await search('roofs')
      await evidence().forget(deal, om.id)
      expect(JSON.stringify((await search('roofs')).body)).not.toContain('OM.pdf')
    })

    it('updates the namespace counts when a document is removed from the deal', async () => {
      const { om } = await index()
      expect((await people().owner.send('DELETE', `/api/canvas/${deal}/documents/${om.id}`)).status).toBe(204)
      const [room] = await app.sql('SELECT documents, passages FROM vector_namespaces WHERE deal_id = $1', [deal])
      expect(room).toEqual({ documents: 1, passages: 2 })
    })

    it('indexes a document without text', async () => {
      const empty = await plantDocument(deal, 'empty.txt')
      await evidence().index(empty, { kind: 'text', title: null, pages: [] })
      expect((await search('anything')).body.passages).toEqual([])
    })
  })

  describe('brush', () => {
    const brush = (text: string, person = people().commenter, section = 'executive_summary') =>
      person.send('POST', `/api/canvas/${deal}/brush`, { section_key: section, text })
    beforeEach(async () => {
      await people().owner.send('PUT', `/api/canvas/${deal}/sections/executive_summary`, { content: 'A text' })
      await people().owner.send('PUT', `/api/canvas/${deal}/metrics/purchase_price`, { value: 48_500_000 })
    })

    it('returns the metric of each number in a brushed passage and whether the model agrees [DOC-5]', async () => {
      await index()
      const { status, body } = await brush('The purchase price is $47.5 million for 212 units on the river walk.')
      expect(status).toBe(200)
      expect(body).toMatchObject({
        section_key: 'executive_summary',
        numbers: [
          {
            text: '$47.5 million',
            value: 47_500_000,
            metric_key: 'purchase_price',
            label: 'Purchase Price',
            unit: 'currency',
            model_value: 48_500_000,
            verdict: 'differs',
          },
          { text: '212', value: 212, metric_key: null, label: null, unit: null, model_value: null, verdict: 'unknown' },
        ],
      })
      expect(body.evidence[0]).toMatchObject({ file_name: 'OM.pdf', page: 1 })
    })

    it('stores a brush as a finding and records it as a retrieval', async () => {
      const { body } = await brush('$48.5 million')
      expect(await app.state.get({ dealId: deal, kind: 'brush', id: body.id })).toBeDefined()
      expect(await lastEntry()).toMatchObject({ type: 'brush.made', kind: 'retrieval' })
    })

    it('rejects a brush by a viewer, for an unknown section, or with a text outside 1 to 2000 characters', async () => {
      expectRefusal(await brush('x', people().viewer), 403, 'role_too_low')
      expectRefusal(await brush('x', people().commenter, 'nowhere'), 404, 'section_not_found')
      for (const text of ['', 'x'.repeat(2001)]) expect((await brush(text)).status).toBe(422)
    })
  })
})

onService('evidence rate limits', (app) => {
  const people = signInAll(app, 'viewer')

  it.each([
    ['a search', 'GET', 'evidence?q=roofs', undefined],
    ['a brush', 'POST', 'brush', { section_key: 'returns', text: 'roofs' }],
  ])('rejects %s over the limit per minute with 429', async (_, method, path, body) => {
    await forgetLimits(app)
    const deal = await plantDeal(app, { members: { [people().viewer.userId]: 'commenter' } })
    await useUp(app, 'search', people().viewer.userId)
    expectRefusal(await people().viewer.send(method, `/api/canvas/${deal}/${path}`, body), 429, 'rate_limited')
  })
})
