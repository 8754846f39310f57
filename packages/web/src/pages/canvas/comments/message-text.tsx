import { useMemo } from 'react'
import { useCanvas } from '../canvas-query.ts'
import { spokenParts } from './spoken-parts.ts'

interface MessageTextProps {
  text: string
  mentioned: readonly string[]
}

/** What somebody wrote, as they wrote it, with names and cells to be seen at a glance. */
export const MessageText = ({ text, mentioned }: MessageTextProps) => {
  const { participants } = useCanvas()
  const parts = useMemo(() => {
    const named = participants.filter(({ user_id }) => mentioned.includes(user_id))
    let from = 0
    return spokenParts(
      text,
      named.map(({ display_name }) => display_name),
    ).map((part) => {
      const key = from
      from += part.text.length
      return { ...part, key }
    })
  }, [text, mentioned, participants])
  return (
    <p className="message-text">
      {parts.map(({ key, kind, text: words }) =>
        kind === 'words' ? (
          words
        ) : (
          <span key={key} className={kind === 'mention' ? 'mention' : 'font-mono'}>
            {words}
          </span>
        ),
      )}
    </p>
  )
}
