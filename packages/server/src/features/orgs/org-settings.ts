import {
  type CommitteeRule,
  committeeRules,
  type DealStage,
  dealStages,
  maxStageNameLength,
} from '@deal-canvas/contract'

/** The settings of an organization, by their names in the database and the API. */
export interface OrgSettings {
  scenario_approval: boolean
  viewers_export: boolean
  model_provider: boolean
  provider_redaction: boolean
  committee_rule: CommitteeRule
  committee_quorum: number
  strict_readiness: boolean
  blind_read: boolean
  /** Names in the place of the built-in ones. */
  stage_names: Partial<Record<DealStage, string>>
}

export const settingNames = [
  'scenario_approval',
  'viewers_export',
  'model_provider',
  'provider_redaction',
  'committee_rule',
  'committee_quorum',
  'strict_readiness',
  'blind_read',
  'stage_names',
] as const satisfies readonly (keyof OrgSettings)[]

/** Reads stored settings; what was never set has its default. */
export const settingsOf = (stored: Readonly<Record<string, unknown>> | null): OrgSettings => {
  const isOn = (name: string): boolean => stored?.[name] === true
  const quorum = stored?.['committee_quorum']
  return {
    scenario_approval: isOn('scenario_approval'),
    viewers_export: isOn('viewers_export'),
    model_provider: isOn('model_provider'),
    provider_redaction: isOn('provider_redaction'),
    committee_rule: committeeRules.find((known) => known === stored?.['committee_rule']) ?? 'owner',
    committee_quorum: typeof quorum === 'number' ? quorum : 0,
    strict_readiness: isOn('strict_readiness'),
    blind_read: isOn('blind_read'),
    stage_names: readStageNames(stored?.['stage_names']),
  }
}

const readStageNames = (stored: unknown): OrgSettings['stage_names'] => {
  const given = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  return Object.fromEntries(
    dealStages.flatMap((stage) => {
      const name: unknown = given.get(stage)
      return typeof name === 'string' && name.length <= 2 * maxStageNameLength ? [[stage, name]] : []
    }),
  )
}
