import { rippleRevert } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createAttempts } from '../../../session/attempts.ts'
import { useServices } from '../../../session/services.ts'
import { dealKey, useDealId } from '../canvas-query.ts'

/** Takes back what was applied last. */
export const useRevert = () => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const [attempt] = useState(createAttempts)
  return useMutation({
    /** The version of the model that the person saw: a second press is another act. */
    mutationFn: (seen: number) =>
      attempt(seen, (idempotencyKey) =>
        session.client.call(rippleRevert, { params: { deal_id: dealId }, idempotencyKey }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  })
}
