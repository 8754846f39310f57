import type { BodyOf, readNotifications } from '@deal-canvas/contract'
import { InvalidInput } from '../../invalid-input.ts'

export interface WhatToRead {
  /** None: all of them. */
  ids: readonly string[] | undefined
  dealId: string | undefined
}

/** Some by id, or all: both or neither would leave open what was meant. */
export const whatToRead = (body: BodyOf<typeof readNotifications>): WhatToRead => {
  const { ids, all = false, deal_id: dealId } = body
  if ((ids !== undefined) === all) {
    throw new InvalidInput({ at: ['body'], reason: 'Give either ids, or all as true', input: body })
  }
  return { ids, dealId: dealId ?? undefined }
}
