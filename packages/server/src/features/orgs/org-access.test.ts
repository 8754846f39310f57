import { atLeast, type OrgRole, orgRoles } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { belongings, orgNamed } from '../../testing/org-people.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { type Answer, onService, type Person } from '../../testing/service.ts'

/** Every operation inside one organization, with its required role. */
const inOrg = operations.flatMap(({ access, ...operation }) =>
  access.kind === 'org_role' ? [{ ...operation, needed: access.role }] : [],
)

const people = ['nobody', 'member', 'admin', 'owner', 'stranger', 'superadmin'] as const
type Part = (typeof people)[number]

const roleOf: Record<Part, OrgRole | undefined> = {
  nobody: undefined,
  stranger: undefined,
  member: 'member',
  admin: 'admin',
  owner: 'owner',
  superadmin: 'owner',
}

/** The error that a role gets, if access is denied. */
const refusalFor = (role: OrgRole | undefined, needed: OrgRole): string | undefined => {
  if (role === undefined) return '404 org_not_found'
  return atLeast(orgRoles, role, needed) ? undefined : '403 org_role_too_low'
}

onService('access to an organization', (app) => {
  const persons = new Map<Part, Person>()
  let northwind: string
  let lakeshore: string
  const someone = newId()

  beforeAll(async () => {
    const names = { nobody: 'viewer', member: 'commenter', admin: 'editor', owner: 'owner', stranger: 'outsider' }
    for (const part of people) {
      persons.set(part, await app.signIn(part === 'superadmin' ? part : names[part]))
    }
    northwind = await orgNamed(app, 'Northwind Capital')
    lakeshore = await orgNamed(app, 'Lakeshore Partners')
    await app.sql('DELETE FROM org_members WHERE user_id = $1', [persons.get('nobody')?.userId])
    await app.sql("UPDATE org_members SET role = 'admin' WHERE user_id = $1", [persons.get('admin')?.userId])
  })
  beforeEach(() => forgetLimits(app))

  /** Sends malformed JSON: callers with access get a validation error, and nothing is ever changed. */
  const call = (part: Part, operation: (typeof inOrg)[number], orgId: string): Promise<Answer> => {
    const path = operation.path
      .replace('{org_id}', orgId)
      .replace('{user_id}', someone)
      .replaceAll(/\{\w+\}/g, 'no-id')
    const headers = { 'content-type': 'application/json' }
    return app.send(operation.method, path, {
      token: persons.get(part)?.token ?? '',
      ...(operation.body === undefined ? {} : { body: '{', headers }),
    })
  }
  const said = ({ status, body }: Answer): string => `${status} ${body.code ?? ''}`

  it('covers every operation inside an organization', () => {
    expect(inOrg.map(({ id }) => id).sort()).toEqual(
      [
        ...['showOrg', 'renameOrg', 'orgMembers', 'changeOrgMember', 'removeOrgMember'],
        ...['teams', 'createTeam', 'renameTeam', 'removeTeam', 'teamMembers', 'addTeamMember', 'removeTeamMember'],
        ...['invite', 'invitations', 'withdrawInvitation', 'readingTemplates', 'forgetReadingTemplate'],
        ...['sectionTemplates', 'createSectionTemplate', 'editSectionTemplate', 'deleteSectionTemplate'],
        ...['showHouseStyle', 'putHouseStyle'],
      ].sort(),
    )
  })

  describe.each(inOrg)('$method $path requires $needed', (operation) => {
    it.each(people)('enforces the required organization role for %s', async (part) => {
      const before = await belongings(app)
      const answer = said(await call(part, operation, northwind))
      const refusal = refusalFor(roleOf[part], operation.needed)
      if (refusal === undefined) expect(answer).not.toMatch(/org_not_found|org_role_too_low|^5/)
      else expect(answer).toBe(refusal)
      expect(await belongings(app)).toEqual(before)
    })

    it('returns 404 under another, an unknown or a malformed organization', async () => {
      for (const part of people) {
        const inLakeshore = part === 'stranger' ? 'owner' : part === 'superadmin' ? 'owner' : undefined
        const refusal = refusalFor(inLakeshore, operation.needed)
        const answer = said(await call(part, operation, lakeshore))
        if (refusal === undefined) expect(answer).not.toMatch(/org_not_found|org_role_too_low|^5/)
        else expect([part, answer]).toEqual([part, refusal])
        for (const orgId of [newId(), 'no-id', northwind.toUpperCase()]) {
          expect([part, said(await call(part, operation, orgId))]).toEqual([part, '404 org_not_found'])
        }
      }
    })

    it('returns 404 to all but superadmins while the organization is not active', async () => {
      for (const status of ['suspended', 'archived']) {
        await app.sql('UPDATE orgs SET status = $2 WHERE id = $1', [northwind, status])
        for (const part of people) {
          const answer = said(await call(part, operation, northwind))
          if (part === 'superadmin') expect(answer).not.toMatch(/org_not_found|org_role_too_low|^5/)
          else expect([part, answer]).toEqual([part, '404 org_not_found'])
        }
      }
      await app.sql("UPDATE orgs SET status = 'active'")
    })

    it('rejects an organization request without signing in with 401', async () => {
      const path = operation.path.replace('{org_id}', northwind).replaceAll(/\{\w+\}/g, someone)
      expect(said(await app.send(operation.method, path))).toBe('401 not_authenticated')
    })
  })
})
