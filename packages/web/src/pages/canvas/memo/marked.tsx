import { readSection } from '@deal-canvas/memo'
import { Fragment, type ReactNode } from 'react'
import { memoMessages } from '../../../messages/memo.ts'
import type { Mark } from '../comments/section-marks.ts'
import { SuggestionPill } from '../comments/suggestions/suggestion-pill.tsx'
import { LiveNumber } from './live-number.tsx'
import styles from './marked.module.css'
import type { Piece } from './paint.ts'

interface LeafProps {
  piece: Pick<Piece, 'text' | 'from' | 'to' | 'exact' | 'metric'>
  writtenAt: string | undefined
  inLink: boolean
}

/** Carries its source position in data attributes, so that a selection in the page can be mapped to the source. */
const Leaf = ({ piece: { text, from, to, exact, metric }, writtenAt, inLink }: LeafProps) =>
  metric === undefined ? (
    <span data-from={from} data-to={exact ? undefined : to}>
      {text}
    </span>
  ) : (
    <LiveNumber metricKey={metric} from={from} to={to} writtenAt={writtenAt} inLink={inLink} />
  )

const openLabels = {
  comment: memoMessages.openComment,
  question: memoMessages.openQuestion,
  blocker: memoMessages.openBlocker,
  request: memoMessages.openRequest,
  suggestion: memoMessages.openSuggestion,
} as const

/** Opens a thread by keyboard: a mark itself cannot be a button, because it may contain numbers, which are links. */
const OpenThread = ({ mark, onOpen }: { mark: Mark; onOpen: (commentId: string) => void }) => (
  <button type="button" className={styles.open} onClick={() => onOpen(mark.commentId)}>
    {openLabels[mark.look]()}
  </button>
)

/** The replacement that a suggestion proposes, with live numbers. It has no position in the section yet. */
const Proposed = ({ text }: { text: string }) => {
  const { all } = readSection(text)
  return (
    <ins className={styles.proposed}>
      {all.map((run) =>
        run.metric === undefined ? (
          <Fragment key={run.from}>{run.text}</Fragment>
        ) : (
          <LiveNumber key={run.from} metricKey={run.metric} writtenAt={undefined} inLink />
        ),
      )}
    </ins>
  )
}

interface MarkedProps extends LeafProps {
  piece: Piece
  lit: string | undefined
  onOpen: (commentId: string) => void
}

/** A piece of text inside its marks. */
export const Marked = ({ piece, writtenAt, inLink, lit, onOpen }: MarkedProps) => {
  let shown: ReactNode = <Leaf piece={piece} writtenAt={writtenAt} inLink={inLink} />
  for (const mark of piece.marks) {
    const className = `${styles.mark} ${mark.commentId === lit ? styles.lit : ''}`
    shown =
      mark.replacement === undefined ? (
        <mark className={className} data-look={mark.look} data-thread={mark.commentId}>
          {shown}
        </mark>
      ) : (
        <del className={className} data-look={mark.look} data-thread={mark.commentId}>
          {shown}
        </del>
      )
  }
  return (
    <>
      {shown}
      {piece.ending.map((mark) => (
        <Fragment key={mark.commentId}>
          {!inLink && <OpenThread mark={mark} onOpen={onOpen} />}
          {mark.replacement !== undefined && (
            <>
              {' '}
              <Proposed text={mark.replacement} />
              {!inLink && <SuggestionPill commentId={mark.commentId} />}
            </>
          )}
        </Fragment>
      ))}
    </>
  )
}
