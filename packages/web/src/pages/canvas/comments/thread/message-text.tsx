import { type Run, readSection } from '@deal-canvas/memo'
import { Fragment, useMemo } from 'react'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { spokenParts } from '../../../../features/comments/thread/spoken-parts.ts'
import { LiveNumber } from '../../memo/live-number.tsx'
import { type Leaves, shownMarkdown } from '../../memo/markdown-view.tsx'
import styles from './message-text.module.css'

interface MessageTextProps {
  text: string
  mentioned: readonly string[]
}

/** Text with highlighted mentions and cell references. */
const Words = ({ text, names }: { text: string; names: readonly string[] }) => {
  let from = 0
  return spokenParts(text, names).map(({ kind, text: words }) => {
    const key = from
    from += words.length
    return kind === 'words' ? (
      <Fragment key={key}>{words}</Fragment>
    ) : (
      <span key={key} className={kind === 'mention' ? styles.mention : 'font-mono'}>
        {words}
      </span>
    )
  })
}

/** The text of a message, in the same Markdown as the memo. */
export const MessageText = ({ text, mentioned }: MessageTextProps) => {
  const { participants } = useCanvas()
  const read = useMemo(() => readSection(text), [text])
  const names = useMemo(
    () => participants.filter(({ user_id }) => mentioned.includes(user_id)).map(({ display_name }) => display_name),
    [participants, mentioned],
  )
  const piece = (run: Run) =>
    run.metric === undefined ? (
      <Words key={run.from} text={run.text} names={names} />
    ) : (
      // Only the memo handles clicks on numbers.
      <LiveNumber key={run.from} metricKey={run.metric} writtenAt={undefined} inLink />
    )
  const leaves: Leaves = (node) => read.runs.get(node)?.map(piece)
  return <div className={styles.text}>{shownMarkdown(read, leaves)}</div>
}
