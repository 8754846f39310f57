import { useLayoutEffect, useRef, useState } from 'react'
import { useSingleKey } from '../../../../app/use-single-key.ts'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { useObservable } from '../../../../ui/observable.ts'
import { type Act, type Passage, useAttention } from '../../attention.ts'
import styles from './selection-toolbar.module.css'

const acts = [
  { act: 'comment', words: commentMessages.selectionComment(), letter: 'c', icon: 'comment', isWriting: true },
  { act: 'suggest', words: commentMessages.selectionSuggest(), letter: 's', icon: 'pen', isWriting: true },
  { act: 'ask', words: commentMessages.selectionAsk(), letter: 'a', icon: 'ask', isWriting: false },
  { act: 'evidence', words: commentMessages.selectionEvidence(), letter: 'e', icon: 'evidence', isWriting: false },
] as const

const gap = 5
const edge = 8

/** Just above the first line of the selection, or below its last if there is no room; undefined: it is not visible. */
const placeAt = (bar: HTMLElement): { left: number; top: number } | undefined => {
  const selection = document.getSelection()
  if (selection === null || selection.rangeCount === 0) return undefined
  const lines = selection.getRangeAt(0).getClientRects()
  const first = lines[0]
  const last = lines[lines.length - 1]
  if (first === undefined || last === undefined || last.bottom < edge || first.top > window.innerHeight)
    return undefined
  const { width, height } = bar.getBoundingClientRect()
  // Stay within the memo, so that the toolbar does not cover the comments and their forms.
  const memo = bar.parentElement?.querySelector('[data-memo]')?.getBoundingClientRect()
  const right = memo?.right ?? window.innerWidth
  const above = first.top - height - gap
  const below = Math.min(last.bottom + gap, window.innerHeight - height - edge)
  return {
    left: Math.max(edge, memo?.left ?? 0, Math.min(first.left, right - width - edge)),
    // The top bar would cover it.
    top: above >= 48 + edge ? above : below,
  }
}

/** The actions on the selected text, shown just above it. */
export const SelectionToolbar = () => {
  const attention = useAttention()
  const passage = useObservable(attention.passage)
  const draft = useObservable(attention.draft)
  // Once a draft about this passage is open, the toolbar would only cover the text.
  return passage === undefined || draft?.passage === passage ? null : <Bar passage={passage} />
}

const Bar = ({ passage }: { passage: Passage }) => {
  const { draft } = useAttention()
  const may = useCommentPermissions()
  const bar = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const follow = () => setPlace(bar.current === null ? undefined : placeAt(bar.current))
    // Reposition for a new passage.
    if (passage.from < passage.to) follow()
    // The memo scrolls in its own container, and scroll events do not bubble: listen in the capture phase.
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [passage])
  const begin = (act: Act) => draft.set({ act, passage })
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={commentMessages.selectionLabel()}
      className={`${styles.selectionBar} pop`}
      style={place === undefined ? { visibility: 'hidden' } : place}
    >
      {acts
        .filter(({ isWriting }) => may.comment || !isWriting)
        .map(({ act, words, letter, icon }) => (
          <ActButton key={act} words={words} letter={letter} icon={icon} onAct={() => begin(act)} />
        ))}
    </div>
  )
}

interface ActButtonProps {
  words: string
  letter: string
  icon: (typeof acts)[number]['icon']
  onAct: () => void
}

const ActButton = ({ words, letter, icon, onAct }: ActButtonProps) => {
  useSingleKey(letter, onAct)
  return (
    <button
      type="button"
      aria-keyshortcuts={letter}
      // Keep the selection when a button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAct}
    >
      <Icon name={icon} size={14} />
      {words}
      <kbd>{letter.toUpperCase()}</kbd>
    </button>
  )
}
