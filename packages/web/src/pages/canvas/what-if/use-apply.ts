import { type RipplePreview, rippleApply } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../../deal-data/canvas-query.ts'
import { createAttempts } from '../../../session/attempts.ts'
import { useServices } from '../../../session/services.ts'

interface Applied {
  preview: RipplePreview
  reason: string
  /** The person has confirmed a value that looks like a slip. */
  confirm: boolean
}

/** Makes a preview true for everybody. */
export const useApply = (onApplied: () => void) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const [attempt] = useState(createAttempts)
  return useMutation({
    mutationFn: ({ preview: { preview_token }, reason, confirm }: Applied) =>
      attempt(preview_token, (idempotencyKey) =>
        session.client.call(rippleApply, {
          params: { deal_id: dealId },
          body: { preview_token, confirm, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
          idempotencyKey,
        }),
      ),
    onSuccess: () => {
      // The memo hears of it by the live channel too; this holds also where that is down.
      void queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onApplied()
    },
  })
}
