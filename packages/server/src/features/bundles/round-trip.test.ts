import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bundleOf, importBundle } from '../../testing/bundling.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { onService, type Person } from '../../testing/service.ts'

/** What differs with who reads, or because a name that was imported has no account whose address could be verified. */
const isOfReader = (key: string): boolean =>
  key.endsWith('email_verified') || key === 'my_rating' || key === 'own_rating'

const withoutReader = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutReader)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !isOfReader(key))
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutReader(field)]))
}

onService(
  'a deal that was exported, purged and imported',
  (app) => {
    const people = signInAll(app, 'owner', 'superadmin', 'outsider')
    beforeEach(() => forgetLimits(app))

    /** Everything that the API shows of a deal. */
    const dump = async (person: Person, deal: string) => {
      const at = `/api/canvas/${deal}`
      const shown: Record<string, unknown> = {}
      const users = await app.sql<{ id: string; name: string }>('SELECT id, display_name AS name FROM users')
      const names = new Map(users.map(({ id, name }) => [id, name]))
      // An imported deal has the names of people under other ids.
      const named = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value).replaceAll(/[0-9a-f-]{36}/g, (id) => names.get(id) ?? id))
      const read = async (path: string) => {
        const { status, body } = await person.get(`${at}/${path}`)
        expect([path, status]).toEqual([path, 200])
        shown[path] = named(withoutReader(body))
        return body
      }
      const { sections } = (await person.get(at)).body
      for (const { section_key: key } of sections) {
        await read(`sections/${key}`)
        await read(`sections/${key}/history`)
      }
      for (const path of ['metrics', 'scenarios', 'thresholds', 'memo/versions', 'data-quality', 'reading', 'model'])
        await read(path)
      for (let [cursor, page] = ['', 0]; page < 20; page++) {
        const { next_cursor: next } = await read(`comments?limit=50${cursor}`)
        if (next === null) break
        cursor = `&cursor=${next}`
      }
      for (const path of ['facts', 'reconciliation']) await read(path)
      const { documents } = await read('documents')
      for (const { document_id: id } of documents) {
        const url = `${at}/documents/${id}/content`
        const headers = { authorization: `Bearer ${person.token}` }
        const { rawPayload } = await app.service.app.inject({ method: 'GET', url, headers })
        shown[`content ${id}`] = rawPayload.toString('base64')
      }
      return shown
    }

    const settled = (person: Person, deal: string) =>
      vi.waitUntil(
        async () => {
          const { body } = await person.get(`/api/canvas/${deal}/documents`)
          const { body: facts } = await person.get(`/api/canvas/${deal}/reconciliation`)
          return (
            body.documents.every(({ state }: { state: string }) => state === 'indexed') && facts.status === 'current'
          )
        },
        { timeout: 60_000, interval: 100 },
      )

    const trailOf = (deal: string) =>
      app.sql(
        `SELECT seq, ts, kind, type, coalesce(signed_actor_id, actor_id) AS actor, data, salt, data_digest, prev_hash, hash, signature
          FROM journal WHERE deal_id = $1 ORDER BY seq`,
        [deal],
      )

    describe.each(['demo-riverside', 'demo-legacy'])('%s', (deal) => {
      let before: Record<string, unknown>
      let trail: Record<string, unknown>[]
      let bundle: Uint8Array
      beforeAll(async () => {
        await forgetLimits(app)
        await settled(people().owner, deal)
        bundle = await bundleOf(app, people().owner, deal)
        before = await dump(people().owner, deal)
        trail = await trailOf(deal)
        const purged = await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)
        expect(purged.status).toBe(204)
        expect(await importBundle(app, people().outsider, bundle, { org_id: 'personal' })).toMatchObject({
          status: 'ready',
          deal_id: deal,
          problem: null,
        })
        await settled(people().outsider, deal)
      }, 120_000)

      it('shows the same memo, history, numbers, comments, scenarios, facts and files [BUNDLE-1]', async () => {
        const after = await dump(people().outsider, deal)
        expect(Object.keys(after)).toEqual(Object.keys(before))
        for (const path of Object.keys(before)) expect({ [path]: after[path] }).toEqual({ [path]: before[path] })
      })

      it('has the same signed events, and one that seals them [BUNDLE-1, BUNDLE-2]', async () => {
        const after = await trailOf(deal)
        // The last event of the old trail is that of the export itself, which the bundle cannot contain.
        const imported = trail.slice(0, -1)
        expect(trail.at(-1)).toMatchObject({ type: 'export.created' })
        expect(after.slice(0, imported.length)).toEqual(imported)
        expect(after[imported.length]).toMatchObject({ type: 'deal.imported', actor: people().outsider.userId })
        const { body } = await people().outsider.get(`/api/canvas/${deal}/audit-trail/verify`)
        expect(body).toMatchObject({ valid: true, origin: 'imported', problems: [] })
        expect(body.imports).toEqual([
          {
            entries: imported.length,
            fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
            imported_at: expect.any(String),
          },
        ])
      })

      it('has the importer as its only member, and names that belong to no account [BUNDLE-3]', async () => {
        const { body } = await people().outsider.get(`/api/canvas/${deal}/members`)
        expect(body.members).toEqual([expect.objectContaining({ user_id: people().outsider.userId, role: 'owner' })])
        expect((await people().owner.get(`/api/deals/${deal}`)).status).toBe(404)
        const [{ linked } = { linked: undefined }] = await app.sql<{ linked: number }>(
          `SELECT count(*)::int AS linked FROM comments c JOIN users u ON u.id = c.author_id
            WHERE c.deal_id = $1 AND u.status <> 'imported'`,
          [deal],
        )
        expect(linked).toBe(0)
      })
    })
  },
  { demoDeals: true },
)
