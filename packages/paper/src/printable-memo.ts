import type { BlockView } from '@deal-canvas/memo'

/**
 * A version of a memo with everything that its printed form says. Dates and numbers are already written out; the same
 * input always gives the same bytes.
 */
export interface PrintableMemo {
  house: HouseStyle
  dealName: string
  /** `Investment memo. Acquisition of a 212-unit garden community.` */
  subtitle: string
  /** `Version 14`. */
  version: string
  /** `November 16, 2026`. */
  versionDate: string
  preparedBy: string[]
  /** An earlier version says so, and which is the newest. Sources, open items and findings of that time are not kept. */
  earlier?: string
  /** `Model version 2, integrity 82 of 100`. */
  basis?: string
  /** `Scenario: Downside`. */
  scenario?: string
  /** The creation date of the file. */
  exportedAt: Date
  /** `Nov 16, 2026, 9:24 AM`, in the time zone of the reader. */
  exportedAtText: string
  /** `Northwind Capital, confidential`. */
  confidentiality: string
  /** Across each page: who exported the memo, and when. */
  watermark?: string
  figures: CoverFigure[]
  decision?: Decision
  openItems: OpenItem[]
  sections: PrintedSection[]
  /** The numbers in the text, by metric key. */
  metrics: ReadonlyMap<string, PrintedMetric>
  sources: PrintedSource[]
  files: PrintedFile[]
  overrides: PrintedOverride[]
  findings: PrintedFinding[]
  comments: UnresolvedComment[]
  auditTrail?: AuditDigest
}

export interface HouseStyle {
  organization: string
  /** A PNG or JPEG image; others are left out. */
  logo?: Uint8Array
  /** `#3451b2`. */
  accent: string
  paper: 'letter' | 'a4'
}

export interface CoverFigure {
  label: string
  value: string
}

/** The proposal before the decision, the outcome after it. */
export interface Decision {
  /** `For decision: approve with 4 conditions`, or `Approved with 4 conditions`. */
  title: string
  /** `Nov 19, 2026, 2:00 PM`. */
  date?: string
  outcome?: 'approved' | 'rejected'
  conditions: { text: string; owner?: string; due?: string }[]
  /** `Votes on version 14: 1 approve, 2 with conditions, 2 outstanding.` */
  votes?: string
  /** `Signed off: Legal (Hannah Weiss). Sign-offs outstanding: Tax (Daniel Reyes).` */
  signOffs?: string
}

export interface OpenItem {
  item: string
  place: string
  owner?: string
  due?: string
}

export interface PrintedSection {
  number: string
  title: string
  /** A document of `memoSchema`, as JSON. */
  document: unknown
  /** One view for each `memo_block` of the document, in its order. */
  blocks: BlockView[]
}

export interface PrintedMetric {
  text: string
  /** The `id` of its source. */
  source?: string
  overridden?: boolean
  unconfirmed?: boolean
}

/** A row of appendix A. Numbered in the order in which the text cites them. */
export interface PrintedSource {
  id: string
  label: string
  value: string
  /** `Returns!B28`, or `Offering memorandum, p. 4`. */
  place: string
  confirmedBy?: string
}

export interface PrintedFile {
  name: string
  shortName?: string
  /** `22 pages`. */
  extent?: string
  sha256: string
}

export interface PrintedOverride {
  label: string
  workbookValue: string
  value: string
  by: string
  when: string
  reason?: string
}

export interface PrintedFinding {
  severity: string
  title: string
  place?: string
}

export interface UnresolvedComment {
  section: string
  quote?: string
  author: string
  when: string
  text: string
}

export interface AuditDigest {
  /** `187 events from November 10 to 16, 2026.` */
  summary: string
  events: DigestEvent[]
  head: { event: string; hash: string }
}

export interface DigestEvent {
  number: string
  when: string
  who: string
  what: string
  hash: string
}
