import {
  type Canvas,
  defaultCurrency,
  invalidateCanvas,
  openCanvas,
  refreshDealToken,
  reissueDealToken,
  superadminDealToken,
} from '@deal-canvas/contract'
import { handle, handleAnyone, type Route } from '../../http/handler.ts'
import { dealMessages } from '../../messages/deals.ts'
import type { IssuedToken } from '../auth/index.ts'
import { presentDeal } from '../deals/index.ts'
import type { Canvases, OpenedCanvas } from './canvas.service.ts'
import type { DealTokens } from './deal-tokens.service.ts'

export const canvasRoutes = ({ canvases, tokens }: { canvases: Canvases; tokens: DealTokens }): Route[] => [
  handle(openCanvas, ({ actor, params }) => canvases.open(actor, params.deal_id).then(presentCanvas)),
  handle(invalidateCanvas, async ({ actor, params }) => ({
    success: true,
    message: (await canvases.invalidate(actor, params.deal_id))
      ? dealMessages.sessionEnded()
      : dealMessages.noSession(),
  })),
  handle(refreshDealToken, ({ actor, params }) => tokens.renew(actor, params.deal_id).then(presentToken)),
  handleAnyone(reissueDealToken, async ({ params, caller, refreshCookie }) => {
    const { issued, refreshToken, refreshExpiresAt } = await tokens.reissue(refreshCookie.value, caller, params.deal_id)
    refreshCookie.set(refreshToken, refreshExpiresAt)
    return presentToken(issued)
  }),
  handle(superadminDealToken, ({ actor, params, body }) =>
    tokens.enterAsSuperadmin(actor, params.deal_id, body.reason).then(presentToken),
  ),
]

const presentToken = ({ token, expiresInMinutes }: IssuedToken) => ({ token, expires_in_minutes: expiresInMinutes })

const presentCanvas = ({ session, seen, snapshot }: OpenedCanvas): Canvas => ({
  session: { session_id: session.session_id, epoch: session.epoch, created_at: session.created_at },
  deal: presentDeal(seen),
  sections: snapshot.sections.map(({ content_truncated: isCut, ...section }) => ({
    ...section,
    updated_at: new Date(section.updated_at).toISOString(),
    ...(isCut ? { content_truncated: true } : {}),
  })),
  metrics: snapshot.metrics,
  currency: snapshot.currency ?? defaultCurrency,
  participants: snapshot.participants,
  counts: {
    open_comments: snapshot.openComments,
    open_blockers: snapshot.openBlockers,
    comments: snapshot.comments,
  },
  last_seq: snapshot.lastSeq,
})
