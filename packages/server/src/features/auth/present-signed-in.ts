import type { LoginResponse } from '@deal-canvas/contract'
import type { RefreshCookie } from '../../http/handler.ts'
import type { SignedIn } from './auth.service.ts'

/** The same answer for every sign-in method. The refresh token goes only into the cookie. */
export const presentSignedIn =
  (cookie: RefreshCookie) =>
  ({ user, provider, access, refreshToken, refreshExpiresAt, hasDeals }: SignedIn): LoginResponse => {
    cookie.set(refreshToken, refreshExpiresAt)
    return {
      access_token: access.token,
      user: {
        id: user.id,
        display_name: user.displayName,
        email: user.email,
        avatar_url: user.avatarUrl ?? '',
        provider,
      },
      expires_in_minutes: access.expiresInMinutes,
      has_deals: hasDeals,
      force_password_change: user.forcePasswordChange,
      analytics_visitor_id: user.analyticsVisitorId,
    }
  }
