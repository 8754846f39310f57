import type { BodyOf, changeUser } from '@deal-canvas/contract'

/** What a superadmin can do with a user by answering one question. */
export type UserQuestion = 'promote' | 'demote' | 'suspend' | 'reactivate' | 'delete' | 'link'
export type UserAct = UserQuestion | 'edit' | 'erase'

interface Question {
  title: (name: string) => string
  says: string
  act: string
  danger?: boolean
  change?: BodyOf<typeof changeUser>
}

export const questions: Record<UserQuestion, Question> = {
  promote: {
    title: (name) => `Make ${name} a superadmin?`,
    says: 'Superadmins see and change everything here: all users, organizations, deals and the public site.',
    act: 'Make superadmin',
    danger: true,
    change: { is_superadmin: true },
  },
  demote: {
    title: (name) => `Take the superadmin role from ${name}?`,
    says: 'Their own organizations and deals stay theirs. The superadmin pages close for them at once.',
    act: 'Take role away',
    danger: true,
    change: { is_superadmin: false },
  },
  suspend: {
    title: (name) => `Suspend ${name}?`,
    says: 'All their sessions end at once and they cannot sign in. What they wrote stays, and you can reactivate them.',
    act: 'Suspend user',
    danger: true,
    change: { status: 'suspended' },
  },
  reactivate: {
    title: (name) => `Let ${name} in again?`,
    says: 'They can sign in again with their email. A deleted user comes back without organizations.',
    act: 'Reactivate user',
    change: { status: 'active' },
  },
  delete: {
    title: (name) => `Delete ${name}?`,
    says: 'Their sessions end, they leave all organizations and deals, and their emails become free. Comments and the record keep their name.',
    act: 'Delete user',
    danger: true,
    change: { status: 'deleted' },
  },
  link: {
    title: (name) => `Mail ${name} a sign-in link?`,
    says: 'The link signs in once, within 15 minutes, and lets them set a new password without the old one.',
    act: 'Send link',
  },
}
