import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { Accounts } from './accounts.service.ts'

interface Deps {
  database: Database
  accounts: Accounts
  passwords: Passwords
}

/** Creates the first superadmin of a new installation. Demo accounts do not count, because their password is public. */
export const plantFirstSuperadmin = (
  { database, accounts, passwords }: Deps,
  { email, password }: { email: string; password: string },
): Promise<'planted' | 'present' | 'address_taken'> =>
  withAdvisoryLock(database, 'first superadmin', async () => {
    if (await accounts.hasRealSuperadmin()) return 'present'
    // An unverified claim of the address must not block the start.
    if (await accounts.isHeld(email)) return 'address_taken'
    await accounts.create({
      email,
      displayName: email.split('@')[0] ?? email,
      passwordHash: await passwords.hash(password),
      isSuperadmin: true,
      verified: true,
    })
    return 'planted'
  })
