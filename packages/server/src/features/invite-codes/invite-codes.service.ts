import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { adminMessages } from '../../messages/admin.ts'
import { requestMessages } from '../../messages/requests.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { readInstant } from '../../platform/read-instant.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { SuperadminOrgEntries } from '../orgs/index.ts'
import { makeInviteCode } from './invite-code.ts'
import type { InviteCodeChange, InviteCodeRow, InviteCodesPage, InviteCodesStore } from './invite-codes.store.ts'

interface Deps {
  store: InviteCodesStore
  database: Database
  superadminEntries: Pick<SuperadminOrgEntries, 'note'>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

export interface WantedInviteCode {
  description: string | null
  maxUses: number | null
  expiresAt: string | null
  orgId: string | null
  role: InviteCodeRow['role']
}

/** Absent fields stay unchanged; an empty description clears it. */
export interface WantedInviteCodeChange {
  isActive?: boolean
  description?: string
}

export type InviteCodes = ReturnType<typeof createInviteCodes>

/** Manages codes that allow registration and can include an organization membership. */
export const createInviteCodes = ({ store, database, superadminEntries, adminLog, now }: Deps) => {
  const target = (id: string) => ({ type: 'invite_code', id })

  const judge = async ({ expiresAt, orgId }: WantedInviteCode): Promise<Date | null> => {
    const expires = expiresAt === null ? null : readInstant(expiresAt)
    const objections: Objection[] = []
    const object = (field: string, reason: string, input: string | null): void => {
      objections.push({ at: ['body', field], reason, input })
    }
    if (expires === undefined) object('expires_at', requestMessages.timeInvalid(), expiresAt)
    else if (expires !== null && expires <= now()) object('expires_at', adminMessages.timeInPast(), expiresAt)
    if (orgId !== null && !(await store.isActiveOrg(orgId)))
      object('org_id', requestMessages.organizationNotFound(), orgId)
    if (objections.length > 0) throw new InvalidInput(...objections)
    return expires ?? null
  }

  return {
    create: (actor: Actor, wanted: WantedInviteCode): Promise<InviteCodeRow> =>
      database.transaction(async () => {
        const row: InviteCodeRow = {
          id: newId(),
          code: makeInviteCode(),
          description: tidy(wanted.description),
          createdBy: actor.userId,
          maxUses: wanted.maxUses,
          usesCount: 0,
          role: wanted.role,
          orgId: wanted.orgId,
          isActive: true,
          expiresAt: await judge(wanted),
          createdAt: now(),
        }
        await store.add(row)
        const { description, maxUses, role, orgId, expiresAt } = row
        if (orgId !== null) await superadminEntries.note(actor, orgId, 'owner')
        await adminLog.record(actor, {
          action: 'invite_code.created',
          target: target(row.id),
          orgId,
          after: { description, max_uses: maxUses, role, expires_at: expiresAt?.toISOString() ?? null },
        })
        return row
      }),

    page: (wanted: InviteCodesPage) => store.page({ ...wanted, limit: wanted.limit + 1 }),

    change: (actor: Actor, id: string, wanted: WantedInviteCodeChange): Promise<InviteCodeRow> => {
      if (wanted.isActive === undefined && wanted.description === undefined) {
        throw new InvalidInput({
          at: ['body'],
          reason: adminMessages.inviteCodeUnchanged(),
          input: {},
        })
      }
      return database.transaction(async () => {
        const before = (await store.lock(id)) ?? refuse('invite_code_not_found')
        const change: InviteCodeChange = {
          isActive: wanted.isActive ?? before.isActive,
          description: wanted.description === undefined ? before.description : tidy(wanted.description),
        }
        await store.save(id, change)
        const after = { ...before, ...change }
        const recorded = ({ isActive, description }: InviteCodeRow) => ({ is_active: isActive, description })
        await adminLog.record(actor, {
          action: 'invite_code.changed',
          target: target(id),
          orgId: before.orgId,
          before: recorded(before),
          after: recorded(after),
        })
        return after
      })
    },

    /** A cheap check before doing any work for an unauthenticated client. */
    isGood: (code: string) => store.isGood(code, now()),

    /**
     * Counts one use, in the transaction of the registration. Returns the organization and role; undefined if the code
     * is not valid.
     */
    redeem: (code: string) => store.use(code, now()),
  }
}

const tidy = (description: string | null): string | null => description?.trim() || null
