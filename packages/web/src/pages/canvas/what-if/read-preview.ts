import {
  type DeterministicView,
  type PreviewProgress,
  type ProbabilisticView,
  previewStages,
  type RipplePreview,
} from '@deal-canvas/contract'

export interface Previewed {
  readonly preview: RipplePreview
  /** Undefined where none was asked for, or the deal has no formulas to run through. */
  readonly view: ProbabilisticView | undefined
}

const has = (data: unknown, ...names: readonly string[]): boolean =>
  typeof data === 'object' && data !== null && names.every((name) => name in data)

const isProgress = (data: unknown): data is PreviewProgress => {
  if (!has(data, 'stage')) return false
  const { stage }: { stage?: unknown } = { ...Object(data) }
  return previewStages.some((known) => known === stage)
}
const isView = (data: unknown): data is ProbabilisticView =>
  has(data, 'metrics', 'drivers', 'tornado', 'invalid_draws', 'dropped', 'seed')
const isResult = (data: unknown): data is DeterministicView => has(data, 'metric', 'impacts', 'stats')
const isPreview = (data: unknown): data is RipplePreview => has(data, 'preview_token', 'metric', 'impacts', 'stats')

interface Listeners {
  onStage: (stage: PreviewProgress['stage']) => void
  /** The deterministic result, which is there before a simulation is. */
  onResult?: (result: DeterministicView) => void
}

/** Follows a preview to its end. One that ends without a result was cut off. */
export const readPreview = async (
  events: AsyncIterable<{ event: string; data: unknown }>,
  { onStage, onResult = () => undefined }: Listeners,
): Promise<Previewed> => {
  let view: ProbabilisticView | undefined
  for await (const { event, data } of events) {
    if (event === 'progress' && isProgress(data)) onStage(data.stage)
    else if (event === 'deterministic_view' && isResult(data)) onResult(data)
    else if (event === 'probabilistic_view' && isView(data)) view = data
    else if (event === 'ripple_preview' && isPreview(data)) return { preview: data, view }
  }
  throw new Error('The preview ended without a result')
}
