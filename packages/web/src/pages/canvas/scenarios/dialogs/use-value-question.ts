import { type Metric, ripplePreview } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { useServices } from '../../../../session/services.ts'
import { readPreview } from '../../what-if/read-preview.ts'

interface Typed {
  metric: Metric
  value: number
}

/** Asks whether a value looks like a typo, by the rule of the what-if; undefined: it does not. */
export const useValueQuestion = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  return useMutation({
    mutationFn: async ({ metric, value }: Typed) => {
      if (value === metric.value) return undefined
      const body = { metric_key: metric.metric_key, new_value: value }
      const events = client.stream(ripplePreview, { params: { deal_id: dealId }, body })
      // A check that fails must not keep anyone from saving.
      const previewed = await readPreview(events, { onStage: () => undefined }).catch(() => undefined)
      return previewed?.preview.warnings.find(({ code }) => code === 'value_questionable')
    },
  })
}
