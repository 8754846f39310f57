import { formatPerson } from '../../ui/format-person.ts'

/** What each entry of the journal says that somebody did. */
export const acts: Readonly<Record<string, string>> = {
  'audit.baseline': 'the audit trail was upgraded',
  'audit.erased': 'data of events was erased',
  'brush.made': 'asked about a passage',
  'canvas.built': 'built the canvas',
  'canvas.invalidated': 'started the canvas anew',
  'comment.created': 'commented',
  'comment.deleted': 'deleted a comment',
  'comment.edited': 'edited a comment',
  'comment.reacted': 'reacted to a comment',
  'comment.replied': 'replied',
  'comment.resolved': 'resolved a comment',
  'comment.reopened': 'reopened a comment',
  'comment.unreacted': 'took a reaction back',
  'deal.archived': 'archived the deal',
  'deal.finalized': 'decided the deal',
  'deal.member_added': 'added a person',
  'deal.member_changed': 'changed a role',
  'deal.member_removed': 'removed a person',
  'deal.renamed': 'renamed the deal',
  'deal.reopened': 'reopened the deal',
  'deal.restored': 'restored the deal',
  'deal.superadmin_entered': 'entered as superadmin',
  'deal.team_granted': 'shared with a team',
  'deal.team_removed': 'removed a team',
  'document.added': 'added a document',
  'document.removed': 'removed a document',
  'evidence.searched': 'searched the evidence',
  'feedback.given': 'rated a section',
  'metric.created': 'added a metric',
  'metric.deleted': 'removed a metric',
  'metric.edited': 'edited a metric',
  'metric.remapped': 'chose another source cell',
  'metric.updated': 'changed a metric',
  'metrics.written': 'entered metrics',
  'model.read_again': 'read the workbook again',
  'model.reading_updated': 'checked the numbers',
  'model.replaced': 'replaced the model',
  'readiness.taken': 'read the documents',
  'reply.deleted': 'deleted a reply',
  'reply.edited': 'edited a reply',
  'ripple.applied': 'applied a what-if',
  'ripple.reverted': 'took a what-if back',
  'section.created': 'added a section',
  'section.marked_stale': 'marked a section stale',
  'section.updated': 'edited the memo',
  'suggestion.accepted': 'accepted a suggestion',
  'suggestion.rejected': 'declined a suggestion',
  'superadmin.entered': 'entered as superadmin',
}

interface LastEvent {
  type: string
  actor_name: string | null
  actor_email_verified: boolean | null
}

/** "Priya Nair commented"; an entry of a kind that is not known here still says whose it was. */
export const formatLastEvent = (event: LastEvent | null): string => {
  if (event === null) return 'Nothing yet'
  const { type, actor_name: actor, actor_email_verified: verified } = event
  // What other systems record is theirs to name.
  const foreign = /^ext\.(.+)/.exec(type)?.[1]?.replace(/[._]/g, ' ')
  const act = acts[type] ?? (foreign === undefined ? 'changed something' : `recorded “${foreign}”`)
  return actor === null ? act.replace(/^./, (first) => first.toUpperCase()) : `${formatPerson(actor, verified)} ${act}`
}
