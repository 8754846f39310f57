import type { Config } from '../../../config.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AdminLog } from '../../admin-log/index.ts'
import type { Auth } from '../auth.service.ts'
import type { AuthStore } from '../auth.store.ts'
import type { SecurityMails } from '../security-mails.ts'
import { createAskSecondFactor } from './ask-second-factor.ts'
import { createChallengesStore } from './challenges.store.ts'
import { createChallenges } from './challenges.ts'
import { createFactorChanges } from './factor-changes.ts'
import { createFactorLimits } from './factor-limits.ts'
import { createFactorResets } from './factor-reset.service.ts'
import { createFactorSignIn } from './factor-sign-in.service.ts'
import { createFactorsStore } from './factors.store.ts'
import { createPasskeys } from './passkeys.service.ts'
import { createProveFactor } from './prove-factor.ts'
import { secondFactorRoutes } from './second-factors.routes.ts'
import { createStepUps } from './step-up.service.ts'
import { createTotp } from './totp.service.ts'
import { createTotpSecrets } from './totp-secrets.ts'
import { createWebAuthn } from './web-authn.ts'

export { type Asked, type AskSecondFactor, refuseWithout } from './ask-second-factor.ts'
export type { Challenges } from './challenges.ts'

/** The name under which apps and devices list the account. */
const issuer = 'Deal Canvas'

/** What signing in needs to know about second factors. */
export const createFactors = ({ publicUrl }: Config, { database, now }: Platform) => {
  const store = createFactorsStore(database)
  const challenges = createChallenges({ store: createChallengesStore(database), now })
  const webAuthn = createWebAuthn({ publicUrl, issuer })
  return { store, challenges, webAuthn, ask: createAskSecondFactor({ store, challenges, webAuthn }) }
}

interface Needs extends ReturnType<typeof createFactors> {
  auth: Auth
  users: AuthStore
  mails: SecurityMails
  adminLog: AdminLog
}

/** Second factors of accounts, signing in with them, and confirming who uses a session. */
export const createSecondFactors = (config: Config, platform: Platform, needs: Needs) => {
  const { database, limits, passwords, jwtSecrets, now } = platform
  const { store, challenges, webAuthn, ask, auth, users, mails, adminLog } = needs
  const secrets = createTotpSecrets(store, jwtSecrets)
  const factorLimits = createFactorLimits(limits)
  const changes = createFactorChanges({ store, users, database, mails, now })
  const prove = createProveFactor({ store, secrets, webAuthn, changes, now })
  return {
    routes: secondFactorRoutes({
      store,
      auth,
      totp: createTotp({ store, users, secrets, changes, limits: factorLimits, issuer, now }),
      passkeys: createPasskeys({ store, users, challenges, webAuthn, changes, now }),
      signIn: createFactorSignIn({
        store,
        users,
        auth,
        challenges,
        prove,
        webAuthn,
        factorLimits,
        limits,
        mails,
        database,
      }),
      stepUps: createStepUps({
        store,
        users,
        ask,
        challenges,
        changes,
        prove,
        passwords,
        factorLimits,
        limits,
        now,
      }),
      resets: createFactorResets({ store, users, challenges, changes, adminLog, database }),
      isRequired: config.superadminSecondFactor === 'required',
    }),
    tasks: { factorChallenges: () => challenges.sweep(), totpSecrets: () => secrets.resealAll() },
  }
}
