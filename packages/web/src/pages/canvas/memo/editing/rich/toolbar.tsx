import { memoSchema } from '@deal-canvas/memo/document'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { writingMessages as messages } from '../../../../../messages/writing.ts'
import { Icon } from '../../../../../ui/icon.tsx'
import { commands, hasMark, isIn } from './commands.ts'
import styles from './toolbar.module.css'

interface Tool {
  readonly name: string
  readonly sign: ReactNode
  readonly keys: string
  /** Absent: it opens a dialog for a link. */
  readonly command?: Command
  /** Absent: it does something once instead of being on or off. */
  readonly isOn?: (state: EditorState) => boolean
  readonly isIdle?: (state: EditorState) => boolean
}

const { nodes, marks } = memoSchema

const numbered = 'M6.5 4h7M6.5 8h7M6.5 12h7M2.3 3l1-.6v3.2M2.2 9.2c.3-.8 1.6-.7 1.6.2 0 .7-1.6 1.2-1.6 1.9h1.7'
const quoted = 'M3 9.2h3v3H3Zm0 0c0-2.600.8-4.400 2.600-5.400M9.500 9.200h3v3h-3Zm0 0c0-2.600.8-4.400 2.600-5.400'

const Sign = ({ path }: { path: string }) => (
  <svg
    aria-hidden="true"
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.3"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={path} />
  </svg>
)

const Redo = () => (
  <span className={styles.mirrored}>
    <Icon name="undo" />
  </span>
)

const tools: readonly Tool[] = [
  {
    name: messages.bold(),
    sign: <b aria-hidden="true">B</b>,
    keys: 'Control+B',
    command: commands.bold,
    isOn: (state) => hasMark(state, marks.strong),
  },
  {
    name: messages.italic(),
    sign: <i aria-hidden="true">I</i>,
    keys: 'Control+I',
    command: commands.italic,
    isOn: (state) => hasMark(state, marks.em),
  },
  {
    name: messages.heading(),
    sign: <b aria-hidden="true">H</b>,
    keys: 'Control+Alt+1',
    command: commands.heading,
    isOn: (state) => isIn(state, nodes.heading),
  },
  {
    name: messages.bulletList(),
    sign: <Icon name="list" />,
    keys: 'Control+Shift+8',
    command: commands.bulletList,
    isOn: (state) => isIn(state, nodes.bullet_list),
  },
  {
    name: messages.numberedList(),
    sign: <Sign path={numbered} />,
    keys: 'Control+Shift+7',
    command: commands.orderedList,
    isOn: (state) => isIn(state, nodes.ordered_list),
  },
  {
    name: messages.quote(),
    sign: <Sign path={quoted} />,
    keys: 'Control+Shift+9',
    command: commands.quote,
    isOn: (state) => isIn(state, nodes.blockquote),
  },
  {
    name: messages.link(),
    sign: <Icon name="link" />,
    keys: 'Control+K',
    isOn: (state) => hasMark(state, marks.link),
  },
  {
    name: messages.undoEdit(),
    sign: <Icon name="undo" />,
    keys: 'Control+Z',
    command: undo,
    isIdle: (state) => undoDepth(state) === 0,
  },
  {
    name: messages.redoEdit(),
    sign: <Redo />,
    keys: 'Control+Y',
    command: redo,
    isIdle: (state) => redoDepth(state) === 0,
  },
]

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const keysOf = (keys: string): string => (isMac ? keys.replace('Control', 'Meta') : keys)

interface ToolbarProps {
  view: EditorView
  state: EditorState
  /** The name of the text that it is for. */
  controls: string
  onLink: () => void
}

/** One stop of the Tab key; the arrow keys move within. */
export const Toolbar = ({ view, state, controls, onLink }: ToolbarProps) => {
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)

  const press = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowRight: (stop + 1) % tools.length,
      ArrowLeft: (stop + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={messages.formatting()}
      aria-controls={controls}
      className={styles.toolbar}
      onKeyDown={press}
    >
      {tools.map(({ name, sign, keys, command, isOn, isIdle }, n) => (
        <button
          key={name}
          type="button"
          className="btn ghost icon"
          aria-label={name}
          title={messages.withKeys({ command: name, keys: keysOf(keys) })}
          aria-keyshortcuts={keysOf(keys)}
          aria-pressed={isOn?.(state)}
          aria-disabled={isIdle?.(state) || undefined}
          tabIndex={n === stop ? 0 : -1}
          onFocus={() => setStop(n)}
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            if (command === undefined) return onLink()
            command(view.state, view.dispatch, view)
            // A press of the mouse goes on in the text; who came by keyboard may want the next tool.
            if (event.detail > 0) view.focus()
          }}
        >
          {sign}
        </button>
      ))}
    </div>
  )
}
