import type { BodyOf, readNotifications } from '@deal-canvas/contract'
import { InvalidInput } from '../../invalid-input.ts'
import { notificationMessages } from '../../messages/notifications.ts'

export interface WhatToRead {
  /** Undefined for all. */
  ids: readonly string[] | undefined
  dealId: string | undefined
}

/** Either some by id or all; both or neither would be ambiguous. */
export const whatToRead = (body: BodyOf<typeof readNotifications>): WhatToRead => {
  const { ids, all = false, deal_id: dealId } = body
  if ((ids !== undefined) === all) {
    throw new InvalidInput({ at: ['body'], reason: notificationMessages.idsOrAll(), input: body })
  }
  return { ids, dealId: dealId ?? undefined }
}
