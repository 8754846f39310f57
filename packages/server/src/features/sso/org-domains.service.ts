import { maxOrgDomains } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { ssoMessages as messages } from '../../messages/sso.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { violatedIndex } from '../../platform/database/failures.ts'
import { isId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { SuperadminOrgEntries } from '../orgs/index.ts'
import { readDomain } from './email-domains.ts'
import type { OrgSsoStore } from './org-sso.store.ts'
import type { SsoRequirement } from './requirement.ts'

interface Deps {
  store: OrgSsoStore
  database: Database
  requirement: Pick<SsoRequirement, 'endOtherSessions'>
  superadminEntries: Pick<SuperadminOrgEntries, 'note'>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

export type OrgDomains = ReturnType<typeof createOrgDomains>

/**
 * The email domains of organizations, as superadmins assign them. Whoever has a domain can sign in everybody in it, so
 * organizations cannot claim one themselves.
 */
export const createOrgDomains = ({ store, database, requirement, superadminEntries, adminLog, now }: Deps) => {
  const inOrg = <Result>(orgId: string, work: () => Promise<Result>): Promise<Result> =>
    database.transaction(async () => {
      if (!isId(orgId) || !(await store.lockOrg(orgId))) refuse('org_not_found')
      return work()
    })

  const record = async (actor: Actor, orgId: string, change: { before?: string; after?: string }): Promise<void> => {
    await superadminEntries.note(actor, orgId, 'owner')
    await adminLog.record(actor, {
      action: 'org.changed',
      target: { type: 'org', id: orgId },
      orgId,
      ...(change.before === undefined ? {} : { before: { domain: change.before } }),
      ...(change.after === undefined ? {} : { after: { domain: change.after } }),
    })
  }

  return {
    list: (orgId: string) => inOrg(orgId, () => store.domains(orgId)),

    add: (actor: Actor, orgId: string, given: string) => {
      const read = readDomain(given)
      if (typeof read === 'string') {
        const reason = read === 'public' ? messages.domainPublic() : messages.domainMalformed()
        throw new InvalidInput({ at: ['body', 'domain'], reason, input: given })
      }
      return inOrg(orgId, async () => {
        if ((await store.domains(orgId)).length >= maxOrgDomains) refuse('too_many_domains')
        const row = { ...read, orgId, createdAt: now() }
        await store.addDomain(row).catch((error: unknown) => {
          if (violatedIndex(error) === 'org_domains_pkey') refuse('domain_taken')
          throw error
        })
        // Only does something where single sign-on is required.
        await requirement.endOtherSessions(orgId, now())
        await record(actor, orgId, { after: read.domain })
        return row
      })
    },

    remove: (actor: Actor, orgId: string, domain: string): Promise<void> =>
      inOrg(orgId, async () => {
        if (!(await store.removeDomain(orgId, domain.toLowerCase()))) refuse('domain_not_found')
        await record(actor, orgId, { before: domain.toLowerCase() })
      }),
  }
}
