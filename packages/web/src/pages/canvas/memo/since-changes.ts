import type { SinceLastLook } from '@deal-canvas/contract'
import { memoMessages } from '../../../messages/memo.ts'

/** One change to look at: an edited section or a thread. */
export interface Change {
  readonly id: string
  readonly sectionKey: string | null
  readonly commentId?: string | undefined
  readonly words: string
}

export interface ChangeChip {
  readonly words: string
  /** Index of its first change. */
  readonly first: number
}

const formatSectionChange = ({ title, change, to_version: version, by }: SinceLastLook['sections'][number]): string => {
  const names = by.join(', ')
  if (change === 'removed' || change === 'restored')
    return memoMessages.sectionSettled({ title, change, names: by.length > 0 ? names : memoMessages.someone() })
  if (change === 'created')
    return by.length > 0 ? memoMessages.sectionAddedBy({ title, names }) : memoMessages.sectionAdded({ title })
  return by.length > 0
    ? memoMessages.sectionEditedBy({ title, version, names })
    : memoMessages.sectionEdited({ title, version })
}

const threadMessages = {
  new: memoMessages.wrote,
  replied: memoMessages.replied,
  resolved: memoMessages.resolvedThread,
  reopened: memoMessages.reopenedThread,
} as const

/**
 * Other users' changes in the order of stepping through them: the memo first, then its threads, the scenarios
 * and contradictions.
 */
export const changesOf = ({ sections, threads, scenarios, contradictions: { found } }: SinceLastLook): Change[] => [
  ...sections.map((section) => ({
    id: `section-${section.section_key}`,
    sectionKey: section.section_key,
    words: formatSectionChange(section),
  })),
  ...(['new', 'replied', 'resolved', 'reopened'] as const).flatMap((kind) =>
    threads[kind].map(({ comment_id, section_key, snippet, by }) => ({
      id: `${kind}-${comment_id}`,
      sectionKey: section_key,
      commentId: comment_id,
      words: threadMessages[kind]({ name: by ?? memoMessages.someone(), snippet }),
    })),
  ),
  ...scenarios.map(({ scenario_id, name: scenario, change, by }) => ({
    id: `scenario-${scenario_id}`,
    sectionKey: null,
    words: memoMessages.scenarioNews({ name: by ?? memoMessages.someone(), change, scenario }),
  })),
  ...(found === 0
    ? []
    : [{ id: 'contradictions', sectionKey: null, words: memoMessages.contradictionsFound({ count: found }) }]),
]

/** At most three, each linking to the first of its changes. */
export const chipsOf = (since: SinceLastLook): ChangeChip[] => {
  const { sections, threads, decisions, scenarios, contradictions } = since
  const talk = threads.new.length + threads.replied.length
  const [decision] = decisions
  const afterThreads = sections.length + talk + threads.resolved.length + threads.reopened.length
  const chips: (ChangeChip | undefined)[] = [
    decision && {
      words: memoMessages[decision.type === 'reopened' ? 'reopened' : (decision.decision ?? 'reopened')](),
      first: 0,
    },
    sections.length > 0 ? { words: memoMessages.sectionsEdited({ count: sections.length }), first: 0 } : undefined,
    talk > 0 ? { words: memoMessages.commentCount({ count: talk }), first: sections.length } : undefined,
    threads.resolved.length > 0
      ? { words: memoMessages.resolvedCount({ count: threads.resolved.length }), first: sections.length + talk }
      : undefined,
    scenarios.length > 0
      ? {
          words: memoMessages.scenariosChanged({ count: scenarios.length }),
          first: afterThreads,
        }
      : undefined,
    contradictions.found > 0
      ? {
          words: memoMessages.contradictionsFound({ count: contradictions.found }),
          first: afterThreads + scenarios.length,
        }
      : undefined,
  ]
  return chips.filter((chip) => chip !== undefined).slice(0, 3)
}
