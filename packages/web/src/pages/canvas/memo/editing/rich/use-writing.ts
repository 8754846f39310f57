import { writeEdited } from '@deal-canvas/memo/document'
import type { Node } from 'prosemirror-model'
import { useEffectEvent, useRef } from 'react'

/** A long section takes longer to write as Markdown than a key may take. */
const pauseMs = 250

/** Writes the document as Markdown in the pauses of typing, and at once when somebody needs it. */
export const useWriting = (content: string, onChange: (content: string) => void) => {
  const source = useRef(content)
  const last = useRef(content)
  const noted = useRef<{ document: Node; timer: ReturnType<typeof setTimeout> }>(undefined)
  const tell = useEffectEvent(onChange)

  const settle = (): void => {
    if (noted.current === undefined) return
    const { document, timer } = noted.current
    clearTimeout(timer)
    noted.current = undefined
    const written = writeEdited(source.current, document)
    if (written === last.current) return
    last.current = written
    tell(written)
  }
  return {
    note: (document: Node): void => {
      clearTimeout(noted.current?.timer)
      noted.current = { document, timer: setTimeout(settle, pauseMs) }
    },
    settle,
    content: (): string => {
      settle()
      return last.current
    },
  }
}
