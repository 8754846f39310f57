import type { LocatedFinding } from './finding.ts'
import { groupBy } from './rectangles.ts'
import type { Judgement } from './scores.ts'

/** More of them than this are not read. */
const maxFindings = 5

/** What a change does to the integrity score, and the findings that explain it; none where the score stays. */
export interface ScoreChange {
  readonly before: number
  readonly after: number
  /** The worst first, no more than five. */
  readonly appeared: readonly LocatedFinding[]
  readonly resolved: readonly LocatedFinding[]
}

/** The same finding has the same words only until its numbers change. */
const identityOf = ({ check, severity, sheet, cell }: LocatedFinding): string =>
  JSON.stringify([check, severity, sheet, cell])

/** Those of a list that another has not, or has fewer of. */
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
