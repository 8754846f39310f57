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
  handle(renameOrg, ({ actor, params, body: { name, scenario_approval, viewers_export, model_provider } }) =>
    orgs
      .edit(actor, params.org_id, {
        name,
        scenarioApproval: scenario_approval,
        viewersExport: viewers_export,
        modelProvider: model_provider,
      })
      .then(presentOrg),
  ),
]
