import type { LocatedFinding } from './finding.ts'
import { groupBy } from './rectangles.ts'
import type { Judgement } from './scores.ts'

/** Maximum number of findings listed. */
const maxFindings = 5

/**
 * The effect of a change on the integrity score, and the findings that explain it; none if the score stays the same.
 */
export interface ScoreChange {
  readonly before: number
  readonly after: number
  /** The most severe first, at most five. */
  readonly appeared: readonly LocatedFinding[]
  readonly resolved: readonly LocatedFinding[]
}

/** A finding's message cannot be its key, because its numbers change. */
const identityOf = ({ check, severity, sheet, cell }: LocatedFinding): string =>
  JSON.stringify([check, severity, sheet, cell])

/** The items of a list that another lacks, or has fewer of. */
const missingFrom = (others: readonly LocatedFinding[], findings: readonly LocatedFinding[]): LocatedFinding[] => {
  const found = groupBy(others, identityOf)
  return findings.filter((finding) => found.get(identityOf(finding))?.shift() === undefined).slice(0, maxFindings)
}

export const scoreChange = (before: Judgement, after: Judgement): ScoreChange => {
  const scores = { before: before.score, after: after.score }
  if (scores.before === scores.after) return { ...scores, appeared: [], resolved: [] }
  const [was, is] = [before.findings(), after.findings()]
  return { ...scores, appeared: missingFrom(was, is), resolved: missingFrom(is, was) }
}
