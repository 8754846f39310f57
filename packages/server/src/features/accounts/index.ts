import type { Platform } from '../../platform/platform.ts'
import type { SecurityMails } from '../auth/index.ts'
import type { DealAccess } from '../deals/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { AccountMails } from './account-mails.ts'
import { accountRoutes } from './accounts.routes.ts'
import { createAccounts } from './accounts.service.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createAddressChange } from './address-change.service.ts'
import { createAddressChangeStore } from './address-change.store.ts'
import { avatarRoutes } from './avatars.routes.ts'
import { createAvatars } from './avatars.service.ts'
import { createAvatarsStore } from './avatars.store.ts'
import { createEmailCodes } from './email-codes.ts'
import { emailLinkRoutes } from './email-links.routes.ts'
import { createEmailLinks } from './email-links.service.ts'
import { createEmailLinksStore } from './email-links.store.ts'

export type { AccountMails } from './account-mails.ts'
export { createAccountMails } from './account-mails.ts'
export type { Accounts, NewAccount, ProfileChange } from './accounts.service.ts'
export type { AddressChange } from './address-change.service.ts'
export type { EmailLinks } from './email-links.service.ts'
export { plantFirstSuperadmin } from './first-superadmin.ts'
export { nameObjections } from './person-names.ts'

interface Needs {
  accountMails: AccountMails
  securityMails: SecurityMails
  orgs: Orgs
  deals: DealAccess
}

/** Users' own accounts: profile, picture, email addresses. */
export const createAccountsFeature = (
  { database, limits, jwtSecrets, now }: Platform,
  { accountMails, securityMails, orgs, deals }: Needs,
) => {
  const store = createAccountsStore(database)
  const avatarsStore = createAvatarsStore(database)
  const addressStore = createAddressChangeStore(database)
  const accounts = createAccounts({ store, avatars: avatarsStore, database, orgs, deals, now })
  const avatars = createAvatars({ store: avatarsStore, users: store, accounts, database, now })
  const emailLinks = createEmailLinks({
    store: createEmailLinksStore(database),
    addresses: addressStore,
    accounts: store,
    database,
    limits,
    codes: createEmailCodes(jwtSecrets),
    mails: accountMails,
    notices: securityMails,
    now,
  })
  const addressChange = createAddressChange({
    store: addressStore,
    database,
    codes: emailLinks,
    mails: securityMails,
    now,
  })
  return {
    accounts,
    emailLinks,
    addressChange,
    routes: [...accountRoutes({ accounts }), ...avatarRoutes({ avatars }), ...emailLinkRoutes({ emailLinks })],
    tasks: { emailCodes: () => emailLinks.sweep() },
  }
}
