import type { OrgRole } from '@deal-canvas/contract'
import type { Caller } from '../../caller.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import type { Database } from '../../platform/database/database.ts'
import { violatedIndex } from '../../platform/database/failures.ts'
import { digestOf } from '../../platform/digest.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { countsOf, takeAll } from '../../platform/limits/take-all.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { Accounts, EmailLinks, NewAccount } from '../accounts/index.ts'
import { nameObjections } from '../accounts/index.ts'
import type { Auth, PasswordTags, SignedIn } from '../auth/index.ts'
import { passwordObjection } from '../auth/index.ts'
import type { InviteCodes } from '../invite-codes/index.ts'
import { readInviteCode } from '../invite-codes/index.ts'

/** Organization invitations, each mailed to one address. */
export interface Invitations {
  isOpen(token: string, email: string): Promise<boolean>
  /** Adds the user to the organization if the token is valid and was sent to that address. */
  redeem(token: string, email: string, userId: string): Promise<boolean>
}

interface Deps {
  database: Database
  accounts: Pick<Accounts, 'create'>
  inviteCodes: Pick<InviteCodes, 'isGood' | 'redeem'>
  invitations: Invitations
  members: { join(orgId: string, userId: string, role: OrgRole): Promise<unknown> }
  emailLinks: Pick<EmailLinks, 'sendCode'>
  auth: Pick<Auth, 'startSession'>
  passwords: Pick<Passwords, 'hash'>
  tags: Pick<PasswordTags, 'of'>
  limits: Limits
}

export interface Registration {
  inviteCode: string
  email: string
  password: string
  displayName: string
}

type Person = Pick<NewAccount, 'email' | 'displayName' | 'passwordHash' | 'passwordTag'>

/** A way to register: invite code or invitation. */
interface Door {
  /** A cheap check before any work is done for an unauthenticated caller. */
  isOpen(): Promise<boolean>
  /** Creates the account in the transaction that uses up the invite code or invitation. */
  admit(person: Person): Promise<string>
}

export type Registrations = ReturnType<typeof createRegistrations>

/** Lets people create their own accounts. */
export const createRegistrations = (deps: Deps) => {
  const { database, accounts, inviteCodes, invitations, members, emailLinks, auth, passwords, tags, limits } = deps

  /**
   * An invite code works with any address. The address is not verified, and nobody learns whether it is already in use.
   */
  const byCode = (code: string): Door => ({
    isOpen: () => inviteCodes.isGood(code),
    admit: async (person) => {
      const { orgId, role } = (await inviteCodes.redeem(code)) ?? refuse('invite_invalid')
      const userId = await accounts.create({ ...person, verified: false })
      if (orgId !== null) await members.join(orgId, userId, role)
      await emailLinks.sendCode(userId, person.email, 'registration')
      return userId
    },
  })

  /** The token was mailed to the address, so its holder owns the address. */
  const byInvitation = (token: string, email: string): Door => ({
    isOpen: () => invitations.isOpen(token, email),
    admit: async (person) => {
      const userId = await accounts.create({ ...person, verified: true }).catch((error: unknown) => {
        if (violatedIndex(error) === 'user_emails_held') refuse('email_taken')
        throw error
      })
      if (!(await invitations.redeem(token, email, userId))) refuse('invite_invalid')
      return userId
    },
  })

  return {
    register: async (given: Registration, caller: Caller): Promise<SignedIn> => {
      const email = normalEmail(given.email)
      const displayName = given.displayName.trim()
      const objections = objectionsTo({ ...given, email })
      if (objections.length > 0) throw new InvalidInput(...objections)
      await takeAll(limits, countsOf('register_address', caller.ip))
      const code = readInviteCode(given.inviteCode)
      const door = code === undefined ? byInvitation(given.inviteCode, email) : byCode(code)
      if (!(await door.isOpen())) refuse('invite_invalid')
      await takeAll(limits, countsOf('register_email', caller.ip, digestOf(email)))
      const passwordHash = await passwords.hash(given.password)
      return database.transaction(async () => {
        const userId = await door.admit({ email, displayName, passwordHash, passwordTag: tags.of(given.password) })
        return (await auth.startSession({ userId, email }, 'password', caller)) ?? refuse('invite_invalid')
      })
    },
  }
}

const objectionsTo = ({ email, password, displayName }: Registration): Objection[] => {
  const unfit = passwordObjection(password, [email])
  return [
    ...(unfit === undefined ? [] : [{ at: ['body', 'password'], reason: unfit }]),
    ...nameObjections({ display_name: displayName }),
    ...(displayName.trim() === ''
      ? [{ at: ['body', 'display_name'], reason: requestMessages.nameBlank(), input: displayName }]
      : []),
  ]
}
