import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { asRefusal } from './as-refusal.ts'
import { readOrgName } from './names.ts'
import type { Orgs } from './orgs.service.ts'
import type { CountedOrg, OrgChange, OrgRow, OrgsPage, OrgsStore } from './orgs.store.ts'
import type { SuperadminOrgEntries } from './superadmin-org-entries.ts'

interface Deps {
  store: Pick<OrgsStore, 'page' | 'counted' | 'lock' | 'save'>
  database: Database
  orgs: Pick<Orgs, 'add' | 'withSlugLock'>
  superadminEntries: Pick<SuperadminOrgEntries, 'note'>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

/** Absent fields stay unchanged. */
interface WantedChange {
  name?: string | undefined
  slug?: string | undefined
  status?: OrgRow['status'] | undefined
}

const fields = ['name', 'slug', 'status'] as const

export type SuperadminOrgs = ReturnType<typeof createSuperadminOrgs>

/** Organizations as managed by superadmins. */
export const createSuperadminOrgs = ({ store, database, orgs, superadminEntries, adminLog, now }: Deps) => {
  const show = async (orgId: string): Promise<CountedOrg> => (await store.counted(orgId)) ?? refuse('org_not_found')
  const orgTarget = (orgId: string) => ({ target: { type: 'org', id: orgId }, orgId })

  const save = (org: OrgRow, changed: OrgChange): Promise<unknown> => {
    const write = () => asRefusal(store.save(org.id, changed, now()), { orgs_slug_unique: 'slug_taken' })
    return changed.slug === undefined ? write() : orgs.withSlugLock(changed.slug, write)
  }

  return {
    page: (wanted: OrgsPage) => store.page({ ...wanted, limit: wanted.limit + 1 }),

    create: (actor: Actor, given: { name: string; slug: string | undefined }): Promise<CountedOrg> =>
      database.transaction(async () => {
        const org = await orgs.add({ name: readOrgName(given.name), slug: given.slug })
        const { id, name, slug, status } = org
        await adminLog.record(actor, { action: 'org.created', ...orgTarget(id), after: { name, slug, status } })
        return { org, memberCount: 0, dealCount: 0 }
      }),

    change: (actor: Actor, orgId: string, wanted: WantedChange): Promise<CountedOrg> =>
      database.transaction(async () => {
        const org = (isId(orgId) ? await store.lock(orgId) : undefined) ?? refuse('org_not_found')
        const name = wanted.name === undefined ? org.name : readOrgName(wanted.name)
        const next = { name, slug: wanted.slug ?? org.slug, status: wanted.status ?? org.status }
        const moved = fields.filter((field) => next[field] !== org[field])
        if (moved.length > 0) {
          const pick = (from: typeof next) => Object.fromEntries(moved.map((field) => [field, from[field]]))
          await save(org, pick(next))
          await superadminEntries.note(actor, orgId, 'owner')
          await adminLog.record(actor, {
            action: 'org.changed',
            ...orgTarget(orgId),
            before: pick(org),
            after: pick(next),
          })
        }
        return show(orgId)
      }),
  }
}
