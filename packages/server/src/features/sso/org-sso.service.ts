import type { SsoProblem } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { ssoMessages as messages } from '../../messages/sso.ts'
import { isLoopbackName } from '../../platform/addresses.ts'
import type { Clock } from '../../platform/clock.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { Sealing } from '../../platform/sealed.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { OrgSsoStore } from './org-sso.store.ts'
import { ProviderProblem, type Providers } from './providers.ts'
import type { SsoRequirement } from './requirement.ts'
import type { ProviderRow } from './sso.store.ts'

interface Deps {
  store: OrgSsoStore
  orgs: Pick<Orgs, 'change'>
  providers: Pick<Providers, 'check'>
  requirement: Pick<SsoRequirement, 'endOtherSessions'>
  sealing: Sealing
  adminLog: Pick<AdminLog, 'record'>
  allowLoopback: boolean
  redirectUri: string
  now: Clock
}

export interface ProviderEdit {
  name: string
  issuer: string
  clientId: string
  /** Undefined: the stored secret stays. */
  clientSecret: string | undefined
  scopes: string | undefined
}

export interface SsoOfOrg {
  provider: (ProviderRow & { ownerSignedIn: boolean }) | undefined
  domains: string[]
  redirectUri: string
}

const usualScopes = 'openid email profile'

export type OrgSso = ReturnType<typeof createOrgSso>

/** The settings of an organization's single sign-on. */
export const createOrgSso = (deps: Deps) => {
  const { store, orgs, providers, requirement, sealing, adminLog, allowLoopback, redirectUri, now } = deps

  const show = async (orgId: string): Promise<SsoOfOrg> => {
    const provider = await store.find(orgId)
    const domains = (await store.domains(orgId)).map(({ domain }) => domain)
    const ownerSignedIn = provider !== undefined && (await store.ownerSignedIn(provider))
    return { provider: provider && { ...provider, ownerSignedIn }, domains, redirectUri }
  }

  /** Never the secret, not even encrypted: the log is kept longer. */
  const logged = (row: ProviderRow | undefined) => ({
    sso:
      row === undefined
        ? null
        : {
            name: row.name,
            issuer: row.issuer,
            client_id: row.clientId,
            scopes: row.scopes,
            required: row.required,
            break_glass_user_id: row.breakGlassUserId,
          },
  })

  const record = (actor: Actor, orgId: string, former: ProviderRow | undefined, next: ProviderRow | undefined) =>
    adminLog.record(actor, {
      action: 'org.changed',
      target: { type: 'org', id: orgId },
      orgId,
      before: logged(former),
      after: logged(next),
    })

  const readIssuer = (given: string): string => {
    const issuer = given.trim()
    const url = URL.canParse(issuer) ? new URL(issuer) : undefined
    const isAllowed =
      url?.protocol === 'https:' || (url?.protocol === 'http:' && allowLoopback && isLoopbackName(url.hostname))
    const isPlain = url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` === ''
    if (!isAllowed || !isPlain || issuer.includes('/.well-known/') || /[?#\s]/.test(issuer))
      throw new InvalidInput({ at: ['body', 'issuer'], reason: messages.issuerNotUrl(), input: given })
    return issuer
  }

  const readText = (field: string, given: string): string => {
    const text = given.trim()
    if (text === '') throw new InvalidInput({ at: ['body', field], reason: messages.blank(), input: given })
    return text
  }

  const readScopes = (given: string): string => {
    const asked = given.split(/\s+/).filter((scope) => scope !== '')
    if (!asked.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))
      throw new InvalidInput({ at: ['body', 'scopes'], reason: messages.scopesInvalid(), input: given })
    return [...new Set(['openid', 'email', ...asked])].join(' ')
  }

  const readSecret = (given: string | undefined, former: ProviderRow | undefined, issuer: string): string => {
    // Another issuer must not be sent the secret of the former one.
    const kept = former?.issuer === issuer ? former.sealedSecret : undefined
    const secret = given?.trim() ?? ''
    if (secret !== '') return sealing.seal(secret)
    if (kept !== undefined) return kept
    throw new InvalidInput({ at: ['body', 'client_secret'], reason: messages.secretMissing() })
  }

  return {
    show,

    put: (actor: Actor, orgId: string, wanted: ProviderEdit, seen: number | undefined): Promise<SsoOfOrg> =>
      orgs.change(actor, orgId, 'owner', async () => {
        const former = await store.find(orgId)
        assertCurrent(former?.version ?? 0, seen)
        const issuer = readIssuer(wanted.issuer)
        const clientId = readText('client_id', wanted.clientId)
        const isSame = former?.issuer === issuer && former.clientId === clientId
        if (former?.required === true && !isSame) refuse('sso_is_required')
        const row: ProviderRow = {
          id: former?.id ?? newId(),
          orgId,
          version: (former?.version ?? 0) + 1,
          name: readText('name', wanted.name),
          issuer,
          clientId,
          sealedSecret: readSecret(wanted.clientSecret, former, issuer),
          scopes: readScopes(wanted.scopes ?? former?.scopes ?? usualScopes),
          required: former?.required ?? false,
          breakGlassUserId: former?.breakGlassUserId ?? null,
          configuredAt: isSame ? former.configuredAt : now(),
          updatedAt: now(),
        }
        await store.put(row)
        await record(actor, orgId, former, row)
        return show(orgId)
      }),

    remove: (actor: Actor, orgId: string, seen: number | undefined): Promise<void> =>
      orgs.change(actor, orgId, 'owner', async () => {
        const former = (await store.find(orgId)) ?? refuse('sso_not_configured')
        assertCurrent(former.version, seen)
        if (former.required) refuse('sso_is_required')
        await store.remove(orgId)
        await record(actor, orgId, former, undefined)
      }),

    /** What would fail at a sign-in; null: nothing. */
    test: async (orgId: string): Promise<SsoProblem | null> => {
      const { issuer, clientId, sealedSecret } = (await store.find(orgId)) ?? refuse('sso_not_configured')
      try {
        await providers.check({ issuer, clientId, clientSecret: sealing.open(sealedSecret) ?? '' })
        return null
      } catch (error) {
        if (error instanceof ProviderProblem) return error.problem
        throw error
      }
    },

    require: (
      actor: Actor,
      orgId: string,
      { required, breakGlassUserId }: { required: boolean; breakGlassUserId: string | null },
      seen: number | undefined,
    ): Promise<SsoOfOrg> =>
      orgs.change(actor, orgId, 'owner', async () => {
        const former = (await store.find(orgId)) ?? refuse('sso_not_configured')
        assertCurrent(former.version, seen)
        if (required && !former.required && !(await store.ownerSignedIn(former))) refuse('sso_untested')
        if (breakGlassUserId !== null && !(isId(breakGlassUserId) && (await store.isOwner(orgId, breakGlassUserId))))
          throw new InvalidInput({
            at: ['body', 'break_glass_user_id'],
            reason: messages.notAnOwner(),
            input: breakGlassUserId,
          })
        const row = { ...former, required, breakGlassUserId, version: former.version + 1, updatedAt: now() }
        await store.put(row)
        if (required) await requirement.endOtherSessions(orgId, now())
        await record(actor, orgId, former, row)
        return show(orgId)
      }),
  }
}
