import { type AuditEventType, externalEventName, isAuditEventType, isExternalEventType } from '@deal-canvas/contract'
import { dealMessages } from '../messages/deals.ts'
import { formatPerson } from '../ui/format-person.ts'

/** What the actor did, by type of audit-trail event. */
export const acts: Readonly<Record<AuditEventType, string>> = {
  'answer.checked': dealMessages.answerChecked(),
  'answer.requested': dealMessages.answerRequested(),
  'audit.baseline': dealMessages.auditBaseline(),
  'audit.erased': dealMessages.auditErased(),
  'brush.made': dealMessages.brushMade(),
  'canvas.built': dealMessages.canvasBuilt(),
  'canvas.invalidated': dealMessages.canvasInvalidated(),
  'committee.member_added': dealMessages.committeeMemberAdded(),
  'committee.member_removed': dealMessages.committeeMemberRemoved(),
  'condition.changed': dealMessages.conditionChanged(),
  'condition.created': dealMessages.conditionCreated(),
  'condition.deleted': dealMessages.conditionDeleted(),
  'comment.created': dealMessages.commentCreated(),
  'comment.deleted': dealMessages.commentDeleted(),
  'comment.edited': dealMessages.commentEdited(),
  'comment.followed': dealMessages.commentFollowed(),
  'comment.reacted': dealMessages.commentReacted(),
  'comment.replied': dealMessages.commentReplied(),
  'comment.resolved': dealMessages.commentResolved(),
  'comment.reopened': dealMessages.commentReopened(),
  'comment.unreacted': dealMessages.commentUnreacted(),
  'deal.archived': dealMessages.dealArchived(),
  'deal.details_changed': dealMessages.dealDetailsChanged(),
  'deal.finalized': dealMessages.dealFinalized(),
  'deal.imported': dealMessages.dealImported(),
  'deal.member_added': dealMessages.dealMemberAdded(),
  'deal.member_changed': dealMessages.dealMemberChanged(),
  'deal.member_removed': dealMessages.dealMemberRemoved(),
  'deal.renamed': dealMessages.dealRenamed(),
  'deal.reopened': dealMessages.dealReopened(),
  'deal.restored': dealMessages.dealRestored(),
  'deal.superadmin_entered': dealMessages.dealSuperadminEntered(),
  'deal.team_granted': dealMessages.dealTeamGranted(),
  'deal.team_removed': dealMessages.dealTeamRemoved(),
  'document.added': dealMessages.documentAdded(),
  'document.problem_dismissed': dealMessages.documentProblemDismissed(),
  'document.removed': dealMessages.documentRemoved(),
  'draft.answered': dealMessages.draftAnswered(),
  'draft.asked': dealMessages.draftAsked(),
  'draft.ended': dealMessages.draftEnded(),
  'draft.requested': dealMessages.draftRequested(),
  'evidence.searched': dealMessages.evidenceSearched(),
  'export.created': dealMessages.exportCreated(),
  'export.portfolio': dealMessages.exportCreated(),
  'feedback.given': dealMessages.feedbackGiven(),
  'finding.reopened': dealMessages.findingReopened(),
  'finding.settled': dealMessages.findingSettled(),
  'section.redrafted': dealMessages.sectionRedrafted(),
  'metric.created': dealMessages.metricCreated(),
  'metric.deleted': dealMessages.metricDeleted(),
  'metric.edited': dealMessages.metricEdited(),
  'metric.remapped': dealMessages.metricRemapped(),
  'metric.updated': dealMessages.metricUpdated(),
  'metrics.written': dealMessages.metricsWritten(),
  'model.read_again': dealMessages.modelReadAgain(),
  'model.reading_updated': dealMessages.modelReadingUpdated(),
  'model.replaced': dealMessages.modelReplaced(),
  'readiness.at_decision': dealMessages.readinessAtDecision(),
  'readiness.taken': dealMessages.readinessTaken(),
  'reply.deleted': dealMessages.replyDeleted(),
  'reply.edited': dealMessages.replyEdited(),
  'request.changed': dealMessages.requestChanged(),
  'request.created': dealMessages.requestCreated(),
  'ripple.applied': dealMessages.rippleApplied(),
  'ripple.reverted': dealMessages.rippleReverted(),
  'scenario.adopted': dealMessages.scenarioAdopted(),
  'scenario.changed': dealMessages.scenarioChanged(),
  'scenario.created': dealMessages.scenarioCreated(),
  'scenario.deleted': dealMessages.scenarioDeleted(),
  'scenario.presented': dealMessages.scenarioPresented(),
  'scenario.proposal_ended': dealMessages.scenarioProposalEnded(),
  'scenario.proposed': dealMessages.scenarioProposed(),
  'scenario.uncertainty_changed': dealMessages.scenarioUncertaintyChanged(),
  'section.created': dealMessages.sectionCreated(),
  'section.marked_stale': dealMessages.sectionMarkedStale(),
  'section.ordered': dealMessages.sectionOrdered(),
  'section.removed': dealMessages.sectionRemoved(),
  'section.renamed': dealMessages.sectionRenamed(),
  'section.restored': dealMessages.sectionRestored(),
  'section.updated': dealMessages.sectionUpdated(),
  'sign_off.asked': dealMessages.signOffAsked(),
  'sign_off.changed': dealMessages.signOffChanged(),
  'sign_off.deleted': dealMessages.signOffDeleted(),
  'sign_off.signed': dealMessages.signOffSigned(),
  'sign_off.withdrawn': dealMessages.signOffWithdrawn(),
  'suggestion.accepted': dealMessages.suggestionAccepted(),
  'suggestion.rejected': dealMessages.suggestionRejected(),
  'superadmin.entered': dealMessages.superadminEntered(),
  'contradiction.settled': dealMessages.contradictionSettled(),
  'contradiction.updated': dealMessages.contradictionUpdated(),
  'threshold.changed': dealMessages.thresholdChanged(),
  'threshold.created': dealMessages.thresholdCreated(),
  'threshold.deleted': dealMessages.thresholdDeleted(),
  'vote.cast': dealMessages.voteCast(),
  'votes.revealed': dealMessages.votesRevealed(),
}

interface LastEvent {
  type: string
  actor_name: string | null
  actor_email_verified: boolean | null
}

const actOf = (type: string): string => {
  if (isAuditEventType(type)) return acts[type]
  // External systems name their own events.
  if (isExternalEventType(type))
    return dealMessages.externalAct({ act: externalEventName(type).replaceAll(/[._]/g, ' ') })
  return dealMessages.unknownAct()
}

/** "Priya Nair commented"; for an unknown event type of a newer service it still names the actor. */
export const formatLastEvent = (event: LastEvent | null): string => {
  if (event === null) return dealMessages.noActivity()
  const { type, actor_name: actor, actor_email_verified: verified } = event
  const act = actOf(type)
  return actor === null
    ? act.replace(/^./, (first) => first.toUpperCase())
    : dealMessages.actorAndAct({ actor: formatPerson(actor, verified), act })
}
