import { type BlockView, fencedBlocks } from '@deal-canvas/memo'
import { readDocument } from '@deal-canvas/memo/document'
import type { PrintableMemo } from '@deal-canvas/paper'
import { blockMessages } from '../../../messages/blocks.ts'

/** A section as it is stored, with what its blocks show in the order of its text. */
export interface SectionToPrint {
  number: string
  title: string
  content: string
  views: readonly BlockView[]
}

/** A memo whose sections are still Markdown: they are read where the file is made. */
export type MemoToPrint = Omit<PrintableMemo, 'sections'> & { sections: readonly SectionToPrint[] }

const keyOf = (block: unknown): string => JSON.stringify(block)

const printed = ({ number, title, content, views }: SectionToPrint): PrintableMemo['sections'][number] => {
  const document = readDocument(content)
  const shown = new Map(fencedBlocks(content).map((block, n) => [keyOf(block), views[n]]))
  const blocks: BlockView[] = []
  document.descendants((node) => {
    if (node.type.name !== 'memo_block') return
    const view = shown.get(keyOf(node.attrs['block']))
    blocks.push(view ?? { view: 'unavailable', reason: blockMessages.notFound() })
  })
  return { number, title, document: document.toJSON(), blocks }
}

export const printableMemo = ({ sections, ...memo }: MemoToPrint): PrintableMemo => ({
  ...memo,
  sections: sections.map(printed),
})
