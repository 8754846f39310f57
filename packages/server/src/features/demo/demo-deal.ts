import type { EntryKind, MetricUnit, ReadingChange } from '@deal-canvas/contract'
import type { NewComment } from '../comments/new-comment.ts'
import type { DaySpan } from './demo-days.ts'

/** Who is on every deal of the demo, each with the role of that name. */
export const demoRoles = ['owner', 'editor', 'commenter', 'viewer'] as const
export type DemoRole = (typeof demoRoles)[number]

/** Cells that a person chose, and metrics that a person confirmed as they were read. */
export type CheckedNumbers = Pick<ReadingChange, 'choices'> & { readonly confirm?: readonly string[] }

/** A metric that the editor defined: a name, a unit and a cell of the workbook. */
export interface DemoMetric {
  label: string
  unit: MetricUnit
  sheet: string
  cell: string
}

/** A deal to look at: its numbers, its memo, and what people did with it. */
export interface DemoDeal {
  id: string
  name: string
  /** Shipped files, one of them the workbook, with what the editor said when checking its numbers; or what was entered by hand, with all that follows from it by the catalogue. */
  from:
    | { files: readonly string[]; checked: CheckedNumbers; custom?: readonly DemoMetric[] }
    | { inputs: Readonly<Record<string, number>> }
  /** When its people worked on it, in days before today. */
  days: DaySpan
  /** In the order of the memo. Every number is a token. */
  sections: readonly { key: string; content: string }[]
  /** In the order in which they happened. */
  acts: readonly DemoAct[]
}

export type DemoAct = { by: DemoRole } & (
  | CommentAct
  /** Threads go by the name that their comment was given. */
  | { does: 'reply'; to: string; content: string; mentions?: readonly DemoRole[] }
  | { does: 'edit'; thread: string; content: string }
  | { does: 'react'; to: string; emoji: string }
  | { does: 'resolve' | 'reopen' | 'accept' | 'reject'; thread: string }
  | { does: 'rewrite'; section: string; passage: string; replacement: string }
  | { does: 'rate'; section: string; rating: number; comment?: string; tags?: readonly string[] }
  | { does: 'set_metric'; metric: string; value: number }
  | { does: 'search'; query: string }
  | { does: 'report'; kind: EntryKind; type: string; data: Record<string, unknown> }
  | { does: 'decide'; decision: 'approved' | 'declined' | 'deferred'; rationale: string }
  | { does: 'reopen_deal'; reason: string }
  /** All notifications of the deal up to now. */
  | { does: 'read' }
)

export interface CommentAct {
  does: 'comment'
  /** What later acts call its thread. */
  as?: string
  type?: NewComment['commentType']
  content: string
  section?: string
  /** The passage it is about. */
  quote?: string
  /** The metric it is about. */
  metric?: string
  /** What a suggestion puts in its place. */
  replacement?: string
  mentions?: readonly DemoRole[]
}
