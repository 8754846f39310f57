import type { AdminAct } from '@deal-canvas/contract'

const acts: Readonly<Record<string, string>> = {
  'user.created': 'created a user',
  'user.changed': 'changed a user',
  'user.profile_changed': 'changed a profile',
  'org.created': 'created an organization',
  'org.changed': 'changed an organization',
  'org_member.changed': 'changed a role',
  'org_member.removed': 'removed a member',
  'org_member.left': 'left an organization',
  'team.created': 'created a team',
  'team.changed': 'renamed a team',
  'team.removed': 'deleted a team',
  'team_member.added': 'added to a team',
  'team_member.removed': 'took out of a team',
  'invitation.created': 'invited somebody',
  'invitation.withdrawn': 'withdrew an invitation',
  'invite_code.created': 'created an invite code',
  'invite_code.changed': 'changed an invite code',
  'cms.updated': 'changed site content',
  'cms.draft_saved': 'saved a draft',
  'cms.draft_discarded': 'discarded a draft',
  'cms.published': 'published site content',
  'cms.restored': 'restored site content',
  'purge.begun': 'began a purge',
  'purge.done': 'purged working state',
  'purge.dry_run': 'looked at what a purge would delete',
  'deal.purged': 'deleted a deal',
  'deal.superadmin_entered': 'entered a deal',
  'org.superadmin_entered': 'entered an organization',
}

export const knownActs: readonly string[] = Object.keys(acts)

/** An act of a newer service is told by its own name. */
export const actWords = (action: string): string => acts[action] ?? action.replaceAll(/[._]/g, ' ')

const spelled = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface Difference {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The fields that an act changed; where it made or removed something, all that was told of it. */
export const differences = ({ before, after }: Pick<AdminAct, 'before' | 'after'>): Difference[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((field) => ({
      field: field.replaceAll('_', ' '),
      before: before === null ? undefined : spelled(before[field]),
      after: after === null ? undefined : spelled(after[field]),
    }))
    .filter((difference) => difference.before !== difference.after)
