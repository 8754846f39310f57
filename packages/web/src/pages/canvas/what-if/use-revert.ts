import { rippleRevert } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../../deal-data/canvas-query.ts'
import { createAttempts } from '../../../session/attempts.ts'
import { useServices } from '../../../session/services.ts'

interface Reverted {
  /**
   * The model version that the user saw: reverting again after it changed is a new action with a new idempotency key.
   */
  seen: number
  /** Undefined: the newest override. */
  metricKey?: string
}

/** Reverts an override. */
export const useRevert = () => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const [attempt] = useState(createAttempts)
  return useMutation({
    mutationFn: ({ seen, metricKey }: Reverted) =>
      attempt(`${seen} ${metricKey ?? ''}`, (idempotencyKey) =>
        session.client.call(rippleRevert, {
          params: { deal_id: dealId },
          body: metricKey === undefined ? {} : { metric_key: metricKey },
          idempotencyKey,
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
}
