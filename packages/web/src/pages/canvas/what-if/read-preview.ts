import type {
  DeterministicView,
  EventOf,
  PreviewProgress,
  ProbabilisticView,
  RipplePreview,
  ripplePreview,
} from '@deal-canvas/contract'

export interface Previewed {
  readonly preview: RipplePreview
  /** Undefined: not requested, or the deal has no formulas to recalculate. */
  readonly view: ProbabilisticView | undefined
}

interface Listeners {
  onStage: (stage: PreviewProgress['stage']) => void
  /** Called with the deterministic result, which arrives before the simulation. */
  onResult?: (result: DeterministicView) => void
}

/** Reads the stream of a preview to its end. A stream that ends without a result was cut off. */
export const readPreview = async (
  events: AsyncIterable<EventOf<typeof ripplePreview>>,
  { onStage, onResult = () => undefined }: Listeners,
): Promise<Previewed> => {
  let view: ProbabilisticView | undefined
  for await (const { event, data } of events) {
    if (event === 'progress') onStage(data.stage)
    else if (event === 'deterministic_view') onResult(data)
    else if (event === 'probabilistic_view') view = data
    else return { preview: data, view }
  }
  throw new Error('The preview ended without a result')
}
