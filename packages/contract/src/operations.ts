import * as admin from './admin.ts'
import * as adminLog from './admin-log.ts'
import * as answers from './answers.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as avatars from './avatars.ts'
import * as canvas from './canvas.ts'
import * as cms from './cms.ts'
import * as comments from './comments.ts'
import * as committee from './committee.ts'
import * as conditions from './conditions.ts'
import * as dealImports from './deal-imports.ts'
import * as dealMembers from './deal-members.ts'
import * as deals from './deals.ts'
import * as digests from './digests.ts'
import * as documents from './documents.ts'
import * as emails from './emails.ts'
import * as evidence from './evidence.ts'
import * as exports from './exports.ts'
import * as facts from './facts.ts'
import * as feedback from './feedback.ts'
import * as houseStyles from './house-styles.ts'
import * as imageCrops from './image-crops.ts'
import * as intake from './intake.ts'
import * as invitations from './invitations.ts'
import * as inviteCodes from './invite-codes.ts'
import * as live from './live.ts'
import * as liveChannel from './live-channel.ts'
import * as magicLinks from './magic-links.ts'
import * as memoVersions from './memo-versions.ts'
import * as metrics from './metrics.ts'
import * as models from './models.ts'
import * as notifications from './notifications.ts'
import type { Operation } from './operation.ts'
import * as orgs from './orgs.ts'
import * as portfolio from './portfolio.ts'
import * as providerDrafts from './provider-drafts.ts'
import * as purge from './purge.ts'
import * as quality from './quality.ts'
import * as quotas from './quotas.ts'
import * as readiness from './readiness.ts'
import * as readings from './readings.ts'
import * as registration from './registration.ts'
import * as requests from './requests.ts'
import * as ripple from './ripple.ts'
import * as savedViews from './saved-views.ts'
import * as scenarios from './scenarios.ts'
import * as search from './search.ts'
import * as sectionTemplates from './section-templates.ts'
import * as sections from './sections.ts'
import * as signOffs from './sign-offs.ts'
import * as since from './since.ts'
import * as superadminOrgs from './superadmin-orgs.ts'
import * as superadminUsers from './superadmin-users.ts'
import * as system from './system.ts'
import * as tables from './tables.ts'
import * as teams from './teams.ts'
import * as thresholds from './thresholds.ts'
import * as uncertainty from './uncertainty.ts'
import * as waiting from './waiting.ts'
import * as workbookCells from './workbook-cells.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/**
 * Every endpoint of the service. The server must serve each one, and the OpenAPI file lists each one. It is a separate
 * entry point because importing it pulls in the whole contract, which a page that calls five operations must not do.
 */
export const operations: readonly Operation[] = [
  admin,
  superadminUsers,
  adminLog,
  answers,
  audit,
  auth,
  avatars,
  canvas,
  cms,
  comments,
  dealImports,
  committee,
  conditions,
  dealMembers,
  deals,
  digests,
  documents,
  emails,
  evidence,
  feedback,
  imageCrops,
  intake,
  invitations,
  inviteCodes,
  live,
  liveChannel,
  memoVersions,
  magicLinks,
  metrics,
  models,
  notifications,
  orgs,
  portfolio,
  providerDrafts,
  purge,
  quality,
  quotas,
  readiness,
  readings,
  registration,
  requests,
  ripple,
  tables,
  scenarios,
  search,
  sections,
  sectionTemplates,
  savedViews,
  signOffs,
  since,
  superadminOrgs,
  system,
  teams,
  exports,
  houseStyles,
  facts,
  thresholds,
  uncertainty,
  waiting,
  workbookCells,
]
  .flatMap((part) => Object.values(part).filter(isOperation))
  .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
