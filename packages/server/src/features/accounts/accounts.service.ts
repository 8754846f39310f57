import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { accountMessages } from '../../messages/accounts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId, newRandomId } from '../../platform/ids.ts'
import type { DealAccess } from '../deals/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { AccountsStore, UserChange } from './accounts.store.ts'
import type { AvatarsStore } from './avatars.store.ts'
import { nameObjections } from './person-names.ts'

interface Deps {
  store: AccountsStore
  avatars: Pick<AvatarsStore, 'removeOfUser'>
  database: Database
  orgs: Pick<Orgs, 'ofUser'>
  deals: Pick<DealAccess, 'anyVisibleTo'>
  now: Clock
}

export interface NewAccount {
  email: string
  displayName: string
  firstName?: string
  lastName?: string
  passwordHash: string
  /** Whether the address is verified. An unverified address can only sign in by password and receives no links. */
  verified: boolean
  /** The tag of the password; set only if the address is not verified. */
  passwordTag?: number
  isSuperadmin?: boolean
  isDemo?: boolean
  forcePasswordChange?: boolean
}

/** Missing fields stay unchanged; null clears a field. */
export interface ProfileChange {
  firstName?: string | null
  lastName?: string | null
  avatarUrl?: string | null
  mailPreferences?: { mentions?: boolean }
}

export type Accounts = ReturnType<typeof createAccounts>
export type Profile = Awaited<ReturnType<Accounts['profile']>>

export const createAccounts = ({ store, avatars, database, orgs, deals, now }: Deps) => {
  const profile = async (userId: string) => {
    const user = (await store.user(userId)) ?? refuse('session_ended')
    return {
      user,
      emails: await store.emails(userId),
      orgs: await orgs.ofUser(userId),
      hasDeals: await deals.anyVisibleTo(userId),
    }
  }

  const applyChange = async (userId: string, change: ProfileChange): Promise<void> => {
    const user = (await store.lock(userId)) ?? refuse('session_ended')
    const changed = plan(user, change)
    // Without this, an uploaded photo that the profile no longer references would stay in the database.
    if (changed.avatarUrl !== undefined && changed.avatarUrl !== user.avatarUrl) await avatars.removeOfUser(userId)
    await store.save(userId, changed, now())
  }

  return {
    profile,

    change: (actor: Actor, change: ProfileChange) =>
      database.transaction(async () => {
        await applyChange(actor.userId, change)
        return profile(actor.userId)
      }),

    /** The same, made by someone else. The caller has already checked their permission. */
    changeOther: (userId: string, change: ProfileChange) => database.transaction(() => applyChange(userId, change)),

    create: ({ email, verified, passwordTag, ...person }: NewAccount): Promise<string> =>
      database.transaction(async () => {
        const [id, at] = [newId(), now()]
        await store.add({
          id,
          ...person,
          status: 'active',
          analyticsVisitorId: newRandomId(),
          mailPreferences: { mentions: true },
          createdAt: at,
          updatedAt: at,
        })
        await store.addEmail({
          userId: id,
          email,
          isPrimary: true,
          canSignIn: true,
          verifiedAt: verified ? at : null,
          passwordTag: verified ? null : (passwordTag ?? null),
          createdAt: at,
        })
        return id
      }),

    none: store.isEmpty,
    isHeld: store.isHeld,
    hasDemo: store.hasDemo,
    hasRealSuperadmin: store.hasRealSuperadmin,
  }
}

const tidy = (name: string | null | undefined): string | null => name?.trim() || null

interface Current {
  displayName: string
  firstName: string | null
  lastName: string | null
  avatarUrl: string | null
  mailPreferences: { mentions: boolean }
}

/** Returns the columns to write. The display name is recomputed whenever the first or last name is given. */
const plan = (user: Current, change: ProfileChange): UserChange => {
  const objections = nameObjections({ first_name: change.firstName, last_name: change.lastName })
  if (objections.length > 0) throw new InvalidInput(...objections)
  const firstName = change.firstName === undefined ? user.firstName : tidy(change.firstName)
  const lastName = change.lastName === undefined ? user.lastName : tidy(change.lastName)
  const renamed = change.firstName !== undefined || change.lastName !== undefined
  const followed = [firstName, lastName].filter((name) => name !== null).join(' ')
  return {
    firstName,
    lastName,
    displayName: renamed && followed !== '' ? followed : user.displayName,
    mailPreferences: { ...user.mailPreferences, ...change.mailPreferences },
    ...(change.avatarUrl === undefined ? {} : { avatarUrl: pictureAddress(change.avatarUrl, user.avatarUrl) }),
  }
}

/** Accepts the current value again, so that a client can send back the path of an uploaded photo unchanged. */
const pictureAddress = (given: string | null, current: string | null): string | null => {
  const text = tidy(given)
  if (text === null || text === current) return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return text
  throw new InvalidInput({
    at: ['body', 'avatar_url'],
    reason: accountMessages.pictureNotUrl(),
    input: given,
  })
}
