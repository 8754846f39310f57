import { maxSearchLength } from '@deal-canvas/contract'
import { useState } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { bySection, useOpenComments } from '../../../features/comments/cache/comment-lists.ts'
import { mentions } from '../../../features/comments/cache/put-comment.ts'
import { commentMessages } from '../../../messages/comments.ts'
import { useMe } from '../../../session/me.ts'
import { Icon } from '../../../ui/icon.tsx'
import { RailFilter } from './rail-filter.tsx'
import styles from './rail-head.module.css'
import type { Choice } from './thread/shown-threads.ts'

interface RailHeadProps {
  choice: Choice
  onChoose: (choice: Choice) => void
  sectionKey: string | undefined
  /** Absent: the user cannot comment here. */
  onWrite?: (() => void) | undefined
}

/** The header of the threads: tabs, filter and search. The counts are those of open threads. */
export const RailHead = ({ choice, onChoose, sectionKey, onWrite }: RailHeadProps) => {
  const me = useMe()
  const { sections, counts } = useCanvas()
  const { comments, isWhole } = useOpenComments()
  const [searches, setSearches] = useState(false)
  const title = sections.find(({ section_key }) => section_key === sectionKey)?.title
  const tabs: readonly (readonly [tab: Choice['tab'], words: string, count: number])[] = [
    ...(sectionKey === undefined || title === undefined
      ? []
      : [['section', title, bySection(comments).get(sectionKey)?.length ?? 0] as const]),
    ['all', commentMessages.tabAll(), isWhole ? comments.length : counts.open_comments],
    ['mine', commentMessages.tabForMe(), comments.filter((comment) => mentions(comment, me.id)).length],
  ]
  return (
    <header className={styles.head}>
      <div className={styles.row}>
        <fieldset aria-label={commentMessages.tabsLabel()}>
          {tabs.map(([tab, words, count]) => (
            <button
              key={tab}
              type="button"
              className={styles.tab}
              aria-pressed={choice.tab === tab}
              title={words}
              onClick={() => onChoose({ ...choice, tab })}
            >
              <span className="truncate">{words}</span> {count}
            </button>
          ))}
        </fieldset>
        <span className="flex-1" />
        <RailFilter choice={choice} onChoose={onChoose} />
        <button
          type="button"
          className="btn ghost icon"
          aria-label={commentMessages.search()}
          aria-expanded={searches}
          onClick={() => {
            if (searches) onChoose({ ...choice, words: '' })
            setSearches(!searches)
          }}
        >
          <Icon name="search" size={14} />
        </button>
        {onWrite !== undefined && (
          <button
            type="button"
            className="btn ghost icon"
            aria-label={
              title === undefined
                ? commentMessages.commentOnThisSection()
                : commentMessages.commentOnSection({ section: title })
            }
            onClick={onWrite}
          >
            <Icon name="plus" size={14} />
          </button>
        )}
      </div>
      {searches && (
        <input
          type="search"
          className={`input ${styles.search}`}
          aria-label={commentMessages.searchLabel()}
          placeholder={commentMessages.searchPlaceholder({ kind: choice.type })}
          maxLength={maxSearchLength}
          // biome-ignore lint/a11y/noAutofocus: it opens because the person asked to search.
          autoFocus
          value={choice.words}
          onChange={({ target }) => onChoose({ ...choice, words: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            onChoose({ ...choice, words: '' })
            setSearches(false)
          }}
        />
      )}
    </header>
  )
}
