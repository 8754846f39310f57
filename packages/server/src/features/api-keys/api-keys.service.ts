import { type ApiKeyScope, defaultKeyDays, maxApiKeys, type OrgRole } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { apiKeyMessages as messages } from '../../messages/api-keys.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { type Clock, days, hours, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { digestOf } from '../../platform/digest.ts'
import { isId, newId, newRandomId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { sessionsEndedTopic } from '../auth/index.ts'
import type { Orgs } from '../orgs/index.ts'
import { hintOf, makeApiKey } from './api-key.ts'
import type { ApiKeyRow, ApiKeysStore, StoredKey } from './api-keys.store.ts'
import type { KeyMails } from './key-mails.ts'

interface Deps {
  store: ApiKeysStore
  database: Database
  orgs: Pick<Orgs, 'change'>
  adminLog: Pick<AdminLog, 'record'>
  mails: KeyMails
  bus: Bus
  now: Clock
}

export interface WantedKey {
  name: string
  scope: ApiKeyScope
  allDeals: boolean
  dealIds: readonly string[]
  days: number | undefined
}

export interface Rotation {
  overlapHours: number
  /** Undefined: it expires as before. */
  days: number | undefined
}

export interface KeyPath {
  orgId: string
  keyId: string
}

/** A key with its secret, which is shown once. */
export interface Issued {
  row: ApiKeyRow
  secret: string
}

type Powers = Pick<StoredKey, 'scope' | 'allDeals'>

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Nobody can make a key with more rights than their own: admins of an organization are editors of its deals. */
const roleFor = ({ scope, allDeals }: Powers): OrgRole =>
  scope === 'admin' || scope === 'provisioning' || allDeals ? 'owner' : 'admin'

const readName = (given: string): string => {
  const name = given.trim()
  if (name !== '') return name
  throw new InvalidInput({ at: ['body', 'name'], reason: messages.nameBlank(), input: given })
}

const targetOf = (id: string) => ({ type: 'api_key', id })

/** Creates, rotates and revokes the keys of organizations. */
export const createApiKeys = ({ store, database, orgs, adminLog, mails, bus, now }: Deps) => {
  /**
   * A superadmin must not issue keys for an organization of others: with one, they could read its deals without the
   * events that tell the owners.
   */
  const change = <Result>(
    actor: Actor,
    orgId: string,
    needed: OrgRole,
    work: (org: { id: string; name: string }) => Promise<Result>,
  ): Promise<Result> =>
    orgs.change(actor, orgId, needed, async (org, { bySuperadmin }) =>
      bySuperadmin ? refuse('org_role_too_low') : work(org),
    )

  const readDeals = async (orgId: string, { scope, allDeals, dealIds }: WantedKey): Promise<string[]> => {
    const wanted = [...new Set(dealIds)]
    const object = (reason: string): never => {
      throw new InvalidInput({ at: ['body', 'deal_ids'], reason, input: dealIds })
    }
    if (scope === 'provisioning' && (allDeals || wanted.length > 0)) object(messages.provisioningDeals())
    if (allDeals && wanted.length > 0) object(messages.dealsOfAll())
    const known = await store.dealsAmong(orgId, wanted)
    if (wanted.some((dealId) => !known.has(dealId))) object(messages.dealNotFound())
    return wanted
  }

  const addSecret = async (keyId: string, at: Date, validUntil: Date): Promise<string> => {
    const secret = makeApiKey()
    await store.addSecret({
      id: newId(),
      keyId,
      hash: digestOf(secret),
      hint: hintOf(secret),
      createdAt: at,
      validUntil,
    })
    return secret
  }

  const show = async ({ orgId, keyId }: KeyPath, viewer: Actor): Promise<ApiKeyRow> =>
    (await store.one(orgId, keyId, viewer.userId, now())) ?? refuse('api_key_not_found')

  const find = async ({ orgId, keyId }: KeyPath): Promise<StoredKey> =>
    (isId(orgId) && isId(keyId) ? await store.find(orgId, keyId) : undefined) ?? refuse('api_key_not_found')

  const tellOwners = async (
    send: (to: string, key: Parameters<KeyMails['created']>[1]) => void,
    { id, name }: { id: string; name: string },
    actor: Actor,
    keyName: string,
  ): Promise<void> => {
    const [addresses, personName] = await Promise.all([store.ownerAddresses(id), store.nameOf(actor.userId)])
    await database.afterCommit(async () => {
      for (const to of addresses) send(to, { keyName, orgName: name, personName })
    })
  }

  /** Open streams and channels of the key check at once whether they can go on. */
  const announceEnd = (userId: string): Promise<void> =>
    database.afterCommit(() => bus.publish(sessionsEndedTopic, { userId }))

  return {
    ofOrg: (viewer: Actor, orgId: string): Promise<ApiKeyRow[]> => store.ofOrg(orgId, viewer.userId, now()),

    create: (actor: Actor, orgId: string, wanted: WantedKey): Promise<Issued> =>
      change(actor, orgId, roleFor(wanted), async (org) => {
        const name = readName(wanted.name)
        const dealIds = await readDeals(orgId, wanted)
        if ((await store.countOf(orgId)) >= maxApiKeys) refuse('too_many_api_keys')
        const at = now()
        const key: StoredKey = {
          id: newId(),
          orgId,
          userId: newId(),
          name,
          scope: wanted.scope,
          allDeals: wanted.allDeals,
          createdBy: actor.userId,
          createdAt: at,
          expiresAt: later(at, days(wanted.days ?? defaultKeyDays)),
          rotatedAt: null,
          revokedAt: null,
          lastUsedAt: null,
          lastUsedNetwork: null,
          version: 1,
        }
        await store.add(key, messages.memberName({ name }), newRandomId(), dealIds)
        const secret = await addSecret(key.id, at, key.expiresAt)
        await adminLog.record(actor, {
          action: 'api_key.created',
          target: targetOf(key.id),
          orgId,
          after: {
            name,
            scope: key.scope,
            all_deals: key.allDeals,
            deal_ids: dealIds,
            expires_at: key.expiresAt.toISOString(),
          },
        })
        await tellOwners(mails.created, org, actor, name)
        return { row: await show({ orgId, keyId: key.id }, actor), secret }
      }),

    rotate: async (actor: Actor, path: KeyPath, wanted: Rotation, seen: number | undefined): Promise<Issued> => {
      // Whoever rotates a key learns its secret, so this needs the same role as creating it; what a key can do never
      // changes.
      const needed = roleFor(await find(path))
      return change(actor, path.orgId, needed, async (org) => {
        const key = await find(path)
        assertCurrent(key.version, seen)
        const at = now()
        const expiresAt = wanted.days === undefined ? key.expiresAt : later(at, days(wanted.days))
        await store.endSecrets(key.id, later(at, hours(wanted.overlapHours)), at)
        await store.save(key.id, { expiresAt, rotatedAt: at, version: key.version + 1 })
        const secret = await addSecret(key.id, at, expiresAt)
        await adminLog.record(actor, {
          action: 'api_key.rotated',
          target: targetOf(key.id),
          orgId: path.orgId,
          before: { expires_at: key.expiresAt.toISOString() },
          after: { expires_at: expiresAt.toISOString(), overlap_hours: wanted.overlapHours },
        })
        await announceEnd(key.userId)
        await tellOwners(mails.rotated, org, actor, key.name)
        return { row: await show(path, actor), secret }
      })
    },

    revoke: (actor: Actor, path: KeyPath, seen: number | undefined): Promise<void> =>
      orgs.change(actor, path.orgId, 'admin', async () => {
        const key = await find(path)
        assertCurrent(key.version, seen)
        const at = now()
        await store.endSecrets(key.id, at, at)
        await store.save(key.id, { revokedAt: at, version: key.version + 1 })
        await store.removeMember(key.orgId, key.userId)
        await adminLog.record(actor, {
          action: 'api_key.revoked',
          target: targetOf(key.id),
          orgId: path.orgId,
          before: { name: key.name, scope: key.scope, all_deals: key.allDeals },
        })
        await announceEnd(key.userId)
      }),
  }
}
