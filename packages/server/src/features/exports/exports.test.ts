import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFolderBlobs } from '../../platform/blobs/folder-blobs.ts'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { endOf, exportDeal, fileOf } from '../../testing/exporting.ts'
import { forgetNotifications, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'
import { createDealBlobs } from '../documents/deal-blobs.service.ts'
import { createDealBlobsStore } from '../documents/deal-blobs.store.ts'
import { createExportsStore } from './exports.store.ts'
import { createSweepExports } from './sweep-exports.ts'

onEachService('exports', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin')
  let org: string
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    await forgetNotifications(app)
    org = await plantOrg(app, { [people().outsider.userId]: 'admin' })
    const members = Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role]))
    deal = await plantDeal(app, { orgId: org, members, name: 'Harbor / "Point": Ünit' })
    await people().owner.send('PUT', `/api/canvas/${deal}/metrics/dscr`, { value: 1.25 })
  })
  const at = (path = '') => `/api/canvas/${deal}/exports${path}`
  const ask = (person: Person, body: object = { format: 'json' }) => person.send('POST', at(), body)
  const allowViewers = (on: boolean) => people().outsider.send('PATCH', `/api/orgs/${org}`, { viewers_export: on })
  const filesKept = async () =>
    (await readdir(join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)

  it('are made in the background, downloaded under a safe name, and recorded with the digest of the file [EXPORT-1]', async () => {
    const asked = await ask(people().editor)
    expect([asked.status, asked.body]).toEqual([
      202,
      expect.objectContaining({ format: 'json', status: 'pending', progress: 0, file_name: null, sha256: null }),
    ])
    const ready = await endOf(people().editor, deal, asked.body.id)
    expect(ready).toMatchObject({ status: 'ready', progress: 1, problem: null, scenario_id: null, watermark: false })
    const { status, headers, bytes } = await fileOf(app, people().editor, deal, ready.id)
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(ready.file_name).toMatch(/^Harbor Point Ünit, Data, \d{4}-\d\d-\d\d\.json$/)
    expect(headers['content-disposition']).toContain('attachment; filename="Harbor Point _nit, Data')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(ready.sha256)
    const { type, data, actorId } = (await auditTrailOf(app, deal)).at(-1) ?? {}
    expect([type, actorId]).toEqual(['export.created', people().editor.userId])
    expect(data).toEqual({
      export_id: ready.id,
      format: 'json',
      scenario_id: null,
      scenario_version: null,
      version: ready.model_version,
      watermark: false,
      sha256: ready.sha256,
      size: bytes.length,
    })
  })

  it('notifies the person who asked, and nobody else, when the file is ready [EXPORT-1]', async () => {
    await exportDeal(people().editor, deal, { format: 'csv' })
    const notices = async (person: Person) =>
      (await person.get('/api/canvas/notifications')).body.notifications.map(
        (one: Record<string, string>) => one['type'],
      )
    expect(await notices(people().editor)).toEqual(['export_ready'])
    expect(await notices(people().owner)).toEqual([])
  })

  it('are refused to viewers and commenters unless the organization allows them [EXPORT-2]', async () => {
    for (const person of [people().viewer, people().commenter]) {
      expectRefusal(await ask(person), 403, 'export_not_allowed')
      expect((await person.get(at())).body).toMatchObject({ exports: [], can_export: false })
    }
    expect((await allowViewers(true)).body.settings).toEqual({ viewers_export: true })
    const ready = await exportDeal(people().viewer, deal, { format: 'json' })
    expect(ready.status).toBe('ready')
    await allowViewers(false)
    expectRefusal(await people().viewer.get(at(`/${ready.id}`)), 403, 'export_not_allowed')
    expect((await fileOf(app, people().viewer, deal, ready.id)).status).toBe(403)
  })

  it('are not visible to other people on the deal, nor on another deal [EXPORT-3]', async () => {
    const ready = await exportDeal(people().editor, deal, { format: 'json' })
    expectRefusal(await people().owner.get(at(`/${ready.id}`)), 404, 'export_not_found')
    expect((await fileOf(app, people().owner, deal, ready.id)).status).toBe(404)
    expect((await people().owner.get(at())).body.exports).toEqual([])
    const other = await plantDeal(app, { members: { [people().editor.userId]: 'owner' } })
    expectRefusal(await people().editor.get(`/api/canvas/${other}/exports/${ready.id}`), 404, 'export_not_found')
    expectRefusal(await people().editor.get(at('/no-id')), 404, 'export_not_found')
  })

  it('are listed in pages, the newest first', async () => {
    const ids: string[] = []
    for (const format of ['json', 'csv', 'xlsx_numbers'])
      ids.unshift((await exportDeal(people().owner, deal, { format })).id)
    const first = (await people().owner.get(at('?limit=2'))).body
    expect(first.exports.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    expect([first.has_more, first.can_export, first.is_model_writable]).toEqual([true, true, false])
    const second = (await people().owner.get(at(`?limit=2&cursor=${first.next_cursor}`))).body
    expect(second.exports.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    expect(second.next_cursor).toBeNull()
  })

  it('are limited to 20 an hour per person [EXPORT-4]', async () => {
    for (let n = 0; n < 20; n++) expectRefusal(await ask(people().viewer), 403, 'export_not_allowed')
    expectRefusal(await ask(people().viewer), 429, 'rate_limited')
    expect((await ask(people().editor)).status).toBe(202)
  })

  it('are deleted with their files after seven days [EXPORT-5]', async () => {
    const ready = await exportDeal(people().editor, deal, { format: 'json' })
    const { database } = app.service
    const inAWeek = () => new Date(Date.now() + days(7) + 60_000)
    const store = createExportsStore(database)
    const blobs = createDealBlobs({
      store: createDealBlobsStore(database),
      database,
      blobs: await createFolderBlobs({ folder: join(app.dataDir, 'blobs') }),
      now: inAWeek,
    })
    await createSweepExports({ store, blobs, now: () => new Date() })()
    expect(await filesKept()).toContain(ready.sha256)
    await createSweepExports({ store, blobs, now: inAWeek })()
    expectRefusal(await people().editor.get(at(`/${ready.id}`)), 404, 'export_not_found')
    expect(await filesKept()).not.toContain(ready.sha256)
  })

  it('count against the storage quota as long as they are kept', async () => {
    const bytes = async () =>
      Number(
        (await app.sql<{ bytes: string }>('SELECT bytes FROM storage_usage WHERE owner_id = $1', [org]))[0]?.bytes ?? 0,
      )
    const before = await bytes()
    const ready = await exportDeal(people().editor, deal, { format: 'json' })
    expect((await bytes()) - before).toBe(ready.size)
    await app.sql('DELETE FROM deal_exports')
    expect(await bytes()).toBe(before)
  })

  it('still work on a finalized deal, and are recorded [EXPORT-6]', async () => {
    const decision = { decision: 'approved', rationale: 'Good' }
    expect((await people().owner.send('POST', `/api/canvas/${deal}/finalize`, decision)).status).toBe(200)
    expect((await exportDeal(people().editor, deal, { format: 'json' })).status).toBe('ready')
    expect((await auditTrailOf(app, deal)).at(-1)?.type).toBe('export.created')
    expect((await people().owner.get(`/api/canvas/${deal}/audit-trail/verify`)).body).toMatchObject({ valid: true })
  })

  it('name their reader and the time if asked [EXPORT-7]', async () => {
    const { id } = await exportDeal(people().editor, deal, { format: 'json', watermark: true })
    const { watermark } = JSON.parse(Buffer.from((await fileOf(app, people().editor, deal, id)).bytes).toString())
    expect(watermark).toEqual({
      name: expect.any(String),
      email: 'editor@example.com',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  describe('that cannot be made', () => {
    it('refuse an unknown scenario, a missing model and a workbook that cannot be written', async () => {
      expectRefusal(await ask(people().editor, { format: 'json', scenario_id: newId() }), 404, 'scenario_not_found')
      expectRefusal(await ask(people().editor, { format: 'xlsx_model' }), 409, 'format_not_writable')
      expect((await ask(people().editor, { format: 'pptx' })).status).toBe(422)
      expect(await app.sql('SELECT id FROM deal_exports WHERE deal_id = $1', [deal])).toEqual([])
    })

    it('end as failed with the reason when the person has lost access, and leave no file and no event [EXPORT-8]', async () => {
      const waiting = newId()
      await app.sql(
        `INSERT INTO deal_exports (id, deal_id, requested_by, by_superadmin, format, watermark, status, progress, due_at,
            attempts, size, people, created_at, expires_at)
          VALUES ($1, $2, $3, false, 'json', false, 'pending', 0, now() - interval '1 minute', 0, 0, '{}', now(), now() + interval '1 day')`,
        [waiting, deal, people().viewer.userId],
      )
      await exportDeal(people().editor, deal, { format: 'json' })
      const [row] = await app.sql('SELECT status, problem, sha256, due_at FROM deal_exports WHERE id = $1', [waiting])
      expect(row).toEqual({ status: 'failed', problem: expect.stringContaining('export'), sha256: null, due_at: null })
      const events = (await auditTrailOf(app, deal)).filter(({ type }) => type === 'export.created')
      expect(events).toHaveLength(1)
    })

    it('are made again by another process if theirs died, and give up after the third time [EXPORT-8]', async () => {
      const plant = async (attempts: number): Promise<string> => {
        const id = newId()
        await app.sql(
          `INSERT INTO deal_exports (id, deal_id, requested_by, by_superadmin, format, watermark, status, progress, due_at,
              attempts, size, people, created_at, expires_at)
            VALUES ($1, $2, $3, false, 'json', false, 'running', 0.4, now() - interval '1 second', $4, 0, '{}', now(), now() + interval '1 day')`,
          [id, deal, people().editor.userId, attempts],
        )
        return id
      }
      const [resumed, spent] = [await plant(1), await plant(3)]
      expect(await endOf(people().editor, deal, resumed)).toMatchObject({ status: 'ready' })
      const failed = await endOf(people().editor, deal, spent)
      expect(failed).toMatchObject({ status: 'failed', sha256: null, size: null })
      expect(failed.problem).toContain('interrupted several times')
      expectRefusal(await people().editor.get(at(`/${spent}/content`)), 409, 'export_not_ready')
    })
  })

  it('go with their files when the deal is purged [EXPORT-9]', async () => {
    const ready = await exportDeal(people().editor, deal, { format: 'json', watermark: true })
    expect(await filesKept()).toContain(ready.sha256)
    expect((await people().superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)).status).toBe(204)
    expect(await app.sql('SELECT id FROM deal_exports WHERE deal_id = $1', [deal])).toEqual([])
    expect(await filesKept()).not.toContain(ready.sha256)
  })
})
