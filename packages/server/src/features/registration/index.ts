import type { Platform } from '../../platform/platform.ts'
import { registrationRoutes } from './registration.routes.ts'
import { createRegistrations } from './registration.service.ts'

/** Registration: new users create an account with an invite code or an invitation. */
export const createRegistrationFeature = (
  { database, passwords, limits }: Platform,
  needs: Omit<Parameters<typeof createRegistrations>[0], 'database' | 'passwords' | 'limits'>,
) => ({ routes: registrationRoutes({ registrations: createRegistrations({ database, passwords, limits, ...needs }) }) })
