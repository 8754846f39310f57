import { blockLanguage, parseBlock, readSection, type SectionText } from '@deal-canvas/memo'
import type { Code, Nodes, Parents, Table, TableRow } from 'mdast'
import { Fragment, memo, type ReactNode, useMemo } from 'react'
import { memoMessages } from '../../../messages/memo.ts'
import type { Mark } from '../comments/section-marks.ts'
import { MemoBlock } from './blocks/memo-block.tsx'
import styles from './markdown-view.module.css'
import { Marked } from './marked.tsx'
import { paint } from './paint.ts'
import { safeLink } from './safe-link.ts'
import { isKeyFigures, numericColumns } from './table-shape.ts'

interface MarkdownViewProps {
  content: string
  marks: readonly Mark[]
  /** The thread whose mark is highlighted. */
  lit: string | undefined
  /** When the section was written, if it is stale. */
  writtenAt: string | undefined
  onOpen: (commentId: string) => void
}

/** A link must not contain another link or a button. */
export type Leaves = (node: Nodes, inLink?: boolean) => ReactNode

/** Headings in a section are below its own heading, which is an h2. */
const levelOf = (depth: number): 'h3' | 'h4' | 'h5' => (depth < 2 ? 'h3' : depth === 2 ? 'h4' : 'h5')

const inside = (node: Parents, text: SectionText, leaves: Leaves): ReactNode =>
  node.children.map((child) => <Fragment key={child.position?.start.offset}>{shown(child, text, leaves)}</Fragment>)

const maxNameLength = 80

const wordsOf = (node: Nodes, text: SectionText): string =>
  text.runs
    .get(node)
    ?.map((run) => run.text)
    .join('') ?? ('children' in node ? node.children.map((child) => wordsOf(child, text)).join('') : '')

/** A table is named by its headings. */
const nameOf = (head: TableRow | undefined, text: SectionText): string => {
  const names = head?.children.map((cell) => wordsOf(cell, text).trim()).filter((name) => name !== '') ?? []
  return names.length === 0
    ? memoMessages.table()
    : memoMessages.tableOf({ headings: names.join(', ').slice(0, maxNameLength) })
}

const shownTable = (table: Table, text: SectionText, leaves: Leaves): ReactNode => {
  const [head, ...body] = table.children
  const columns = numericColumns(text, table)
  const figures = isKeyFigures(text, table)
  const cells = (row: TableRow, kind: 'th' | 'td') =>
    row.children.map((cell, column) => {
      // An empty heading would be announced as the name of its column.
      const Cell = cell.children.length === 0 ? 'td' : kind
      return (
        <Cell key={cell.position?.start.offset} className={columns[column] ? styles.num : undefined}>
          {inside(cell, text, leaves)}
        </Cell>
      )
    })
  if (figures && head !== undefined)
    return (
      <dl className={styles.figures}>
        {head.children.map((name, column) => {
          const figure = body[0]?.children[column]
          return (
            <div key={name.position?.start.offset}>
              <dt>{inside(name, text, leaves)}</dt>
              <dd>{figure && inside(figure, text, leaves)}</dd>
            </div>
          )
        })}
      </dl>
    )
  return (
    // Not a landmark: a memo has many tables, and landmarks of one name cannot be told apart.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the page is scrolled by keyboard too.
    <figure className={styles.table} tabIndex={0} aria-label={nameOf(head, text)}>
      <table>
        <thead>{head && <tr>{cells(head, 'th')}</tr>}</thead>
        <tbody>
          {body.map((row) => (
            <tr key={row.position?.start.offset}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

const shownCode = (node: Code, leaves: Leaves): ReactNode => {
  const source = (
    <pre>
      <code>{leaves(node)}</code>
    </pre>
  )
  const block = node.lang === blockLanguage ? parseBlock(node.value) : undefined
  return block === undefined ? source : <MemoBlock block={block} source={source} />
}

const shown = (node: Nodes, text: SectionText, leaves: Leaves): ReactNode => {
  switch (node.type) {
    case 'paragraph':
      return <p>{inside(node, text, leaves)}</p>
    case 'heading': {
      const Level = levelOf(node.depth)
      return <Level>{inside(node, text, leaves)}</Level>
    }
    case 'list': {
      const List = node.ordered ? 'ol' : 'ul'
      return <List start={node.ordered ? (node.start ?? 1) : undefined}>{inside(node, text, leaves)}</List>
    }
    case 'listItem':
      return <li>{inside(node, text, leaves)}</li>
    case 'blockquote':
      return <blockquote>{inside(node, text, leaves)}</blockquote>
    case 'emphasis':
      return <em>{inside(node, text, leaves)}</em>
    case 'strong':
      return <strong>{inside(node, text, leaves)}</strong>
    case 'link': {
      const href = safeLink(node.url)
      if (href === undefined) return inside(node, text, leaves)
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {inside(node, text, (leaf) => leaves(leaf, true))}
        </a>
      )
    }
    case 'table':
      return shownTable(node, text, leaves)
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'inlineCode':
      return <code>{leaves(node)}</code>
    case 'code':
      return shownCode(node, leaves)
    default:
      return 'children' in node ? inside(node, text, leaves) : leaves(node)
  }
}

/** Renders a text, with leaves rendered by the caller. HTML in it is shown as source text. */
export const shownMarkdown = (text: SectionText, leaves: Leaves): ReactNode => inside(text.root, text, leaves)

/** Renders a section's Markdown with live numbers and marked passages; HTML in it is not interpreted. */
export const MarkdownView = memo(({ content, marks, lit, writtenAt, onOpen }: MarkdownViewProps) => {
  const text = useMemo(() => readSection(content), [content])
  const painted = useMemo(() => paint(text.all, marks), [text, marks])
  const leaves: Leaves = (node, inLink = false) =>
    text.runs
      .get(node)
      ?.flatMap((run) => painted.get(run) ?? [])
      .map((piece) => (
        <Marked key={piece.from} piece={piece} inLink={inLink} lit={lit} writtenAt={writtenAt} onOpen={onOpen} />
      ))
  return shownMarkdown(text, leaves)
})
