import {
  changePassword,
  endSession,
  login,
  logout,
  refresh,
  type Session,
  sessions as sessionsOperation,
} from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, handleAnyone, handlePrepared, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import type { Auth } from './auth.service.ts'
import type { SessionRow } from './auth.store.ts'
import type { PasswordChange } from './password-change.service.ts'
import { presentSignedIn } from './present-signed-in.ts'
import type { Sessions } from './sessions.service.ts'

interface Services {
  auth: Auth
  sessions: Sessions
  changePassword: PasswordChange
}

export const authRoutes = ({ auth, sessions, changePassword: change }: Services): Route[] => [
  handleAnyone(login, async ({ body, caller, refreshCookie, deviceCookie, signal }) => {
    const signedIn = await auth.login(body, { caller, deviceCookie: deviceCookie.value, signal })
    deviceCookie.set(auth.rememberDevice(deviceCookie.value, signedIn))
    return presentSignedIn(refreshCookie)(signedIn)
  }),

  handleAnyone(refresh, ({ caller, refreshCookie }) =>
    auth.refresh(refreshCookie.value, caller).then(presentSignedIn(refreshCookie)),
  ),

  handle(logout, async ({ actor, refreshCookie }) => {
    await auth.logout(actor)
    refreshCookie.clear()
  }),

  handlePrepared(
    changePassword,
    ({ actor, body }) =>
      change.judge(actor, { current: body.current_password ?? undefined, wanted: body.new_password }),
    ({ actor }, judged) => change.carryOut(actor, judged),
  ),

  handle(sessionsOperation, async ({ actor, query: { limit = 20, cursor } }) => {
    const rows = await sessions.mine(actor, { limit, after: readCursor(cursor) })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: (row) => presentSession(row, actor.sessionId),
      keyOf: (row) => [row.lastUsedAt, row.id],
    })
    return { sessions: items, ...rest }
  }),

  handle(endSession, ({ actor, params }) => sessions.endMine(actor, params.session_id)),
]

const presentSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  provider: row.provider,
  current: row.id === currentId,
  ip: row.ip,
  user_agent: row.userAgent,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
})
