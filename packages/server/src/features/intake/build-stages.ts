import type { Actor } from '../../actor.ts'
import type { ChangingDeal } from '../audit-trail/deal-changes.service.ts'

/** In the order in which they are done. */
export const stages = ['digitize', 'model', 'metrics', 'quality', 'evidence', 'memo'] as const
export type Stage = (typeof stages)[number]

/** A build while one of its stages is done. */
export interface Building {
  readonly dealId: string
  readonly actor: Actor
  /** Aborted when another node has taken the build over, or the service ends. */
  readonly signal: AbortSignal
}

/** What a stage leaves behind, inside the one transaction that ends it: it happens once, however often the stage was begun. */
export type Commit = (deal: ChangingDeal) => Promise<void>

/** Each does its slow work so that it may be done again, and answers what is to be committed. */
export type StageWork = Readonly<Record<Stage, (building: Building) => Promise<Commit>>>

export const nothingToCommit: Commit = async () => {}

/** Undefined: it was the last. */
export const stageAfter = (stage: Stage): Stage | undefined => stages[stages.indexOf(stage) + 1]

/** How much is done when a stage begins. */
export const percentAt = (stage: Stage): number => Math.round((100 * stages.indexOf(stage)) / stages.length)
