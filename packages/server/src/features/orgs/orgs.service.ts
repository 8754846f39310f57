import { atLeast, type DealStage, dealStages, type OrgRole, orgRoles } from '@deal-canvas/contract'
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
import { type OrgSettings, settingNames, settingsOf } from './org-settings.ts'
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

/** Undefined fields stay as they are. Only an owner can change what the model provider gets. */
export type OrgEdit = {
  [Field in 'name' | Exclude<keyof OrgSettings, 'stage_names'>]: (OrgSettings & { name: string })[Field] | undefined
} & {
  /** Null: the built-in name. */
  stage_names: { [Stage in DealStage]?: string | null | undefined } | undefined
}

const fields = ['name', ...settingNames] as const

/** In the order of stages, so that equal names are equal JSON. */
const renameStages = (former: OrgSettings['stage_names'], given: OrgEdit['stage_names']): OrgSettings['stage_names'] =>
  Object.fromEntries(
    dealStages.flatMap((stage) => {
      const wanted = given?.[stage]
      const name = wanted === undefined ? former[stage] : wanted?.trim()
      return name === undefined || name === '' ? [] : [[stage, name]]
    }),
  )

const roleFor = ({ model_provider, provider_redaction }: OrgEdit): OrgRole =>
  model_provider === undefined && provider_redaction === undefined ? 'admin' : 'owner'

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
      change(actor, orgId, roleFor(wanted), async (org, { role }) => {
        const former = { name: org.name, ...settingsOf(org.settings) }
        const { stage_names: stages, ...others } = wanted
        const given = Object.entries(others).filter(([, value]) => value !== undefined)
        const name = wanted.name === undefined ? former.name : readOrgName(wanted.name)
        const stage_names = renameStages(former.stage_names, stages)
        const edited = { ...former, ...Object.fromEntries(given), name, stage_names }
        const changed = fields.filter((field) => JSON.stringify(edited[field]) !== JSON.stringify(former[field]))
        if (changed.length > 0) {
          const only = (values: typeof former) => Object.fromEntries(changed.map((field) => [field, values[field]]))
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
