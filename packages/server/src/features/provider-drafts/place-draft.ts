import { maxAnchorTextLength } from '@deal-canvas/contract'

/** Where a draft goes in a section: after this line. */
export interface DraftPlace {
  readonly position: number
  readonly line: string
}

const fence = /^ {0,3}(?:`{3,}|~{3,})/

/**
 * The last line of ordinary text that something can follow, outside of blocks and tables; undefined if there is none,
 * so that no suggestion can hold the draft.
 */
export const placeDraft = (content: string): DraftPlace | undefined => {
  let isInside = false
  let position = 0
  let found: DraftPlace | undefined
  const lines = content.split('\n')
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1] ?? ''
    const isFence = fence.test(line)
    if (isFence) isInside = !isInside
    const isText = !isInside && !isFence && line.trim() !== '' && !/^\s*[|>]/.test(line)
    const isLast = next.trim() === '' || fence.test(next)
    if (isText && isLast && line.length <= maxAnchorTextLength) found = { position, line }
    position += line.length + 1
  }
  return found
}
