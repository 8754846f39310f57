import { randomBytes } from 'node:crypto'
import { invitationDays } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { digestOf } from '../../platform/digest.ts'
import { isId, newId } from '../../platform/ids.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { asRefusal } from './as-refusal.ts'
import type { InvitationMails } from './invitation-mails.ts'
import type { InvitationRow, InvitationsStore } from './invitations.store.ts'
import type { Members } from './members.service.ts'
import type { PageOf } from './members.store.ts'
import type { MyOrg, Orgs } from './orgs.service.ts'
import type { Teams } from './teams.service.ts'

interface Deps {
  store: InvitationsStore
  database: Database
  orgs: Pick<Orgs, 'change' | 'show'>
  members: Pick<Members, 'join'>
  teams: Pick<Teams, 'belongsTo'>
  mails: InvitationMails
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

export interface Wanted {
  email: string
  role: InvitationRow['role']
  teamId: string | null
}

const keptDays = 90

const facts = ({ email, role, teamId }: Wanted) => ({ email, role, team_id: teamId })

export type Invitations = ReturnType<typeof createInvitations>

/** Invitations to an organization: an address is invited, and the person who reads its mail can join. */
export const createInvitations = (deps: Deps) => {
  const { store, database, orgs, members, teams, mails, adminLog, now } = deps

  const requireTeam = async (teamId: string | null, orgId: string): Promise<void> => {
    if (teamId === null || (await teams.belongsTo(teamId, orgId))) return
    const reason = requestMessages.teamOfOther()
    throw new InvalidInput({ at: ['body', 'team_id'], reason, input: teamId })
  }

  const letIn = async (invitation: InvitationRow, userId: string): Promise<void> => {
    const { id, orgId, role, teamId, bySuperadmin } = invitation
    await members.join(orgId, userId, role, teamId ?? undefined, bySuperadmin)
    await store.accept(id, userId, now())
  }

  /** The token proves that the user read the mail, so an address given at registration is now confirmed. */
  const confirmAddress = async (userId: string, email: string): Promise<void> => {
    const address = (await store.addressOf(userId, email)) ?? refuse('invitation_for_other')
    if (address.verifiedAt !== null) return
    if (address.heldElsewhere) refuse('invite_invalid')
    // An address set by an administrator is not proven until its code is entered: a forwarded link
    // must neither give access to the account nor add anyone to an organization.
    if (!address.canSignIn || address.replaces !== null) refuse('invitation_for_other')
    await asRefusal(store.confirmAddress(userId, email, now()), { user_emails_held: 'invite_invalid' })
  }

  return {
    /** Does the same for every address, whether or not it belongs to an account. */
    invite: (actor: Actor, orgId: string, given: Wanted): Promise<InvitationRow> =>
      orgs.change(actor, orgId, 'admin', async (org, { bySuperadmin }) => {
        const wanted = { ...given, email: normalEmail(given.email) }
        await requireTeam(wanted.teamId, orgId)
        const token = randomBytes(32).toString('base64url')
        const invitation = {
          id: newId(),
          orgId,
          ...wanted,
          tokenHash: digestOf(token),
          invitedBy: actor.userId,
          createdAt: now(),
          expiresAt: later(now(), days(invitationDays)),
          closedAt: null,
          acceptedBy: null,
          bySuperadmin,
        }
        await store.closeFor(orgId, wanted.email, now())
        await store.add(invitation)
        const target = { type: 'invitation', id: invitation.id }
        await adminLog.record(actor, { action: 'invitation.created', target, orgId, after: facts(wanted) })
        const inviter = { id: actor.userId, name: await store.nameInMails(actor.userId) }
        await database.afterCommit(async () =>
          mails.invited({ to: wanted.email, orgName: org.name, inviter, token, goodForDays: invitationDays }),
        )
        return invitation
      }),

    /** Deletes invitations 90 days after they expire; until then they show who was invited when. */
    sweep: () => store.sweep(later(now(), -days(keptDays))),

    page: (orgId: string, wanted: PageOf) => store.page(orgId, now(), { ...wanted, limit: wanted.limit + 1 }),

    withdraw: (actor: Actor, orgId: string, id: string): Promise<void> =>
      orgs.change(actor, orgId, 'admin', async () => {
        const open = isId(id) ? await store.withdraw(orgId, id, now()) : undefined
        const closed = open ?? refuse('invitation_not_found')
        const target = { type: 'invitation', id }
        await adminLog.record(actor, { action: 'invitation.withdrawn', target, orgId, before: facts(closed) })
      }),

    /** Called by a user with an account; the invited address must be one of the user's own. */
    accept: ({ userId }: Actor, token: string): Promise<MyOrg> =>
      database.transaction(async () => {
        const invitation = (await store.lockOpen(digestOf(token), now())) ?? refuse('invite_invalid')
        await confirmAddress(userId, invitation.email)
        await letIn(invitation, userId)
        return orgs.show(invitation.orgId, invitation.role)
      }),

    /** Whether the token is valid for this address, for a person who is about to register. */
    isOpen: async (token: string, email: string): Promise<boolean> =>
      (await store.open(digestOf(token), now()))?.email === email,

    /** Adds a new account to the organization; false if the token is not, or no longer, valid for its address. */
    redeem: (token: string, email: string, userId: string): Promise<boolean> =>
      database.transaction(async () => {
        const invitation = await store.lockOpen(digestOf(token), now())
        if (invitation?.email !== email) return false
        await letIn(invitation, userId)
        return true
      }),
  }
}
