import { atLeast, type OrgRole, orgRoles } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { asRefusal } from './as-refusal.ts'
import { readOrgName } from './names.ts'
import type { OrgRow, OrgsStore } from './orgs.store.ts'
import { numberedSlug, slugFamily, slugOf } from './slugs.ts'

interface Deps {
  store: OrgsStore
  database: Database
  limits: Limits
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

/** An organization as shown to one of its members. */
export interface MyOrg {
  org: OrgRow
  memberCount: number
  role: OrgRole
}

/** The role and power with which someone changes an organization. */
export interface Acting {
  role: OrgRole
  bySuperadmin: boolean
}

export interface OrgEdit {
  name: string | undefined
  scenarioApproval: boolean | undefined
  viewersExport: boolean | undefined
  /** Only an owner can change it. */
  modelProvider: boolean | undefined
}

export type Orgs = ReturnType<typeof createOrgs>

export const createOrgs = ({ store, database, limits, adminLog, now }: Deps) => {
  /**
   * Superadmins act as owners in every organization, so that one without an owner can be helped. Undefined: not
   * visible.
   */
  const roleOf = async ({ userId, isSuperadmin }: Actor, orgId: string): Promise<OrgRole | undefined> => {
    if (!isId(orgId)) return undefined
    if (isSuperadmin) return (await store.exists(orgId)) ? 'owner' : undefined
    return store.activeRole(userId, orgId)
  }

  /** Whether the action requires superadmin power; what the user's ordinary membership allows does not count. */
  const isBySuperadmin = async (actor: Actor, orgId: string, needed: OrgRole): Promise<boolean> => {
    if (!actor.isSuperadmin) return false
    const role = await store.ordinaryRole(actor.userId, orgId)
    return role === undefined || !atLeast(orgRoles, role, needed)
  }

  /** Serializes access to a slug and its numbered variants, so that two concurrent requests both get one. */
  const withSlugLock = <Result>(slug: string, work: () => Promise<Result>): Promise<Result> =>
    withAdvisoryLock(database, `org slug ${slugFamily(slug)}`, work)

  /** Without a given slug, derives a free one from the name. */
  const add = ({ name, slug: wanted }: { name: string; slug?: string | undefined }): Promise<OrgRow> =>
    withSlugLock(wanted ?? slugOf(name), async () => {
      const base = slugOf(name)
      const slug = wanted ?? numberedSlug(base, await store.freeNumber(base))
      const at = now()
      const created = { createdAt: at, updatedAt: at }
      const org: OrgRow = { id: newId(), name, slug, status: 'active', settings: {}, ...created }
      await asRefusal(store.add(org), { orgs_slug_unique: 'slug_taken' })
      return org
    })

  /**
   * Runs every change inside an organization in one transaction that locks its row and reads the role again, because it
   * can have changed while the request waited.
   */
  const change = <Result>(
    actor: Actor,
    orgId: string,
    needed: OrgRole,
    work: (org: OrgRow, acting: Acting) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction(async () => {
      const org = (isId(orgId) ? await store.lock(orgId) : undefined) ?? refuse('org_not_found')
      const role = (await roleOf(actor, orgId)) ?? refuse('org_not_found')
      if (!atLeast(orgRoles, role, needed)) refuse('org_role_too_low')
      return work(org, { role, bySuperadmin: await isBySuperadmin(actor, orgId, needed) })
    })

  /** An organization as seen by a member with the given role. */
  const show = async (orgId: string, role: OrgRole): Promise<MyOrg> => {
    const { org, memberCount } = (await store.counted(orgId)) ?? refuse('org_not_found')
    return { org, memberCount, role }
  }

  return {
    /** The organizations of a user, with the user's role in each and whether it is in effect yet. */
    ofUser: store.ofUser,
    mine: (userId: string): Promise<MyOrg[]> => store.mine(userId),
    roleOf,
    isBySuperadmin,
    administersAny: store.administersAny,
    add,
    withSlugLock,
    change,
    show,

    create: async ({ name, slug }: { name: string; slug: string }): Promise<string> => (await add({ name, slug })).id,

    addMember: (orgId: string, userId: string, role: OrgRole) =>
      store.addMember({ orgId, userId, role, createdAt: now() }),

    /** Counts a well-formed request to create an organization, whatever its outcome. Returns the normalized name. */
    admitFounding: async (actor: Actor, name: string): Promise<string> => {
      const tidied = readOrgName(name)
      await limits.take('org_creation', actor.userId)
      return tidied
    },

    found: (actor: Actor, name: string): Promise<MyOrg> =>
      database.transaction(async () => {
        const org = await add({ name })
        const owner = { orgId: org.id, userId: actor.userId, role: 'owner', createdAt: now() } as const
        await asRefusal(store.addMember(owner), { org_members_one_owned: 'already_owns_org' })
        return { org, memberCount: 1, role: 'owner' }
      }),

    /** Changes the name or the settings of an organization; undefined fields stay as they are. */
    edit: (actor: Actor, orgId: string, wanted: OrgEdit): Promise<MyOrg> =>
      change(actor, orgId, wanted.modelProvider === undefined ? 'admin' : 'owner', async (org, { role }) => {
        const former = {
          name: org.name,
          scenario_approval: org.settings['scenario_approval'] === true,
          viewers_export: org.settings['viewers_export'] === true,
          model_provider: org.settings['model_provider'] === true,
        }
        const edited = {
          name: wanted.name === undefined ? former.name : readOrgName(wanted.name),
          scenario_approval: wanted.scenarioApproval ?? former.scenario_approval,
          viewers_export: wanted.viewersExport ?? former.viewers_export,
          model_provider: wanted.modelProvider ?? former.model_provider,
        }
        const fields = ['name', 'scenario_approval', 'viewers_export', 'model_provider'] as const
        const changed = fields.filter((field) => edited[field] !== former[field])
        if (changed.length > 0) {
          const only = (values: typeof edited) => Object.fromEntries(changed.map((field) => [field, values[field]]))
          const { name: _, ...settings } = only(edited)
          await store.save(orgId, { name: edited.name, settings: { ...org.settings, ...settings } }, now())
          await adminLog.record(actor, {
            action: 'org.changed',
            target: { type: 'org', id: orgId },
            orgId,
            before: only(former),
            after: only(edited),
          })
        }
        return show(orgId, role)
      }),
  }
}
