import { type BodyOf, type changeUser, signInLinkMinutes } from '@deal-canvas/contract'
import { adminUserMessages } from '../../../messages/admin-users.ts'

/** What a superadmin can do with a user after one confirmation. */
export type UserQuestion = 'promote' | 'demote' | 'suspend' | 'reactivate' | 'delete' | 'link'
export type UserAct = UserQuestion | 'edit' | 'erase'

interface Question {
  title: (user: { name: string }) => string
  /** What happens after the confirmation. */
  effect: string
  act: string
  done: (user: { name: string; email: string }) => string
  danger?: boolean
  change?: BodyOf<typeof changeUser>
}

export const questions: Record<UserQuestion, Question> = {
  promote: {
    title: adminUserMessages.promoteTitle,
    effect: adminUserMessages.promoteEffect(),
    act: adminUserMessages.promote(),
    done: adminUserMessages.promoteDone,
    danger: true,
    change: { is_superadmin: true },
  },
  demote: {
    title: adminUserMessages.demoteTitle,
    effect: adminUserMessages.demoteEffect(),
    act: adminUserMessages.demote(),
    done: adminUserMessages.demoteDone,
    danger: true,
    change: { is_superadmin: false },
  },
  suspend: {
    title: adminUserMessages.suspendTitle,
    effect: adminUserMessages.suspendEffect(),
    act: adminUserMessages.suspend(),
    done: adminUserMessages.suspendDone,
    danger: true,
    change: { status: 'suspended' },
  },
  reactivate: {
    title: adminUserMessages.reactivateTitle,
    effect: adminUserMessages.reactivateEffect(),
    act: adminUserMessages.reactivate(),
    done: adminUserMessages.reactivateDone,
    change: { status: 'active' },
  },
  delete: {
    title: adminUserMessages.deleteTitle,
    effect: adminUserMessages.deleteEffect(),
    act: adminUserMessages.delete(),
    done: adminUserMessages.deleteDone,
    danger: true,
    change: { status: 'deleted' },
  },
  link: {
    title: adminUserMessages.linkTitle,
    effect: adminUserMessages.linkEffect({ minutes: signInLinkMinutes }),
    act: adminUserMessages.link(),
    done: adminUserMessages.linkDone,
  },
}
