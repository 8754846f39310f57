import { type Me, me, patchMe } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Accounts, Profile, ProfileChange } from './accounts.service.ts'

export const accountRoutes = ({ accounts }: { accounts: Accounts }): Route[] => [
  handle(me, ({ actor }) => accounts.profile(actor.userId).then(presentMe)),
  handle(patchMe, ({ actor, body }) => accounts.change(actor, readChange(body)).then(presentMe)),
]

interface PatchBody {
  first_name?: string | null
  last_name?: string | null
  avatar_url?: string | null
  mail_preferences?: { mentions?: boolean }
}

const readChange = ({ first_name, last_name, avatar_url, mail_preferences }: PatchBody): ProfileChange => ({
  ...(first_name === undefined ? {} : { firstName: first_name }),
  ...(last_name === undefined ? {} : { lastName: last_name }),
  ...(avatar_url === undefined ? {} : { avatarUrl: avatar_url }),
  ...(mail_preferences === undefined ? {} : { mailPreferences: mail_preferences }),
})

export const presentEmail = ({ email, verifiedAt, isPrimary }: Profile['emails'][number]): Me['emails'][number] => ({
  email,
  verified: verifiedAt !== null,
  primary: isPrimary,
})

export const presentMe = ({ user, emails, orgs, hasDeals }: Profile): Me => ({
  id: user.id,
  display_name: user.displayName,
  first_name: user.firstName,
  last_name: user.lastName,
  avatar_url: user.avatarUrl,
  email: emails.find(({ isPrimary }) => isPrimary)?.email ?? null,
  emails: emails.map(presentEmail),
  orgs: orgs.map(({ id, name, slug, role }) => ({ org_id: id, name, slug, role })),
  is_superadmin: user.isSuperadmin,
  has_deals: hasDeals,
  force_password_change: user.forcePasswordChange,
  mail_preferences: { mentions: user.mailPreferences.mentions },
  created_at: user.createdAt.toISOString(),
})
