import { paperMessages as messages } from '../messages/paper.ts'
import type { PrintableMemo } from '../printable-memo.ts'
import { appendicesOf, type Part } from './appendices.ts'
import { cleanText } from './clean-text.ts'
import type { FlowItem } from './flow.ts'
import { readSection } from './read-section.ts'
import { createSourceNumbers, type SourceNumbers } from './source-numbers.ts'

/** Sections and appendices in order, with their sources numbered. */
export const partsOf = (memo: PrintableMemo): { parts: Part[]; sources: SourceNumbers } => {
  const sources = createSourceNumbers(memo)
  const sections = memo.sections.map((section): Part => {
    const items = readSection(section, memo, sources)
    return {
      number: cleanText(section.number),
      title: cleanText(section.title),
      isAppendix: false,
      items: items.length === 0 ? notWritten() : items,
    }
  })
  return { parts: [...sections, ...appendicesOf(memo, sources)], sources }
}

const notWritten = (): FlowItem[] => [
  { kind: 'paragraph', style: 'body', indent: 0, runs: [{ text: messages.notWritten(), quiet: true }] },
]
