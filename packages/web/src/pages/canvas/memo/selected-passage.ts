import type { Section } from '@deal-canvas/contract'
import type { Passage } from '../attention.ts'
import { passageOf } from './passage-of.ts'

const leafSelector = '[data-from]'
const sectionSelector = '[data-section-text]'

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)

/** The selected part of a leaf as source positions; undefined: the selection only touches it. */
const selectedOf = (leaf: HTMLElement, range: Range): { from: number; to: number } | undefined => {
  const { length } = leaf.textContent
  const start = leaf.contains(range.startContainer) && range.startContainer instanceof Text ? range.startOffset : 0
  const end = leaf.contains(range.endContainer) && range.endContainer instanceof Text ? range.endOffset : length
  if (start >= end) return undefined
  const from = Number(leaf.dataset['from'])
  const { to } = leaf.dataset
  return to === undefined ? { from: from + start, to: from + end } : { from, to: Number(to) }
}

const trimmed = (content: string, from: number, to: number): { from: number; to: number } | undefined => {
  const text = content.slice(from, to)
  const lead = text.length - text.trimStart().length
  const tail = text.length - text.trimEnd().length
  return lead === text.length ? undefined : { from: from + lead, to: to - tail }
}

/** The passage selected in the page, if it lies within one section. */
export const selectedPassage = (
  selection: Selection | null,
  sectionOf: (sectionKey: string) => Section | undefined,
): Passage | undefined => {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const body = elementOf(range.startContainer)?.closest<HTMLElement>(sectionSelector)
  if (!body?.contains(range.endContainer)) return undefined
  const section = sectionOf(body.dataset['sectionText'] ?? '')
  if (section === undefined) return undefined
  const parts = [...body.querySelectorAll<HTMLElement>(leafSelector)]
    .filter((leaf) => range.intersectsNode(leaf))
    .flatMap((leaf) => selectedOf(leaf, range) ?? [])
  const [first] = parts
  const last = parts.at(-1)
  const place = first && last && trimmed(section.content, first.from, last.to)
  return (
    place &&
    passageOf(
      { sectionKey: section.section_key, version: section.version, content: section.content },
      place.from,
      place.to,
    )
  )
}
