import type { Database } from '../../platform/database/database.ts'
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { Accounts } from './accounts.service.ts'

interface Deps {
  database: Database
  accounts: Accounts
  passwords: Passwords
}

/** The way in on a new installation. Demo accounts do not count: whoever knows their password is nobody in particular. */
export const plantFirstSuperadmin = (
  { database, accounts, passwords }: Deps,
  { email, password }: { email: string; password: string },
): Promise<'planted' | 'present' | 'address_taken'> =>
  withAdvisoryLock(database, 'first superadmin', async () => {
    if (await accounts.hasRealSuperadmin()) return 'present'
    // A mere claim does not stand in the way: who only says that an address is theirs must not stop the start.
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
