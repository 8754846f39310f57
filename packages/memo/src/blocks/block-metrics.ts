import type { Block } from './block.ts'

/** The metrics that a block shows or is about. */
export const blockMetrics = (block: Block): string[] => {
  switch (block.block) {
    case 'kpis':
    case 'scenarios':
      return block.metrics
    case 'sensitivity':
      return [block.metric, block.rows.metric, block.columns.metric]
    case 'tornado':
    case 'histogram':
      return [block.metric]
    case 'fact':
      return block.metric === undefined ? [] : [block.metric]
    case 'risk':
      return (block.evidence ?? []).flatMap((evidence) => ('metric' in evidence ? [evidence.metric] : []))
    case 'model_table':
    case 'chart':
      return []
  }
}
