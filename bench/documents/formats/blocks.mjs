// Takes the documents of the corpus apart into the blocks that any format can show: headings, paragraphs, lists, tables
// and text with fixed line ends.
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { parse } from 'csv-parse/sync'

const cellsOf = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
const isRule = (cells) => cells.every((cell) => /^:?-+:?$/.test(cell))
/** Terms under one another, each on its line. */
const isTerm = (line) => /^(?:\*\*|[A-Z][\w' -]{1,30}:\s)/.test(line)
const itemMark = /^(?:[-*]|(\d+)\.)\s+/

/** Markdown as far as the corpus uses it: no links, no nested lists. */
const markdownBlocks = (text) => {
  const blocks = []
  const begin = (block) => {
    blocks.push(block)
    return block
  }
  for (const chunk of text.split(/\n{2,}/)) {
    let open
    for (const line of chunk.split('\n')) {
      const [, marks, heading] = /^(#{1,6})\s+(.*)$/.exec(line) ?? []
      const [mark, number] = itemMark.exec(line) ?? []
      if (line.trim() === '' || /^-{3,}$/.test(line.trim())) open = undefined
      else if (heading !== undefined) {
        begin({ kind: 'heading', level: marks.length, text: heading })
        open = undefined
      } else if (line.trim().startsWith('|')) {
        if (open?.kind !== 'table') open = begin({ kind: 'table', rows: [] })
        const cells = cellsOf(line)
        if (!isRule(cells)) open.rows.push(cells)
      } else if (mark !== undefined) {
        const isNumbered = number !== undefined
        if (open?.kind !== 'list' || open.isNumbered !== isNumbered)
          open = begin({ kind: 'list', isNumbered, items: [] })
        open.items.push(line.slice(mark.length))
      } else if (open?.kind === 'list') open.items.push(`${open.items.pop()} ${line.trim()}`)
      else if (open?.kind === 'paragraph' && !isTerm(line)) open.text += ` ${line.trim()}`
      else open = begin({ kind: 'paragraph', text: line.trim() })
    }
  }
  return joined(blocks)
}

/** Items of a list with blank lines between them are one list. */
const joined = (blocks) => {
  const result = []
  for (const block of blocks) {
    const before = result.at(-1)
    const continues = block.kind === 'list' && before?.kind === 'list' && block.isNumbered === before.isNumbered
    if (continues) before.items.push(...block.items)
    else result.push(block)
  }
  return result
}

export const blocksOf = (path) => {
  const text = readFileSync(path, 'utf8')
  if (extname(path) === '.md') return markdownBlocks(text)
  if (extname(path) === '.txt') return [{ kind: 'fixed', text: text.trimEnd() }]
  return sheetBlocks(parse(text, { relax_column_count: true }))
}

/** A sheet as it is printed: titles above the table are not in its first column. */
const sheetBlocks = (given) => {
  const rows = given.filter((row) => row.some((cell) => cell !== ''))
  const width = Math.max(...rows.map(({ length }) => length))
  const header = rows.findIndex((row) => row.filter((cell) => cell !== '').length > 1)
  return [
    ...rows.slice(0, header).map((row) => ({ kind: 'paragraph', text: row.join('') })),
    {
      kind: 'table',
      isSheet: true,
      rows: rows.slice(header).map((row) => [...row, ...Array(width - row.length).fill('')]),
    },
  ]
}

const bare = (text) => text.replaceAll('*', '')

/** What a reader of the document sees. */
export const textOf = (block) => {
  if (block.kind === 'table') return block.rows.map((row) => row.map(bare).join(' ')).join('\n')
  if (block.kind === 'list')
    return block.items.map((item, n) => `${block.isNumbered ? `${n + 1}. ` : ''}${bare(item)}`).join('\n')
  return block.kind === 'fixed' ? block.text : bare(block.text)
}
