import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { signInAll } from '../../testing/noticing.ts'
import { orgNamed } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type TestService } from '../../testing/service.ts'
import { onTwoServices } from '../../testing/two-services.ts'
import { pngFile, upload } from '../../testing/uploading.ts'

const bytesOf = async ({ sql }: Pick<TestService, 'sql'>, ownerId: string): Promise<number> => {
  const [row] = await sql<{ bytes: string }>('SELECT bytes FROM storage_usage WHERE owner_id = $1', [ownerId])
  return Number(row?.bytes ?? 0)
}

/** Finds owners whose byte counter differs from the sum of their rows. */
const miscounted = ({ sql }: Pick<TestService, 'sql'>) =>
  sql(`SELECT coalesce(u.owner_id, f.charged_to) AS owner, u.bytes AS counted, f.bytes AS there FROM storage_usage u
    FULL JOIN (SELECT charged_to, sum(size) AS bytes FROM (
      SELECT charged_to, size FROM documents UNION ALL SELECT charged_to, size FROM image_crops
      UNION ALL SELECT charged_to, size FROM section_versions UNION ALL SELECT charged_to, size FROM comment_revisions
    ) files GROUP BY charged_to) f ON f.charged_to = u.owner_id
    WHERE coalesce(u.bytes, 0) <> coalesce(f.bytes, 0) AND coalesce(u.owner_id, f.charged_to) IS NOT NULL`)

const text = (bytes: number, start = 'Rent roll. ') => start.padEnd(bytes, 'x')

onService(
  'quotas',
  (app) => {
    const people = signInAll(app, 'owner', 'editor', 'outsider', 'superadmin')
    let org: string
    beforeEach(async () => {
      await forgetLimits(app)
      org = await orgNamed(app, 'Northwind Capital')
    })
    const used = async () => (await people().owner.get('/api/quotas')).body
    const add = (deal: string, name: string, content: string) =>
      upload(app, people().owner, `/api/canvas/${deal}/documents`, [{ fileName: name, content }])
    const newDeal = (orgId: string | null) => plantDeal(app, { orgId, members: { [people().owner.userId]: 'owner' } })

    describe('deal quota', () => {
      const create = (name = 'A deal') => people().outsider.send('POST', '/api/deals', { name, org_id: null })

      it("rejects a deal above a user's quota with 409, even when deals are created concurrently [QUOTA-1]", async () => {
        const answers = await Promise.all(Array.from({ length: 6 }, () => create()))
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
        for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 409, 'quota_exceeded')
        expect((await create()).body).toMatchObject({ quota: 'deals', used: 3, limit: 3 })
        expect((await people().outsider.get('/api/quotas')).body.deals).toEqual({ used: 3, limit: 3 })
      })

      it('stops counting a deal against the quota once it is purged', async () => {
        expectRefusal(await create(), 409, 'quota_exceeded')
        const [deal] = (await people().outsider.get('/api/deals')).body.deals
        await people().superadmin.send('DELETE', `/api/deals/${deal.deal_id}?purge=true`)
        expect((await create()).status).toBe(201)
      })

      it("does not count deals that others share with a user against that user's quota", async () => {
        const before = (await used()).deals.used
        await newDeal(org)
        expect((await used()).deals.used).toBe(before)
      })
    })

    it("rejects an intake above a user's quota, even when many are started concurrently", async () => {
      const start = () => people().editor.send('POST', '/api/intake')
      const answers = await Promise.all(Array.from({ length: 5 }, start))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
      for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 409, 'quota_exceeded')
      expect((await people().editor.get('/api/quotas')).body.intakes).toEqual({ used: 2, limit: 2 })
    })

    describe('byte quota', () => {
      beforeEach(async () => {
        await app.sql('DELETE FROM image_crops')
        await app.sql('DELETE FROM documents')
        await app.sql('DELETE FROM sections')
        await app.sql('DELETE FROM comments')
      })

      it('counts documents and images of all deals of an organization, and frees their bytes when they are removed', async () => {
        const [first, second] = [await newDeal(org), await newDeal(org)]
        const document = (await add(first, 'a.txt', text(1_000))).body.documents[0]
        const picture = pngFile()
        const crop = await upload(app, people().owner, `/api/canvas/${second}/image-crops`, [
          { name: 'file', fileName: 'a.png', content: picture },
        ])
        expect(crop.status).toBe(201)
        expect(await bytesOf(app, org)).toBe(1_000 + picture.length)
        expect((await used()).orgs).toContainEqual({
          org_id: org,
          name: 'Northwind Capital',
          bytes: { used: 1_000 + picture.length, limit: 5_000 },
        })
        await people().owner.send('DELETE', `/api/canvas/${first}/documents/${document.document_id ?? document.id}`)
        expect(await bytesOf(app, org)).toBe(picture.length)
        await people().superadmin.send('DELETE', `/api/deals/${second}?purge=true`)
        expect(await bytesOf(app, org)).toBe(0)
        expect(await miscounted(app)).toEqual([])
      })

      it('rejects a document above the byte quota of an organization and stores nothing [QUOTA-2]', async () => {
        const [first, second] = [await newDeal(org), await newDeal(org)]
        expect((await add(first, 'a.txt', text(4_000))).status).toBe(201)
        const refused = await add(second, 'b.txt', text(1_001))
        expectRefusal(refused, 409, 'quota_exceeded')
        expect(await bytesOf(app, org)).toBe(4_000)
        expect((await add(second, 'b.txt', text(1_000))).status).toBe(201)
        expectRefusal(await add(second, 'c.txt', 'x'), 409, 'quota_exceeded')
        const crop = await upload(app, people().owner, `/api/canvas/${second}/image-crops`, [
          { name: 'file', fileName: 'a.png', content: pngFile() },
        ])
        expectRefusal(crop, 409, 'quota_exceeded')
        expect(crop.body).toMatchObject({ quota: 'bytes', used: 5_000, limit: 5_000 })
      })

      it('counts bytes of a personal deal for the user, against a separate limit', async () => {
        const deal = (await people().owner.send('POST', '/api/deals', { name: 'Mine', org_id: null })).body.deal_id
        expect((await add(deal, 'a.txt', text(2_000))).status).toBe(201)
        expectRefusal(await add(deal, 'b.txt', text(1)), 409, 'quota_exceeded')
        expect((await used()).personal_bytes).toEqual({ used: 2_000, limit: 2_000 })
        expect((await add(await newDeal(org), 'c.txt', text(3_000))).status).toBe(201)
      })

      it('counts the files of an intake both before and after the deal is named', async () => {
        const started = await people().owner.send('POST', '/api/intake', { org_id: org })
        const { conversation_id: id, deal_id: deal } = started.body
        const files = `/api/intake/${id}/files`
        expect((await upload(app, people().owner, files, [{ fileName: 'a.txt', content: text(4_500) }])).status).toBe(
          201,
        )
        expect(await bytesOf(app, org)).toBe(4_500)
        const refused = await upload(app, people().owner, files, [{ fileName: 'b.txt', content: text(1_000) }])
        expectRefusal(refused, 409, 'quota_exceeded')
        await people().owner.send('POST', `/api/intake/${id}/deal-name`, { deal_name: 'Named' })
        expect(await bytesOf(app, org)).toBe(4_500)
        expectRefusal(await add(deal, 'c.txt', text(1_000)), 409, 'quota_exceeded')
        expect(await miscounted(app)).toEqual([])
      })

      it('moves the byte count when a deal moves to another organization or user', async () => {
        const deal = (await people().owner.send('POST', '/api/deals', { name: 'Moves', org_id: org })).body.deal_id
        await add(deal, 'a.txt', text(700))
        await app.sql('UPDATE deals SET org_id = NULL, created_by = $2 WHERE id = $1', [deal, people().editor.userId])
        expect([await bytesOf(app, org), await bytesOf(app, people().editor.userId)]).toEqual([0, 700])
        expect(await miscounted(app)).toEqual([])
      })

      describe('byte quota of texts', () => {
        const write = (deal: string, content: string) =>
          people().owner.send('PUT', `/api/canvas/${deal}/sections/risks`, { title: 'Risks', content })

        it('counts every version of a section in bytes and rejects a version above the quota', async () => {
          const deal = await newDeal(org)
          expect((await write(deal, '\u00e9'.repeat(1_000))).status).toBe(200)
          expect(await bytesOf(app, org)).toBe(2_005)
          expect((await write(deal, text(2_900))).status).toBe(200)
          expect(await bytesOf(app, org)).toBe(4_910)
          const refused = await write(deal, text(100))
          expectRefusal(refused, 409, 'quota_exceeded')
          expect(refused.body).toMatchObject({ quota: 'bytes', used: 4_910, limit: 5_000 })
          expect((await people().owner.get(`/api/canvas/${deal}/sections/risks`)).body).toMatchObject({ version: 2 })
          expect((await write(deal, text(2_900))).status).toBe(200)
          expectRefusal(await add(deal, 'a.txt', text(100)), 409, 'quota_exceeded')
          expect(await miscounted(app)).toEqual([])
        })

        it('counts every version of an edited comment', async () => {
          const deal = await newDeal(org)
          const { comment_id: id } = (
            await people().owner.send('POST', `/api/canvas/${deal}/comments`, { content: text(1_900) })
          ).body
          const edit = (content: string) =>
            people().owner.send('PUT', `/api/canvas/${deal}/comments/${id}`, { content })
          expect((await edit(text(1_800))).status).toBe(200)
          expect(await bytesOf(app, org)).toBe(1_900)
          expect((await edit(text(1_700))).status).toBe(200)
          expectRefusal(await edit('Short'), 409, 'quota_exceeded')
          expect(await miscounted(app)).toEqual([])
        })

        it('moves the text bytes with a transferred deal and frees them when the deal is purged', async () => {
          const deal = await newDeal(org)
          await write(deal, text(495))
          await app.sql('UPDATE deals SET org_id = NULL, created_by = $2 WHERE id = $1', [deal, people().editor.userId])
          expect([await bytesOf(app, org), await bytesOf(app, people().editor.userId)]).toEqual([0, 500])
          await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)
          expect(await bytesOf(app, people().editor.userId)).toBe(0)
          expect(await miscounted(app)).toEqual([])
        })
      })

      it('keeps data readable and deletable when a quota is already exceeded', async () => {
        const deal = await newDeal(org)
        await add(deal, 'a.txt', text(100))
        await app.sql(
          `INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
            SELECT $1, deal_id, 'old.txt', 'txt', 9000, sha256, 'indexed', uploaded_by, now(), now() FROM documents WHERE deal_id = $2`,
          [newId(), deal],
        )
        const { documents } = (await people().owner.get(`/api/canvas/${deal}/documents`)).body
        expect(documents).toHaveLength(2)
        expectRefusal(await add(deal, 'b.txt', text(1)), 409, 'quota_exceeded')
        for (const { id } of documents) {
          expect((await people().owner.send('DELETE', `/api/canvas/${deal}/documents/${id}`)).status).toBe(204)
        }
        expect((await add(deal, 'b.txt', text(1))).status).toBe(201)
      })
    })
  },
  { env: { QUOTA_DEALS: '3', QUOTA_INTAKES: '2', QUOTA_ORG_BYTES: '5000', QUOTA_PERSON_BYTES: '2000' } },
)

onTwoServices('byte quota on two nodes', ['by PostgreSQL'], (app) => {
  it('never exceeds the byte quota when many clients upload concurrently to both nodes', async () => {
    const owner = await app.signIn('owner')
    const deals = await Promise.all(
      Array.from({ length: 6 }, () => plantDeal(app, { members: { [owner.userId]: 'owner' } })),
    )
    await app.sql('INSERT INTO storage_usage (owner_id, bytes) VALUES ($1, $2)', [owner.userId, 5 * 1024 ** 3 - 2_500])
    const answers = await Promise.all(
      deals.map((deal, nth) =>
        upload({ service: nth % 2 === 0 ? app.here : app.there }, owner, `/api/canvas/${deal}/documents`, [
          { fileName: 'a.txt', content: text(1_000) },
        ]),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
    expect(await bytesOf(app, owner.userId)).toBe(5 * 1024 ** 3 - 500)
  })
})
