import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, expect, it } from 'vitest'
import { exportDeal, fileOf } from '../../testing/exporting.ts'
import { forgetNotifications, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

/** A red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

onService('the house style of an organization', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer', 'outsider', 'superadmin')
  let org: string
  beforeEach(async () => {
    await forgetLimits(app)
    await forgetNotifications(app)
    org = await plantOrg(app, { [people().owner.userId]: 'admin', [people().viewer.userId]: 'member' })
  })
  const at = () => `/api/orgs/${org}/house-style`
  const style = { accent: '#A01020', paper: 'a4', footer: ' Committee only ', logo: pixel }
  const put = (person: Person, version: number, body: object = style) =>
    person.send('PUT', at(), body, { 'if-match': `"${version}"` })

  it('is the default one until an admin sets it, and members see it [STYLE-1]', async () => {
    expect((await people().viewer.get(at())).body).toEqual({
      accent: '#3451b2',
      paper: 'letter',
      footer: null,
      logo: null,
      version: 0,
    })
    const { status, body } = await put(people().owner, 0)
    expect([status, body]).toEqual([
      200,
      { accent: '#a01020', paper: 'a4', footer: 'Committee only', logo: `data:image/png;base64,${pixel}`, version: 1 },
    ])
    expect((await people().viewer.get(at())).body).toEqual(body)
    const kept = await put(people().owner, 1, { accent: '#000000', paper: 'letter', footer: null })
    expect(kept.body).toMatchObject({ logo: body.logo, footer: null, version: 2 })
    expect((await put(people().owner, 2, { ...style, logo: null })).body.logo).toBeNull()
  })

  it('is changed by admins only, and not over a change that they have not seen [STYLE-1]', async () => {
    expectRefusal(await put(people().viewer, 0), 403, 'org_role_too_low')
    expectRefusal(await put(people().outsider, 0), 404, 'org_not_found')
    expectRefusal(await people().owner.send('PUT', at(), style), 428, 'if_match_required')
    await put(people().owner, 0)
    const stale = await put(people().owner, 0, { ...style, accent: '#000000' })
    expectRefusal(stale, 409, 'stale_version')
    expect(stale.body.version).toBe(1)
    const log = await app.sql<{ after: { house_style?: object } }>(
      "SELECT after FROM admin_log WHERE action = 'org.changed' AND org_id = $1",
      [org],
    )
    expect(log.map(({ after }) => after.house_style)).toEqual([
      { accent: '#a01020', paper: 'a4', footer: 'Committee only', logo: true },
    ])
  })

  it.each<[string, object, string]>([
    ['a color that is not one', { ...style, accent: 'red' }, 'accent'],
    ['another size of paper', { ...style, paper: 'a5' }, 'paper'],
    ['a blank footer', { ...style, footer: '  ' }, 'footer'],
    ['a logo that is not in base64', { ...style, logo: '§§' }, 'logo'],
    ['a logo that is not an image', { ...style, logo: Buffer.from('<svg/>').toString('base64') }, 'logo'],
  ])('rejects %s with 422 and changes nothing', async (_, body, field) => {
    const answer = await put(people().owner, 0, body)
    expect([answer.status, answer.body.detail?.[0]?.loc]).toEqual([422, ['body', field]])
    expect((await people().owner.get(at())).body.version).toBe(0)
  })

  it('prints the memos of the deals of the organization, and no others [STYLE-2]', async () => {
    await put(people().owner, 0)
    const inOrg = await plantDeal(app, { orgId: org, members: { [people().editor.userId]: 'owner' } })
    const personal = await plantDeal(app, { members: { [people().editor.userId]: 'owner' } })
    const parts = async (deal: string) => {
      const { id } = await exportDeal(people().editor, deal, { format: 'docx' })
      return unzipSync((await fileOf(app, people().editor, deal, id)).bytes)
    }
    const text = (files: Record<string, Uint8Array>, name: RegExp) =>
      Object.entries(files)
        .filter(([path]) => name.test(path))
        .map(([, part]) => strFromU8(part))
        .join('')
    const styled = await parts(inOrg)
    expect(text(styled, /footer/)).toContain('Committee only')
    expect(text(styled, /document\.xml$/)).toContain('w:w="11906"')
    expect(text(styled, /styles\.xml$/)).toContain('a01020')
    expect(Object.keys(styled).filter((path) => path.endsWith('.png'))).toHaveLength(1)
    const plain = await parts(personal)
    expect(text(plain, /footer/)).not.toContain('Committee only')
    expect(text(plain, /document\.xml$/)).toContain('w:w="12240"')
    expect(Object.keys(plain).filter((path) => path.endsWith('.png'))).toEqual([])
    const pdf = await exportDeal(people().editor, inOrg, { format: 'pdf' })
    const bytes = Buffer.from((await fileOf(app, people().editor, inOrg, pdf.id)).bytes).toString('latin1')
    expect(bytes).toMatch(/\/MediaBox \[0 0 595/)
    expect(bytes).toContain('/Subtype /Image')
  })

  it('goes with the organization', async () => {
    await put(people().owner, 0)
    await app.sql('DELETE FROM orgs WHERE id = $1', [org])
    expect(await app.sql('SELECT org_id FROM house_styles WHERE org_id = $1', [org])).toEqual([])
  })
})
