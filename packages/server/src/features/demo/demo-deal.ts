import type {
  BodyOf,
  EntryKind,
  MetricUnit,
  ReadingChange,
  SignOffSubject,
  saveUncertainty,
  Threshold,
} from '@deal-canvas/contract'
import type { Block } from '@deal-canvas/memo'
import type { NewComment } from '../comments/index.ts'
import type { DaySpan } from './demo-days.ts'

/** Every demo deal has one member with each of these roles. */
export const demoRoles = ['owner', 'editor', 'commenter', 'viewer'] as const
export type DemoRole = (typeof demoRoles)[number]

/** Cells that a person chose, and metrics whose cells a person confirmed. */
export type CheckedNumbers = Pick<ReadingChange, 'choices'> & { readonly confirm?: readonly string[] }

/** A custom metric of the editor: a name, a unit and a workbook cell. */
export interface DemoMetric {
  label: string
  unit: MetricUnit
  sheet: string
  cell: string
}

/** A sample deal: its numbers, its memo and its activity. */
export interface DemoDeal {
  id: string
  name: string
  /**
   * Either shipped files, one of them the workbook, with the editor's corrections of the reading; or values entered by
   * hand, from which the catalogue derives the rest.
   */
  from:
    | { files: readonly string[]; checked: CheckedNumbers; custom?: readonly DemoMetric[] }
    | { inputs: Readonly<Record<string, number>> }
  /** When members worked on it, in days before today. */
  days: DaySpan
  /** In memo order. */
  sections: readonly DemoSection[]
  /** In chronological order. */
  acts: readonly DemoAct[]
}

export interface DemoSection {
  key: string
  /** Every number is a metric token. */
  content: string
  /** Below the text. They name documents by file name, because a document has its id only once it is taken in. */
  blocks?: readonly Block[]
}

export type DemoAct = { by: DemoRole } & (
  | CommentAct
  /** Refers to a thread by the `as` name of its comment. */
  | { does: 'reply'; to: string; content: string; mentions?: readonly DemoRole[] }
  | { does: 'edit'; thread: string; content: string }
  | { does: 'react'; to: string; emoji: string }
  | { does: 'resolve' | 'reopen' | 'accept' | 'reject'; thread: string }
  | { does: 'rewrite'; section: string; passage: string; replacement: string }
  | { does: 'rate'; section: string; rating: number; comment?: string; tags?: readonly string[] }
  | { does: 'set_metric'; metric: string; value: number }
  /** Makes a request, of a thread if one is named. Days count from today. */
  | { does: 'ask'; title: string; note?: string; about?: string; of?: DemoRole; dueIn?: number; isDone?: boolean }
  | { does: 'search'; query: string }
  | { does: 'scenario'; name: string; note: string; inputs: Readonly<Record<string, number>> }
  | ({ does: 'limit'; metric: string } & Pick<Threshold, 'side' | 'value' | 'kind' | 'source'>)
  | ({ does: 'uncertainty' } & Pick<BodyOf<typeof saveUncertainty>, 'inputs' | 'correlations'>)
  | { does: 'report'; kind: EntryKind; type: string; data: Record<string, unknown> }
  | {
      does: 'ask_sign_off'
      /** The name by which a signature refers to it. */
      as: string
      of: DemoRole
      subject: SignOffSubject
      label?: string
      /** In days from today. */
      dueIn?: number
    }
  | { does: 'sign'; signOff: string; note?: string }
  | { does: 'decide'; decision: 'approved' | 'declined' | 'deferred'; rationale: string }
  | { does: 'reopen_deal'; reason: string }
  /** Marks all notifications of the deal so far as read. */
  | { does: 'read' }
)

export interface CommentAct {
  does: 'comment'
  /** The name by which later acts refer to this thread. */
  as?: string
  type?: NewComment['commentType']
  content: string
  section?: string
  /** The quoted passage that the comment is anchored to. */
  quote?: string
  /** The metric that the comment is about. */
  metric?: string
  /** The suggested replacement text. */
  replacement?: string
  mentions?: readonly DemoRole[]
}
