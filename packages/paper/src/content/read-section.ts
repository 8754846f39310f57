import type { BlockView } from '@deal-canvas/memo'
import { memoSchema } from '@deal-canvas/memo/document'
import type { Node } from 'prosemirror-model'
import { paperMessages as messages } from '../messages/paper.ts'
import type { PrintableMemo, PrintedSection } from '../printable-memo.ts'
import { cleanLines, cleanText } from './clean-text.ts'
import type { FlowItem, Paragraph, PrintedTable, Run } from './flow.ts'
import type { SourceNumbers } from './source-numbers.ts'
import { viewItems } from './view-items.ts'

/** Deeper lists are printed at this indent: a page has only so much width. */
const maxIndent = 6

interface Place {
  indent: number
  style: Paragraph['style']
  /** Taken by the first paragraph of a list item. */
  markers: string[]
}

/** The document of a section as items to print. */
export const readSection = (
  { document, blocks }: PrintedSection,
  { metrics }: Pick<PrintableMemo, 'metrics'>,
  sources: SourceNumbers,
): FlowItem[] => {
  const views = blocks.values()

  const itemsOf = (parent: Node, place: Place): FlowItem[] => parent.children.flatMap((node) => itemOf(node, place))

  const paragraph = (runs: Run[], place: Place, style = place.style): FlowItem[] => {
    const marker = place.markers.shift()
    return [{ kind: 'paragraph', runs, style, indent: place.indent, ...(marker === undefined ? {} : { marker }) }]
  }

  const itemOf = (node: Node, place: Place): FlowItem[] => {
    const deeper = Math.min(maxIndent, place.indent + 1)
    switch (node.type.name) {
      case 'paragraph':
        return linesOf(node).flatMap((runs) =>
          runs.length === 0 && place.markers.length === 0 ? [] : paragraph(runs, place),
        )
      case 'heading':
        return [{ kind: 'heading', level: Number(node.attrs['level']), runs: linesOf(node).flat() }]
      case 'blockquote':
        return itemsOf(node, { ...place, indent: deeper, style: 'quote' })
      case 'bullet_list':
        return node.children.flatMap((item) => itemsOf(item, { ...place, indent: deeper, markers: ['•'] }))
      case 'ordered_list':
        return node.children.flatMap((item, n) =>
          itemsOf(item, { ...place, indent: deeper, markers: [`${Number(node.attrs['start']) + n}.`] }),
        )
      case 'code_block':
        return cleanLines(node.textContent).flatMap((text) => paragraph([{ text, code: true }], place, 'code'))
      case 'html':
        return cleanLines(String(node.attrs['value'])).flatMap((text) =>
          paragraph([{ text, code: true }], place, 'code'),
        )
      case 'horizontal_rule':
        return [{ kind: 'rule' }]
      case 'table':
        return [tableOf(node)]
      case 'memo_block': {
        const view: BlockView | undefined = views.next().value
        return view === undefined ? [] : viewItems(view)
      }
      default:
        return []
    }
  }

  const tableOf = (node: Node): PrintedTable => {
    const rows = node.children.map((row) => row.children)
    const head = rows[0]?.every(({ type }) => type.name === 'table_header') === true ? rows.shift() : undefined
    const width = Math.max(head?.length ?? 0, ...rows.map(({ length }) => length))
    const sample = head ?? rows[0] ?? []
    return {
      kind: 'table',
      columns: Array.from({ length: width }, (_, n) => ({
        label: head?.[n] === undefined ? [] : linesOf(head[n]).flat(),
        align: sample[n]?.attrs['align'] ?? 'left',
      })),
      rows: rows.map((cells) => ({
        cells: Array.from({ length: width }, (_, n) => ({
          runs: cells[n] === undefined ? [] : linesOf(cells[n]).flat(),
        })),
      })),
    }
  }

  /** Split at hard breaks. */
  const linesOf = (parent: Node): Run[][] => {
    const lines: Run[][] = [[]]
    for (const node of parent.children) {
      if (node.type.name === 'hard_break') lines.push([])
      else lines.at(-1)?.push(...runsOf(node))
    }
    return lines
  }

  const runsOf = (node: Node): Run[] => {
    const style = styleOf(node)
    switch (node.type.name) {
      case 'text':
        return [{ ...style, text: cleanText(node.text ?? '') }]
      case 'metric':
        return metricRuns(String(node.attrs['key']), style)
      case 'image': {
        const alt = cleanText(String(node.attrs['alt'])).trim()
        const text = alt === '' ? messages.imageWithoutText() : messages.image({ alt })
        return [{ ...style, text, quiet: true }]
      }
      case 'inline_html':
        return [{ ...style, text: cleanText(String(node.attrs['value'])), code: true }]
      default:
        return []
    }
  }

  const metricRuns = (key: string, style: Omit<Run, 'text'>): Run[] => {
    const metric = metrics.get(key)
    if (metric === undefined) return [{ ...style, text: messages.missingNumber({ key }), quiet: true }]
    const marks = `${metric.overridden === true ? '†' : ''}${metric.unconfirmed === true ? '‡' : ''}`
    const number = metric.source === undefined ? undefined : sources.cite(metric.source)
    const text: Run = { ...style, text: `${cleanText(metric.text)}${marks}` }
    return number === undefined ? [text] : [text, { text: String(number), source: number }]
  }

  const node = memoSchema.nodeFromJSON(document)
  return itemsOf(node, { indent: 0, style: 'body', markers: [] })
}

const styleOf = (node: Node): Omit<Run, 'text'> => {
  const style: Omit<Run, 'text'> = {}
  for (const { type, attrs } of node.marks) {
    if (type.name === 'strong') style.bold = true
    if (type.name === 'em') style.italic = true
    if (type.name === 'code') style.code = true
    if (type.name === 'link' && isWebAddress(String(attrs['href']))) style.link = String(attrs['href'])
  }
  return style
}

/** Any other address could start a program on the machine of the reader. */
const isWebAddress = (href: string): boolean => /^(https?:\/\/|mailto:)[\x21-\x7e]{1,2000}$/i.test(href)
