import type { Actor } from '../../actor.ts'
import type { ChangingDeal } from '../audit-trail/index.ts'

/** In order of execution. */
export const stages = ['digitize', 'model', 'metrics', 'quality', 'evidence', 'memo'] as const
export type Stage = (typeof stages)[number]

/** A build during one of its stages. */
export interface Building {
  readonly dealId: string
  readonly actor: Actor
  /** Aborted when another node has taken over the build or the service stops. */
  readonly signal: AbortSignal
}

/**
 * Writes the result of a stage inside the one transaction that ends it, so that it happens once no matter how often the
 * stage was started.
 */
export type Commit = (deal: ChangingDeal) => Promise<void>

/** Each stage does its slow work in a repeatable way and returns what to commit. */
export type StageWork = Readonly<Record<Stage, (building: Building) => Promise<Commit>>>

export const nothingToCommit: Commit = async () => {}

/** Undefined after the last stage. */
export const stageAfter = (stage: Stage): Stage | undefined => stages[stages.indexOf(stage) + 1]

/** The progress in percent when a stage starts. */
export const percentAt = (stage: Stage): number => Math.round((100 * stages.indexOf(stage)) / stages.length)
