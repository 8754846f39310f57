import {
  documentKinds,
  maxAnchorContextLength,
  maxAnchorTextLength,
  maxCityLength,
  maxCommentLength,
  maxConditionLength,
  maxConditions,
  maxDealDocuments,
  maxDealNameLength,
  maxDecisionRationaleLength,
  maxDecisionReasonLength,
  maxDocumentPathLength,
  maxEmojiLength,
  maxFeedbackLength,
  maxFindings,
  maxIdLength,
  maxKeptSections,
  maxMetricKeyLength,
  maxMetricLabelLength,
  maxMetrics,
  maxRequestNoteLength,
  maxRequestTitleLength,
  maxScenarioNameLength,
  maxScenarioNoteLength,
  maxScenarios,
  maxSectionKeyLength,
  maxSectionLength,
  maxSectionTitleLength,
  maxSettlementReasonLength,
  maxSignOffLabelLength,
  maxSignOffNoteLength,
  maxSignOffs,
  maxThresholds,
  maxVoteNoteLength,
  metricUnits,
} from '@deal-canvas/contract'
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { dealOrigins } from '../../platform/database/tables/bundles.ts'
import {
  commentFollowings,
  commentReactions,
  commentReplies,
  commentRevisions,
  comments,
} from '../../platform/database/tables/comments.ts'
import { dealConditions, dealSignOffs, dealVotes } from '../../platform/database/tables/committee.ts'
import { dealRequests } from '../../platform/database/tables/deal-requests.ts'
import { deals, journalHeads } from '../../platform/database/tables/deals.ts'
import { documents, imageCrops } from '../../platform/database/tables/documents.ts'
import {
  dealReconciliations,
  documentFacts,
  factReadings,
  reconciliationFindings,
} from '../../platform/database/tables/facts.ts'
import { findingSettlements } from '../../platform/database/tables/finding-settlements.ts'
import { journal } from '../../platform/database/tables/journal.ts'
import { memoVersionNumbers, memoVersionSections, memoVersions } from '../../platform/database/tables/memo-versions.ts'
import { dealModels, metricSources, modelOverrides } from '../../platform/database/tables/models.ts'
import { dealReadings } from '../../platform/database/tables/readings.ts'
import { scenarios, thresholds, uncertaintySettings } from '../../platform/database/tables/scenarios.ts'
import { dealMetrics, feedback, sections, sectionVersions } from '../../platform/database/tables/sections.ts'

/** What a bundle contains of a table. */
export interface BundledTable {
  table: PgTable
  /** The migration that created it: bundles of an older schema lack it. */
  since?: string
  /** The rows of the deal `$1` in the table `t`, as SQL. */
  of: string
  /** Columns that stay out: they belong to the installation, and their defaults apply after an import. */
  without?: readonly string[]
  /** What an import writes into columns that stay out and have no default. */
  fixed?: Readonly<Record<string, unknown>>
  /** Columns that are written as another value, as SQL over the table `t`. */
  as?: Readonly<Record<string, string>>
  /** Columns with the ids of several people. Those with the id of one are known from their foreign keys. */
  peopleIn?: readonly string[]
  /** The field with the id of a person in each item of a column of lists. */
  personInItems?: Readonly<Record<string, string>>
  /** How many rows an import takes. */
  maxRows: number
  /** Words that a column without its own list of them can hold. */
  words?: Readonly<Record<string, readonly string[]>>
  /** Columns that can be empty in the database, but in no row that a bundle contains. */
  filled?: readonly string[]
  /** Columns of text with a calendar day. */
  days?: readonly string[]
  /** Maximum lengths of texts, in code points. */
  lengths?: Readonly<Record<string, number>>
  /** Rows that are read or written at once; fewer where they are long. */
  atOnce?: number
}

const ofDeal = 't.deal_id = $1'
const ofComment = 't.comment_id IN (SELECT c.id FROM comments c WHERE c.deal_id = $1)'
const many = 1_000_000

/** A scenario that its author has shown to nobody stays with its author. */
const shared = "(t.visibility = 'shared' OR t.proposed_at IS NOT NULL)"
const ofShared = `(t.scenario_id = 'base' OR t.scenario_id IN (
  SELECT s.id::text FROM scenarios s WHERE s.deal_id = $1 AND (s.visibility = 'shared' OR s.proposed_at IS NOT NULL)))`

/** Where the first reading is blind, no person sees every rating of an open deal, not even an owner who exports it. */
const isReadOpenly = `NOT EXISTS (SELECT FROM deals d JOIN orgs o ON o.id = d.org_id
  WHERE d.id = $1 AND d.status = 'open' AND o.settings -> 'blind_read' = 'true')`

const metricKey = { metric_key: maxMetricKeyLength }

/** Everything that a bundle contains of the database, in the order in which it is imported. */
export const bundledTables: readonly BundledTable[] = [
  {
    table: deals,
    of: 't.id = $1',
    // The vote of the lead can decide the deal.
    without: ['org_id', 'created_by', 'archived_at', 'lead_id'],
    days: ['ic_date'],
    maxRows: 1,
    lengths: { name: maxDealNameLength, city: maxCityLength, rationale: maxDecisionRationaleLength },
  },
  {
    table: documents,
    of: ofDeal,
    without: ['charged_to'],
    // Their passages are made again, by whatever resumes documents that were not read to the end.
    as: { state: "CASE WHEN t.state IN ('digitized', 'indexed') THEN 'stored' ELSE t.state END" },
    maxRows: maxDealDocuments,
    words: { kind: documentKinds },
    lengths: { file_name: 200, path: maxDocumentPathLength },
  },
  { table: dealModels, of: ofDeal, maxRows: 1 },
  { table: dealReadings, of: ofDeal, maxRows: 1 },
  {
    table: sections,
    of: ofDeal,
    // Locks of another installation are unknown here.
    without: ['content_length', 'fence'],
    fixed: { fence: 0 },
    maxRows: maxKeptSections,
    lengths: { section_key: maxSectionKeyLength, title: maxSectionTitleLength, content: maxSectionLength },
    atOnce: 20,
  },
  {
    table: sectionVersions,
    of: ofDeal,
    without: ['size', 'charged_to'],
    maxRows: many,
    lengths: { section_key: maxSectionKeyLength, title: maxSectionTitleLength, content: maxSectionLength },
    atOnce: 20,
  },
  { table: memoVersions, of: ofDeal, maxRows: many },
  { table: memoVersionSections, of: ofDeal, maxRows: many },
  { table: memoVersionNumbers, of: ofDeal, maxRows: many, words: { unit: metricUnits } },
  { table: dealMetrics, of: ofDeal, maxRows: maxMetrics, lengths: { ...metricKey, label: maxMetricLabelLength } },
  { table: metricSources, of: ofDeal, maxRows: 10_000, lengths: metricKey },
  { table: modelOverrides, of: ofDeal, maxRows: many, lengths: metricKey, atOnce: 50 },
  {
    table: scenarios,
    of: `${ofDeal} AND ${shared}`,
    personInItems: { overrides: 'setBy' },
    maxRows: maxScenarios,
    lengths: { name: maxScenarioNameLength, note: maxScenarioNoteLength },
  },
  { table: uncertaintySettings, of: `${ofDeal} AND ${ofShared}`, maxRows: 10_000 },
  { table: thresholds, of: ofDeal, maxRows: maxThresholds },
  {
    table: feedback,
    of: `${ofDeal} AND ${isReadOpenly}`,
    maxRows: many,
    lengths: { section_key: maxSectionKeyLength, comment: maxFeedbackLength },
  },
  {
    table: comments,
    of: ofDeal,
    peopleIn: ['mentioned'],
    maxRows: many,
    lengths: {
      content: maxCommentLength,
      anchor_text: maxAnchorTextLength,
      anchor_prefix: maxAnchorContextLength,
      anchor_suffix: maxAnchorContextLength,
    },
  },
  {
    table: commentRevisions,
    of: ofComment,
    without: ['size', 'charged_to'],
    maxRows: many,
    lengths: { content: maxCommentLength },
  },
  { table: commentReplies, of: ofDeal, peopleIn: ['mentioned'], maxRows: many, lengths: { content: maxCommentLength } },
  { table: commentReactions, of: ofComment, maxRows: many, lengths: { emoji: maxEmojiLength } },
  // An image without a comment is removed within a day.
  { table: imageCrops, of: `${ofDeal} AND t.comment_id IS NOT NULL`, without: ['charged_to'], maxRows: many },
  { table: commentFollowings, of: ofDeal, maxRows: many },
  {
    table: dealConditions,
    since: '0028_committee.sql',
    of: ofDeal,
    days: ['due_on'],
    maxRows: maxConditions,
    lengths: { text: maxConditionLength, reason: maxDecisionReasonLength },
  },
  {
    table: dealRequests,
    since: '0031_requests.sql',
    of: ofDeal,
    // Nobody whom a bundle names is reminded.
    without: ['order_key', 'reminder', 'remind_at'],
    days: ['due_date'],
    maxRows: many,
    lengths: { title: maxRequestTitleLength, note: maxRequestNoteLength, source_id: maxIdLength },
  },
  {
    table: findingSettlements,
    since: '0031_requests.sql',
    of: ofDeal,
    maxRows: many,
    lengths: { finding_id: maxIdLength, fingerprint: maxIdLength, reason: maxSettlementReasonLength },
  },
  // A vote that was not revealed stays with the committee: without its salt, its digest in the trail tells nothing.
  {
    table: dealVotes,
    since: '0028_committee.sql',
    of: `${ofDeal} AND t.revealed_at IS NOT NULL`,
    filled: ['revealed_at'],
    maxRows: many,
    lengths: { note: maxVoteNoteLength },
  },
  {
    table: dealSignOffs,
    since: '0033_sign_offs.sql',
    of: ofDeal,
    days: ['due_on'],
    maxRows: maxSignOffs,
    lengths: { label: maxSignOffLabelLength, note: maxSignOffNoteLength },
  },
  { table: factReadings, of: ofDeal, maxRows: maxDealDocuments, atOnce: 5 },
  { table: documentFacts, of: ofDeal, maxRows: many },
  { table: dealReconciliations, of: ofDeal, maxRows: 1 },
  { table: reconciliationFindings, of: ofDeal, maxRows: maxFindings * 10 },
  { table: dealOrigins, of: ofDeal, maxRows: 100 },
  {
    table: journal,
    of: ofDeal,
    as: { signed_actor_id: 'coalesce(t.signed_actor_id, t.actor_id)' },
    maxRows: 10_000_000,
    atOnce: 100,
  },
  // After the comments: a trigger counts them in this row, and would count each of them again.
  { table: journalHeads, of: ofDeal, maxRows: 1 },
]

/** Tables about deals that a bundle does not contain, and why. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  audit_baselines_due: 'used by an earlier version only',
  audit_heads: 'the signed head is in the manifest, and the importing service signs its own',
  blob_claims: 'work in progress',
  deal_builds: 'work in progress',
  deal_committee: 'a bundle gives nobody a vote',
  deal_exports: 'files of the people who asked for them, deleted after a week',
  deal_headlines: 'made again from the numbers',
  deal_imports: 'work in progress',
  deal_members: 'a bundle gives nobody any rights',
  deal_seen: 'how far accounts of this service have read',
  deal_teams: 'a bundle gives nobody any rights',
  held_mails: 'mails that wait for accounts of this service',
  imported_people: 'in the part `people`',
  intake_conversations: 'the conversation of one account, which ends with the deal',
  key_values: 'short-lived state: locks, presence, cursors',
  notification_counters: 'of accounts of this service',
  notifications: 'of accounts of this service',
  passages: 'made again from the documents',
  pending_embeddings: 'work in progress',
  provider_deal_usage: 'what the exporting service used of its model provider',
  provider_drafts: 'work in progress, deleted after a while; what was drafted is a comment or a section',
  purged_deals: 'the report of an operator',
  reading_templates: 'belongs to the organization',
  ripple_previews: 'valid for minutes',
  search_backlog: 'work in progress',
  search_entries: 'made again from the rows as they are imported',
  superadmin_deal_entries: 'of accounts of this service',
  superadmin_grants: 'a bundle gives nobody any rights',
  vector_namespaces: 'made again from the documents',
}

export const nameOf = ({ table }: BundledTable): string => getTableName(table)
