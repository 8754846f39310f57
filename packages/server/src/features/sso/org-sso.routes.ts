import {
  addOrgDomain,
  orgDomains,
  putSso,
  removeOrgDomain,
  removeSso,
  requireSso,
  type SsoSettings,
  showSso,
  testSso,
} from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { OrgDomains } from './org-domains.service.ts'
import type { OrgSso, SsoOfOrg } from './org-sso.service.ts'

export const orgSsoRoutes = ({ orgSso, domains }: { orgSso: OrgSso; domains: OrgDomains }): Route[] => [
  handle(showSso, ({ params }) => orgSso.show(params.org_id).then(presentSso)),
  handle(putSso, ({ actor, params, body, ifMatch }) => {
    const { name, issuer, client_id: clientId, client_secret: secret, scopes } = body
    const wanted = { name, issuer, clientId, clientSecret: secret ?? undefined, scopes }
    return orgSso.put(actor, params.org_id, wanted, ifMatch).then(presentSso)
  }),
  handle(removeSso, ({ actor, params, ifMatch }) => orgSso.remove(actor, params.org_id, ifMatch)),
  handle(testSso, async ({ params }) => {
    const problem = await orgSso.test(params.org_id)
    return { ok: problem === null, problem }
  }),
  handle(requireSso, ({ actor, params, body: { required, break_glass_user_id: owner }, ifMatch }) =>
    orgSso.require(actor, params.org_id, { required, breakGlassUserId: owner ?? null }, ifMatch).then(presentSso),
  ),

  handle(orgDomains, async ({ params }) => ({
    domains: (await domains.list(params.org_id)).map(presentDomain),
  })),
  handle(addOrgDomain, ({ actor, params, body }) => domains.add(actor, params.org_id, body.domain).then(presentDomain)),
  handle(removeOrgDomain, ({ actor, params }) => domains.remove(actor, params.org_id, params.domain)),
]

const presentSso = ({ provider, domains, redirectUri }: SsoOfOrg): SsoSettings => ({
  provider:
    provider === undefined
      ? null
      : {
          name: provider.name,
          issuer: provider.issuer,
          client_id: provider.clientId,
          scopes: provider.scopes,
          required: provider.required,
          break_glass_user_id: provider.breakGlassUserId,
          owner_signed_in: provider.ownerSignedIn,
        },
  domains,
  redirect_uri: redirectUri,
  version: provider?.version ?? 0,
})

const presentDomain = ({ domain, createdAt }: { domain: string; createdAt: Date }) => ({
  domain,
  created_at: createdAt.toISOString(),
})
