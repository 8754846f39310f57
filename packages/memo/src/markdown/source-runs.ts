import type { Nodes, Root } from 'mdast'
import { alignText, type Run } from './align-text.ts'
import { readMarkdown } from './read-markdown.ts'

const token = /\[\[([a-z0-9_]{1,80})\]\]/g

/** A number of the model is written [[metric_key]]; an escaped bracket keeps it as text. */
const withMetrics = (run: Run): Run[] => {
  if (!run.exact) return [run]
  const runs: Run[] = []
  let done = 0
  const textUntil = (end: number) => {
    if (end > done)
      runs.push({ text: run.text.slice(done, end), from: run.from + done, to: run.from + end, exact: true })
  }
  for (const match of run.text.matchAll(token)) {
    const [written, metric] = match
    textUntil(match.index)
    done = match.index + written.length
    runs.push({ text: written, from: run.from + match.index, to: run.from + done, exact: false, metric })
  }
  textUntil(run.text.length)
  return runs
}

/** Code and HTML appear verbatim in the source, between their fences. */
const verbatim = (source: string, from: number, to: number, value: string): Run => {
  const at = value === '' ? -1 : source.slice(from, to).indexOf(value)
  return at < 0
    ? { text: value, from, to, exact: false }
    : { text: value, from: from + at, to: from + at + value.length, exact: true }
}

const runsOf = (node: Nodes, source: string): Run[] | undefined => {
  const from = node.position?.start.offset
  const to = node.position?.end.offset
  if (from === undefined || to === undefined) return undefined
  switch (node.type) {
    case 'text':
      return alignText(source, from, to, node.value).flatMap(withMetrics)
    case 'inlineCode':
    case 'code':
    case 'html':
      return [verbatim(source, from, to, node.value)]
    case 'image':
      // Loading an image would tell the other site who reads the memo, so its description is shown instead.
      return [{ text: node.alt || node.url, from, to, exact: false }]
    default:
      return undefined
  }
}

/** A parsed section: the syntax tree, and the source positions of each leaf with text. */
export interface SectionText {
  readonly source: string
  readonly root: Root
  readonly runs: ReadonlyMap<Nodes, readonly Run[]>
  /** All runs in source order. */
  readonly all: readonly Run[]
}

export const readSection = (source: string): SectionText => {
  const root = readMarkdown(source)
  const runs = new Map<Nodes, readonly Run[]>()
  const visit = (node: Nodes): void => {
    const found = runsOf(node, source)
    if (found !== undefined) runs.set(node, found)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(root)
  return { source, root, runs, all: [...runs.values()].flat() }
}
