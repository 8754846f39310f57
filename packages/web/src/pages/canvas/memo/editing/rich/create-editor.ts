import { memoSchema, readDocument } from '@deal-canvas/memo/document'
import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Node, Slice } from 'prosemirror-model'
import { splitListItem } from 'prosemirror-schema-list'
import { EditorState, Plugin, Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { cleanHtml } from './clean-html.ts'
import { commands } from './commands.ts'
import { type Islands, viewsOf } from './islands.ts'
import { memoParser, memoSerializer } from './memo-dom.ts'
import { pasteIntoCell, readPlainText } from './paste.ts'
import { nextCell, nextRow } from './table-commands.ts'
import { typedMarks } from './typed-marks.ts'

const { nodes } = memoSchema

/** What Enter does not lead out of. */
const closed = new Set([nodes.table, nodes.memo_block, nodes.html, nodes.horizontal_rule, nodes.code_block])

const needsParagraph = ({ lastChild }: Node): boolean => lastChild !== null && closed.has(lastChild.type)

/** One can always write below a table or a block at the end. Markdown does not hold the empty paragraph. */
const paragraphAtEnd = (): Plugin =>
  new Plugin({
    appendTransaction: (_, __, { doc, tr }) =>
      needsParagraph(doc) ? tr.insert(doc.content.size, nodes.paragraph.create()).setMeta('addToHistory', false) : null,
  })

const keys = () =>
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': commands.bold,
    'Mod-i': commands.italic,
    'Mod-e': commands.code,
    'Mod-Alt-1': commands.heading,
    'Shift-Mod-7': commands.orderedList,
    'Shift-Mod-8': commands.bulletList,
    'Shift-Mod-9': commands.quote,
    // Elsewhere Tab leaves the text, as in every other field: nobody is caught in a list.
    Tab: nextCell(1),
    'Shift-Tab': nextCell(-1),
    'Mod-]': commands.indent,
    'Mod-[': commands.outdent,
    'Shift-Enter': commands.breakLine,
    Enter: chainCommands(nextRow, splitListItem(nodes.list_item)),
    Backspace: undoInputRule,
  })

/** What another program gets of a copied text: numbers keep their token. */
const plainText = (slice: Slice): string =>
  slice.content.textBetween(0, slice.content.size, '\n\n', ({ type, attrs }) => {
    if (type === nodes.metric) return `[[${attrs['key']}]]`
    if (type === nodes.hard_break) return '\n'
    return String(attrs['alt'] ?? attrs['value'] ?? '')
  })

interface EditorParts {
  readonly content: string
  readonly islands: Islands
  /** Keys are asked here first; true: the key was used. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly onState: (state: EditorState) => void
  readonly onBlur: () => void
}

export const createEditor = (
  place: HTMLElement,
  { content, islands, onKey, onState, onBlur }: EditorParts,
): EditorView => {
  const read = readDocument(content)
  const doc = needsParagraph(read) ? read.copy(read.content.addToEnd(nodes.paragraph.create())) : read
  const view = new EditorView(
    { mount: place },
    {
      state: EditorState.create({
        doc,
        // Never a block that stands first: what is typed would take its place.
        selection: Selection.findFrom(doc.resolve(0), 1, true) ?? Selection.atStart(doc),
        plugins: [typedMarks(), keys(), keymap(baseKeymap), history(), gapCursor(), paragraphAtEnd()],
      }),
      ...viewsOf(islands),
      domParser: memoParser,
      clipboardSerializer: memoSerializer,
      clipboardTextSerializer: plainText,
      clipboardTextParser: (text, $context) => readPlainText(text, $context.marks()),
      transformPastedHTML: cleanHtml,
      handlePaste: pasteIntoCell,
      handleKeyDown: (_, event) => onKey(event),
      handleDOMEvents: { blur: onBlur },
      dispatchTransaction: (transaction) => {
        const next = view.state.apply(transaction)
        view.updateState(next)
        onState(next)
      },
    },
  )
  return view
}
