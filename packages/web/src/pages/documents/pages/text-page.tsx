import type { DocumentPage } from '@deal-canvas/contract'
import { cutByMarks, type Mark, type Span } from './marks.ts'
import styles from './page-sheet.module.css'
import { useScrollTo } from './use-scroll-to.ts'

interface TextPageProps {
  page: DocumentPage
  marks: readonly Mark[]
  /** The mark to scroll to. */
  target: string | undefined
  onMark: (id: string) => void
}

interface Block extends Span {
  /** 1 to 6; absent: it is no heading. */
  readonly level?: number
  readonly rows?: readonly (readonly string[])[]
}

const linesIn = (text: string, { start, end }: Span): Span[] => {
  let at = start
  return text
    .slice(start, end)
    .split('\n')
    .map((line) => {
      const from = at
      at += line.length + 1
      return { start: from, end: from + line.length }
    })
}

/** The lines and tables of a page in their order. */
const blocksOf = ({ text, tables }: DocumentPage): Block[] => {
  const blocks: Block[] = []
  let at = 0
  const addLines = (end: number): void => {
    for (const line of linesIn(text, { start: at, end })) {
      const words = text.slice(line.start, line.end)
      const [marker = '', signs = ''] = /^(#{1,6}) /.exec(words) ?? []
      if (words.trim() === '') continue
      blocks.push(signs === '' ? line : { start: line.start + marker.length, end: line.end, level: signs.length })
    }
  }
  for (const { start, end, rows } of [...tables].sort((a, b) => a.start - b.start)) {
    if (start < at) continue
    addLines(start)
    blocks.push({ start, end, rows })
    at = end
  }
  addLines(text.length)
  return blocks
}

/** A page of a document without a fixed layout, such as a letter, a mail or slides. */
export const TextPage = ({ page, marks, target, onMark }: TextPageProps) => {
  const goal = useScrollTo<HTMLElement>(
    target,
    marks.some(({ id }) => id === target),
  )
  const goalStart = marks.find(({ id }) => id === target)?.span?.start
  const isGoal = ({ start, end }: Span): boolean => goalStart !== undefined && goalStart >= start && goalStart < end
  return (
    <div className={styles.text}>
      {blocksOf(page).map((block) =>
        block.rows === undefined ? (
          <p key={block.start} data-level={block.level}>
            {cutByMarks(page.text, block, marks).map((piece) => (
              // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: The same choice is in the list of facts.
              <span
                key={piece.start}
                ref={isGoal(piece) ? goal : undefined}
                data-start={piece.start}
                data-mark={piece.marks.at(-1)?.kind}
                onClick={() => piece.marks.at(-1) && onMark(piece.marks.at(-1)?.id ?? '')}
              >
                {piece.text}
              </span>
            ))}
          </p>
        ) : (
          <TextTable key={block.start} page={page} block={block} rows={block.rows} marks={marks} />
        ),
      )}
    </div>
  )
}

/** Its rows are lines of the text, so a mark in such a line marks the row. */
const TextTable = ({
  page,
  block,
  rows,
  marks,
}: Pick<TextPageProps, 'page' | 'marks'> & { block: Span; rows: readonly (readonly string[])[] }) => {
  const lines = linesIn(page.text, block)
  const kindOf = (row: number) => {
    const line = lines.length === rows.length ? lines[row] : block
    return marks.findLast(({ span }) => span && line && span.start < line.end && span.end > line.start)?.kind
  }
  return (
    <table>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Rows of a stored page never change.
          <tr key={row} data-mark={kindOf(row)}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: Cells of a stored page never change.
              <td key={column} data-start={lines.length === rows.length ? lines[row]?.start : block.start}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
