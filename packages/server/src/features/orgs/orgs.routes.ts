import { createOrg, myOrgs, renameOrg, showOrg } from '@deal-canvas/contract'
import { handle, handlePrepared, type Route } from '../../http/handler.ts'
import type { Orgs } from './orgs.service.ts'
import type { PresentOrg } from './presenters.ts'

export const orgRoutes = ({ orgs, presentOrg }: { orgs: Orgs; presentOrg: PresentOrg }): Route[] => [
  handlePrepared(
    createOrg,
    ({ actor, body }) => orgs.admitFounding(actor, body.name),
    ({ actor }, name) => orgs.found(actor, name).then(presentOrg),
  ),
  handle(myOrgs, async ({ actor }) => ({ orgs: (await orgs.mine(actor.userId)).map(presentOrg) })),
  handle(showOrg, ({ actor, params }) => orgs.show(params.org_id, actor.orgRole ?? 'member').then(presentOrg)),
  handle(renameOrg, ({ actor, params, body }) =>
    orgs
      .edit(actor, params.org_id, {
        name: body.name,
        scenario_approval: body.scenario_approval,
        viewers_export: body.viewers_export,
        model_provider: body.model_provider,
        provider_redaction: body.provider_redaction,
        committee_rule: body.committee_rule,
        committee_quorum: body.committee_quorum,
        strict_readiness: body.strict_readiness,
        blind_read: body.blind_read,
        stage_names: body.stage_names,
      })
      .then(presentOrg),
  ),
]
