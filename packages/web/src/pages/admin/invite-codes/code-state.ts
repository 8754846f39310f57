import type { InviteCodeResponse } from '@deal-canvas/contract'

export type CodeState = 'open' | 'closed' | 'used_up' | 'expired'

/** Whether a code is open, or why not; closed manually comes first, because that can be undone. */
export const codeState = (
  { is_active, max_uses, uses_count, expires_at }: InviteCodeResponse,
  now: Date,
): CodeState => {
  if (!is_active) return 'closed'
  if (max_uses !== undefined && uses_count >= max_uses) return 'used_up'
  return expires_at !== undefined && new Date(expires_at) <= now ? 'expired' : 'open'
}
