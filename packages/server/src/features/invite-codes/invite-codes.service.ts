import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { readInstant } from '../../platform/read-instant.ts'
import type { AdminLog } from '../admin-log/admin-log.service.ts'
import type { SuperadminOrgEntries } from '../orgs/superadmin-org-entries.ts'
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

/** What is not there stays as it is; an empty description clears it. */
export interface WantedInviteCodeChange {
  isActive?: boolean
  description?: string
}

export type InviteCodes = ReturnType<typeof createInviteCodes>

/** Codes that open an account, and perhaps an organization with it. */
export const createInviteCodes = ({ store, database, superadminEntries, adminLog, now }: Deps) => {
  const target = (id: string) => ({ type: 'invite_code', id })

  const judge = async ({ expiresAt, orgId }: WantedInviteCode): Promise<Date | null> => {
    const expires = expiresAt === null ? null : readInstant(expiresAt)
    const objections: Objection[] = []
    const object = (field: string, reason: string, input: string | null): void => {
      objections.push({ at: ['body', field], reason, input })
    }
    if (expires === undefined) object('expires_at', 'The time must be in ISO 8601 with its zone', expiresAt)
    else if (expires !== null && expires <= now()) object('expires_at', 'The time must be in the future', expiresAt)
    if (orgId !== null && !(await store.isActiveOrg(orgId))) object('org_id', 'There is no such organization', orgId)
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
          reason: 'At least one of is_active and description is needed',
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

    /** A look that costs little, before anything is done for a stranger. */
    isGood: (code: string) => store.isGood(code, now()),

    /** Uses a code up by one, in the transaction of the registration. Tells what it opens; undefined where nothing. */
    redeem: (code: string) => store.use(code, now()),
  }
}

const tidy = (description: string | null): string | null => description?.trim() || null
