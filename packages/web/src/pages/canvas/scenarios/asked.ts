import type { Scenario } from '@deal-canvas/contract'
import type { NewScenario } from './use-scenario-acts.ts'

/** What a new scenario starts with. */
export interface ScenarioStart {
  readonly name?: string
  readonly basedOn?: Pick<Scenario, 'id'>
  readonly override?: NonNullable<NewScenario['overrides']>[number]
}

/** The dialog that is open, and what it is about. */
export type Asked =
  | { readonly act: 'create'; readonly start: ScenarioStart }
  | {
      readonly act: 'details' | 'uncertainty' | 'present' | 'propose' | 'withdraw' | 'decline' | 'adopt' | 'delete'
      readonly id: string
    }
  /** Without a metric, the user chooses one. */
  | { readonly act: 'input'; readonly id: string; readonly metricKey?: string }

export type Ask = (asked: Asked) => void
