export type {
  Axis,
  Block,
  BlockKind,
  ChosenRow,
  CitedFact,
  Evidence,
  HistogramChart,
  KpiStrip,
  ModelChart,
  ModelTable,
  Risk,
  ScenarioTable,
  SensitivityGrid,
  Series,
  TornadoChart,
} from './blocks/block.ts'
export { blockMetrics } from './blocks/block-metrics.ts'
export { blockLanguage, fencedBlocks, writeBlock } from './blocks/fenced-blocks.ts'
export { BlockProblem } from './blocks/fields.ts'
export { blockKinds, maxQuoteLength, maxRowLabelLength, parseBlock, readBlock } from './blocks/read-block.ts'
export { type ChartView, drawChart } from './charts/draw-chart.ts'
export type { Drawing, Role, Shape } from './charts/drawing.ts'
export { type Palette, paperPalette, writeSvg } from './charts/write-svg.ts'
export { citedMetrics } from './cited-metrics.ts'
export { linesOf } from './compare/text-tokens.ts'
export type { Run } from './markdown/align-text.ts'
export { readSection, type SectionText } from './markdown/source-runs.ts'
export type {
  BlockView,
  FactView,
  GridView,
  HistogramView,
  KpiItem,
  KpiView,
  RiskEvidence,
  RiskView,
  SeriesView,
  TableCell,
  TableColumn,
  TableRow,
  TableView,
  Tick,
  TornadoBar,
  TornadoView,
  UnavailableView,
} from './views/block-view.ts'
