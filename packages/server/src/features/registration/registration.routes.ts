import { register } from '@deal-canvas/contract'
import { handleAnyone, type Route } from '../../http/handler.ts'
import { presentSignedIn } from '../auth/index.ts'
import type { Registrations } from './registration.service.ts'

export const registrationRoutes = ({ registrations }: { registrations: Registrations }): Route[] => [
  handleAnyone(register, ({ body, caller, refreshCookie }) =>
    registrations
      .register(
        {
          inviteCode: body.invite_code,
          email: body.email,
          password: body.password,
          displayName: body.display_name,
        },
        caller,
      )
      .then(presentSignedIn(refreshCookie)),
  ),
]
