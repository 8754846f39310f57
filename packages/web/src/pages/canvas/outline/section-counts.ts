import type { Comment } from '@deal-canvas/contract'

export interface SectionCount {
  readonly open: number
  readonly blockers: number
}

/** How many open comments and blockers each section has. */
export const sectionCounts = (comments: readonly Comment[]): ReadonlyMap<string, SectionCount> => {
  const counts = new Map<string, SectionCount>()
  for (const { section_key: key, comment_type } of comments) {
    if (key === null) continue
    const { open, blockers } = counts.get(key) ?? { open: 0, blockers: 0 }
    counts.set(key, { open: open + 1, blockers: blockers + (comment_type === 'blocker' ? 1 : 0) })
  }
  return counts
}
