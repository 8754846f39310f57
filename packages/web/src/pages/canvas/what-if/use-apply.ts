import { type RipplePreview, rippleApply } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../../deal-data/canvas-query.ts'
import { createAttempts } from '../../../session/attempts.ts'
import { useServices } from '../../../session/services.ts'

interface Applied {
  preview: RipplePreview
  reason: string
  /** Whether the user has confirmed a value that looks like a typo. */
  confirm: boolean
}

/** Applies a preview to the deal. */
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
    onSuccess: ({ applied }) => {
      // The live channel updates the memo too; this also works while the channel is down.
      void queries.invalidateQueries({ queryKey: dealKey(dealId) })
      // Where the organization requires approval, it was proposed instead: the drawer says so.
      if (applied) onApplied()
    },
  })
}
