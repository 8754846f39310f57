import { describe, expect, it, vi } from 'vitest'
import { packVectors } from '../../platform/embeddings/vector-bytes.ts'
import { signInAll } from '../../testing/noticing.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import { upload } from '../../testing/uploading.ts'

const soon = { timeout: 60_000, interval: 100 }
const condition = 'Parking is free. The roof leaks when it rains. The site is not in a flood zone.'

onService(
  'search by meaning with the built-in model',
  (app) => {
    const people = signInAll(app, 'owner')
    const newDeal = () => plantDeal(app, { members: { [people().owner.userId]: 'owner' } })
    const search = async (deal: string, q: string) =>
      (await people().owner.get(`/api/canvas/${deal}/evidence?q=${encodeURIComponent(q)}`)).body
    const add = async (deal: string, ...files: { fileName: string; content: string }[]) => {
      expect((await upload(app, people().owner, `/api/canvas/${deal}/documents`, files)).status).toBe(201)
    }
    const untilEmbedded = (deal: string, q: string) =>
      vi.waitFor(async () => {
        const [room] = await app.sql<{ dimension: number }>(
          'SELECT dimension FROM vector_namespaces WHERE deal_id = $1',
          [deal],
        )
        expect(room?.dimension).toBe(512)
        const found = await search(deal, q)
        expect(found.degraded).toBeUndefined()
        return found
      }, soon)
    const vectorsOf = async (deal: string) =>
      (
        await app.sql<{ size: number }>('SELECT octet_length(vector) AS size FROM passages WHERE deal_id = $1', [deal])
      ).map(({ size }) => size)

    describe('a question in other words', () => {
      it('finds the passage and quotes the sentence that answers it [DOC-20]', async () => {
        const deal = await newDeal()
        await add(
          deal,
          { fileName: 'condition.txt', content: condition },
          { fileName: 'taxes.txt', content: 'Real estate taxes are $214,350.' },
        )
        const { passages } = await untilEmbedded(deal, 'Is the house wet inside after a downpour?')
        expect(passages[0]).toMatchObject({
          file_name: 'condition.txt',
          sentence: { text: 'The roof leaks when it rains.' },
        })
        expect((await search(deal, 'purple elephants dancing on the moon')).passages).toEqual([])
      }, 120_000)
    })

    describe('a deal with vectors of an earlier version', () => {
      it('is found by words until it is embedded again, and loses nothing [DOC-24]', async () => {
        const deal = await newDeal()
        await add(deal, { fileName: 'condition.txt', content: condition })
        await untilEmbedded(deal, 'flood')
        const before = await vectorsOf(deal)
        const old = packVectors([new Float32Array(512).fill(0.1)], false)
        await app.sql('UPDATE passages SET vector = $2 WHERE deal_id = $1', [deal, old])
        await app.sql(
          "UPDATE vector_namespaces SET embedding_model = 'lexical-512', dimension = 0 WHERE deal_id = $1",
          [deal],
        )
        expect(await search(deal, 'flood')).toMatchObject({ passages: [{ file_name: 'condition.txt' }] })
        await untilEmbedded(deal, 'flood')
        expect(await vectorsOf(deal)).toEqual(before)
        const [room] = await app.sql('SELECT embedding_model, dimension FROM vector_namespaces WHERE deal_id = $1', [
          deal,
        ])
        expect(room).toEqual({ embedding_model: 'universal-sentence-encoder-lite-en/1', dimension: 512 })
      }, 120_000)
    })

    it('deletes passages and vectors with the deal [DOC-25]', async () => {
      const deal = await newDeal()
      await add(deal, { fileName: 'condition.txt', content: condition })
      await untilEmbedded(deal, 'flood')
      const superadmin = await app.signIn('superadmin')
      expect((await superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)).status).toBe(204)
      for (const table of ['passages', 'vector_namespaces', 'pending_embeddings'])
        expect(await app.sql(`SELECT FROM ${table} WHERE deal_id = $1`, [deal])).toEqual([])
    }, 120_000)
  },
  { env: { EMBEDDINGS: 'built-in' } },
)
