import {
  dealRoles,
  maxSectionTemplateLength,
  maxSectionTemplates,
  type OfferedTemplate,
  type SectionTemplate,
} from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectFailedRule } from '../../testing/commenting.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

onService('section templates', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let org: string
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    org = await plantOrg(app, { [people().owner.userId]: 'admin', [people().editor.userId]: 'member' })
    deal = await plantDeal(app, {
      orgId: org,
      members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])),
    })
  })
  const screening = { name: 'ESG screening', title: 'ESG', content: '# Exclusions\n\nNone apply to this company.' }
  const create = (body: object = screening, person: Person = people().owner) =>
    person.send('POST', `/api/orgs/${org}/section-templates`, body)
  const edit = (id: string, body: object, version: number) =>
    people().owner.send('PUT', `/api/orgs/${org}/section-templates/${id}`, body, { 'if-match': `"${version}"` })
  const list = async (): Promise<SectionTemplate[]> =>
    (await people().owner.get(`/api/orgs/${org}/section-templates`)).body.templates
  const offered = async (): Promise<OfferedTemplate[]> => {
    const { status, body } = await people().editor.get(`/api/canvas/${deal}/section-templates`)
    expect([status, body]).toEqual([200, body])
    return body.templates
  }
  const add = (body: object) => people().editor.send('POST', `/api/canvas/${deal}/sections`, body)

  describe('of an organization', () => {
    it('are created, edited and deleted by administrators, by version [TEMPLATE-1]', async () => {
      const { status, body } = await create()
      expect([status, body]).toMatchObject([201, { ...screening, version: 1, updated_by: people().owner.userId }])
      const changed = await edit(body.template_id, { ...screening, title: 'ESG screening' }, 1)
      expect(changed.body).toMatchObject({ title: 'ESG screening', version: 2 })
      expectRefusal(await edit(body.template_id, screening, 1), 409, 'stale_version')
      const path = `/api/orgs/${org}/section-templates/${body.template_id}`
      expect((await people().owner.send('DELETE', path)).status).toBe(428)
      expect((await people().owner.send('DELETE', path, undefined, { 'if-match': '"2"' })).status).toBe(204)
      expect(await list()).toEqual([])
      expectRefusal(await edit(body.template_id, screening, 2), 404, 'section_template_not_found')
      const actions = await app.sql<{ action: string }>('SELECT action FROM admin_log WHERE org_id = $1 ORDER BY id', [
        org,
      ])
      expect(actions.map(({ action }) => action)).toEqual([
        'section_template.created',
        'section_template.changed',
        'section_template.removed',
      ])
    })

    it('refuse members of the organization who do not administer it with 403 [TEMPLATE-1]', async () => {
      expectRefusal(await create(screening, people().editor), 403, 'org_role_too_low')
      expectRefusal(await create(screening, people().outsider), 404, 'org_not_found')
    })

    it('have a name that no other one has, and are bounded in number and size [TEMPLATE-2]', async () => {
      await create()
      expectRefusal(await create({ ...screening, name: 'esg SCREENING' }), 409, 'section_template_name_taken')
      expectFailedRule(await create({ ...screening, name: '  ' }), ['body', 'name'], '  ')
      const tooLong = { ...screening, name: 'Long', content: 'x'.repeat(maxSectionTemplateLength + 1) }
      expect((await create(tooLong)).status).toBe(422)
      await app.sql(
        `INSERT INTO section_templates (id, org_id, name, title, content, version, updated_by, created_at, updated_at)
          SELECT gen_random_uuid(), $1, 'n' || n, 't', '', 1, $2, now(), now() FROM generate_series(2, $3) n`,
        [org, people().owner.userId, maxSectionTemplates],
      )
      expectRefusal(await create({ ...screening, name: 'One more' }), 409, 'too_many_section_templates')
    })

    it('cannot be seen, changed or used from another organization [TEMPLATE-3]', async () => {
      const { template_id: id } = (await create()).body
      const other = await plantOrg(app, { [people().owner.userId]: 'admin' })
      const path = `/api/orgs/${other}/section-templates`
      expect((await people().owner.get(path)).body).toEqual({ templates: [] })
      const match = { 'if-match': '"1"' }
      for (const method of ['PUT', 'DELETE'] as const)
        expectRefusal(
          await people().owner.send(method, `${path}/${id}`, method === 'PUT' ? screening : undefined, match),
          404,
          'section_template_not_found',
        )
      deal = await plantDeal(app, { orgId: other, members: { [people().editor.userId]: 'editor' } })
      expect(JSON.stringify(await offered())).not.toContain(id)
      expectRefusal(await add({ template_id: id }), 404, 'section_template_not_found')
      deal = await plantDeal(app, { members: { [people().editor.userId]: 'editor' } })
      expect((await offered()).every(({ origin }) => origin === 'built_in')).toBe(true)
      expectRefusal(await add({ template_id: id }), 404, 'section_template_not_found')
    })

    it('are gone with their organization, and the sections made from them stay', async () => {
      const { template_id: id } = (await create()).body
      expect((await add({ template_id: id })).status).toBe(201)
      await app.sql('UPDATE deals SET org_id = NULL WHERE org_id = $1', [org])
      await app.sql('DELETE FROM orgs WHERE id = $1', [org])
      expect(await app.sql('SELECT FROM section_templates WHERE id = $1', [id])).toEqual([])
      expect((await people().editor.get(`/api/canvas/${deal}/sections/esg`)).body.content).toBe(screening.content)
    })
  })

  describe('for a new section', () => {
    it('are those of the organization, then those built in for the type of deal [TEMPLATE-4]', async () => {
      await create()
      const all = await offered()
      expect(all[0]).toMatchObject({ origin: 'organization', name: 'ESG screening', in_memo: false })
      const builtIn = all.slice(1)
      expect(builtIn.every(({ origin }) => origin === 'built_in')).toBe(true)
      expect(builtIn.map(({ name }) => name)).toEqual(expect.arrayContaining(['Recommendation', 'Exit Analysis']))
      await add({ template_id: 'built_in.exit_analysis' })
      expect((await offered()).find(({ name }) => name === 'Exit Analysis')).toMatchObject({ in_memo: true })
    })

    it('begin a section with their title and text, and key figures only of metrics that the deal has [TEMPLATE-4]', async () => {
      await people().editor.send('PUT', `/api/canvas/${deal}/metrics/exit_multiple`, { value: 9 })
      const { status, body } = await add({ template_id: 'built_in.exit_analysis' })
      expect([status, body]).toMatchObject([201, { section_key: 'exit_analysis', title: 'Exit Analysis', version: 1 }])
      expect(body.content).toContain('{"block":"kpis","metrics":["exit_multiple"]}')
      expect(body.content).toContain('# Buyers')
      expect((await add({ template_id: 'built_in.exit_analysis' })).body.section_key).toBe('exit_analysis_2')
    })

    it('add a section at the wanted place, with a key that no section has or had [SECTION-13]', async () => {
      await add({ title: 'Risks', content: 'Taxes.' })
      expect((await add({ title: 'Summary', after: null })).body.section_key).toBe('summary')
      expect((await add({ title: 'Market', after: 'summary' })).status).toBe(201)
      const remove = `/api/canvas/${deal}/sections/risks`
      await people().editor.send('DELETE', remove, undefined, { 'if-match': '"1"' })
      expect((await add({ title: 'Risks' })).body.section_key).toBe('risks_2')
      const { sections } = (await people().viewer.get(`/api/canvas/${deal}`)).body
      expect(sections.map(({ section_key }: { section_key: string }) => section_key)).toEqual([
        'summary',
        'market',
        'risks_2',
      ])
      expectRefusal(await add({ title: 'x', after: 'risks' }), 409, 'sections_changed')
    })

    it('reject a section without title and template with 422, and an unknown template with 404', async () => {
      expectFailedRule(await add({}), ['body', 'title'], null)
      expectFailedRule(await add({ title: '  ' }), ['body', 'title'], '  ')
      expectRefusal(await add({ template_id: 'built_in.nothing' }), 404, 'section_template_not_found')
    })
  })
})
