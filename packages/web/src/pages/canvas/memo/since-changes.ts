import type { SinceLastLook } from '@deal-canvas/contract'

/** One thing to look at: a section that was edited, or a thread. */
export interface Change {
  readonly id: string
  readonly sectionKey: string | null
  readonly commentId?: string | undefined
  readonly words: string
}

export interface ChangeChip {
  readonly words: string
  /** The first of its changes. */
  readonly first: number
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** What others did, in the order in which one steps through it: the memo first, then what was said about it. */
export const changesOf = ({ sections, threads }: SinceLastLook): Change[] => [
  ...sections.map(({ section_key, title, change, to_version, by }) => ({
    id: `section-${section_key}`,
    sectionKey: section_key,
    words: `${title} ${change === 'created' ? 'added' : `edited to version ${to_version}`}${by.length > 0 ? ` by ${by.join(', ')}` : ''}`,
  })),
  ...(['new', 'replied', 'resolved', 'reopened'] as const).flatMap((kind) =>
    threads[kind].map(({ comment_id, section_key, snippet, by }) => ({
      id: `${kind}-${comment_id}`,
      sectionKey: section_key,
      commentId: comment_id,
      words: `${by ?? 'Somebody'} ${{ new: 'wrote', replied: 'replied', resolved: 'resolved', reopened: 'reopened' }[kind]}: ${snippet}`,
    })),
  ),
]

const decided = { approved: 'Approved', declined: 'Declined', deferred: 'Deferred' } as const

/** At most three, each leading to the first of its changes. */
export const chipsOf = (since: SinceLastLook): ChangeChip[] => {
  const { sections, threads, decisions } = since
  const talk = threads.new.length + threads.replied.length
  const [decision] = decisions
  const chips: (ChangeChip | undefined)[] = [
    decision && {
      words: decision.type === 'reopened' || decision.decision === null ? 'Reopened' : decided[decision.decision],
      first: 0,
    },
    sections.length > 0 ? { words: `${counted(sections.length, 'section')} edited`, first: 0 } : undefined,
    talk > 0 ? { words: counted(talk, 'comment'), first: sections.length } : undefined,
    threads.resolved.length > 0
      ? { words: `${threads.resolved.length} resolved`, first: sections.length + talk }
      : undefined,
  ]
  return chips.filter((chip) => chip !== undefined).slice(0, 3)
}
