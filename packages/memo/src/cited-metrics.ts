import { blockMetrics } from './blocks/block-metrics.ts'
import { fencedBlocks } from './blocks/fenced-blocks.ts'

const token = /\[\[([a-z0-9_]{1,80})\]\]/g

/** The metrics a section cites, each once, in its text (`[[noi]]` cites noi) and in its blocks. */
export const citedMetrics = (content: string): string[] => [
  ...new Set([
    ...[...content.matchAll(token)].map(([, key = '']) => key),
    ...fencedBlocks(content).flatMap(blockMetrics),
  ]),
]
