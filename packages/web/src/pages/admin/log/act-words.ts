import type { AdminAct } from '@deal-canvas/contract'
import { adminLogMessages } from '../../../messages/admin-log.ts'

const acts: Readonly<Record<string, string>> = {
  'user.created': adminLogMessages.userCreated(),
  'user.changed': adminLogMessages.userChanged(),
  'user.profile_changed': adminLogMessages.userProfileChanged(),
  'user.erased': adminLogMessages.userErased(),
  'org.created': adminLogMessages.orgCreated(),
  'org.changed': adminLogMessages.orgChanged(),
  'org_member.changed': adminLogMessages.orgMemberChanged(),
  'org_member.removed': adminLogMessages.orgMemberRemoved(),
  'org_member.left': adminLogMessages.orgMemberLeft(),
  'team.created': adminLogMessages.teamCreated(),
  'team.changed': adminLogMessages.teamChanged(),
  'team.removed': adminLogMessages.teamRemoved(),
  'team_member.added': adminLogMessages.teamMemberAdded(),
  'team_member.removed': adminLogMessages.teamMemberRemoved(),
  'invitation.created': adminLogMessages.invitationCreated(),
  'invitation.withdrawn': adminLogMessages.invitationWithdrawn(),
  'reading_template.removed': adminLogMessages.readingTemplateRemoved(),
  'section_template.created': adminLogMessages.sectionTemplateCreated(),
  'section_template.changed': adminLogMessages.sectionTemplateChanged(),
  'section_template.removed': adminLogMessages.sectionTemplateRemoved(),
  'invite_code.created': adminLogMessages.inviteCodeCreated(),
  'invite_code.changed': adminLogMessages.inviteCodeChanged(),
  'cms.updated': adminLogMessages.cmsUpdated(),
  'cms.draft_saved': adminLogMessages.cmsDraftSaved(),
  'cms.draft_discarded': adminLogMessages.cmsDraftDiscarded(),
  'cms.published': adminLogMessages.cmsPublished(),
  'cms.restored': adminLogMessages.cmsRestored(),
  'purge.begun': adminLogMessages.purgeBegun(),
  'purge.done': adminLogMessages.purgeDone(),
  'purge.dry_run': adminLogMessages.purgeDryRun(),
  'deal.purged': adminLogMessages.dealPurged(),
  'deal.superadmin_entered': adminLogMessages.dealEntered(),
  'org.superadmin_entered': adminLogMessages.orgEntered(),
}

export const knownActs: readonly string[] = Object.keys(acts)

/** An action of a newer service is shown by its name. */
export const actWords = (action: string): string => acts[action] ?? action.replaceAll(/[._]/g, ' ')

const spelled = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return adminLogMessages.noValue()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface Difference {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The fields that an action changed; if it created or removed something, all of its fields. */
export const differences = ({ before, after }: Pick<AdminAct, 'before' | 'after'>): Difference[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((field) => ({
      field: field.replaceAll('_', ' '),
      before: before === null ? undefined : spelled(before[field]),
      after: after === null ? undefined : spelled(after[field]),
    }))
    .filter((difference) => difference.before !== difference.after)
