import { rippleApply, ripplePreview, rippleRevert } from '@deal-canvas/contract'
import type { StreamEvent } from '../../http/event-stream.ts'
import { handle, handlePrepared, handleStream, type Route } from '../../http/handler.ts'
import { RequestInvalid } from '../../http/request-invalid.ts'
import { ruleFailure } from '../../http/validation/rule-failure.ts'
import { presentDifference } from '../models/present-difference.ts'
import { maxWaitMs, type PreviewEvent, type Previews } from './preview.service.ts'
import { UnknownMetric } from './read-preview-request.ts'
import type { Rippled, Ripples } from './ripple.service.ts'

interface Services {
  previews: Previews
  ripples: Ripples
}

export const rippleRoutes = ({ previews, ripples }: Services): Route[] => [
  handleStream(
    ripplePreview,
    ({ actor, params, body, signal }) => {
      const { metric_key, new_value, probabilistic = false, simulation = {} } = body
      const asked = { metricKey: metric_key, newValue: new_value, probabilistic, simulation }
      return wordedFailures(previews(actor, params.deal_id, asked, signal))
    },
    { maxSilenceMs: maxWaitMs + 5_000 },
  ),

  handle(rippleApply, async ({ actor, params, body }) => ({
    applied: true,
    ...presentRippled(await ripples.apply(actor, params.deal_id, body.preview_token)),
  })),

  handlePrepared(
    rippleRevert,
    ({ params, signal }) => ripples.planRevert(params.deal_id, signal),
    async ({ actor, params }, planned) => {
      const reverted = await ripples.revert(actor, params.deal_id, planned)
      return { reverted: true, metric_key: reverted.metricKey, ...presentRippled(reverted) }
    },
  ),
]

const presentRippled = ({ version, changes, staleSections }: Rippled) => ({
  model_version: version,
  changes: changes.map(presentDifference),
  stale_sections: staleSections,
})

/** An unknown metric is told with those that may have been meant. */
const wordedFailures = async function* (events: AsyncIterable<PreviewEvent>): AsyncGenerator<StreamEvent> {
  try {
    yield* events
  } catch (error) {
    if (!(error instanceof UnknownMetric)) throw error
    const { message, metricKey, nearest } = error
    throw new RequestInvalid([ruleFailure(['body', 'metric_key'], message, metricKey, { nearest })])
  }
}
