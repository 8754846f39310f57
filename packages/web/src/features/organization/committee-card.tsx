import { committeeRules, maxCommitteeMembers, type OrganizationResponse, renameOrg } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { orgKey, orgQuery } from './org-query.ts'

interface Change {
  committee_rule?: (typeof committeeRules)[number]
  committee_quorum?: number
  strict_readiness?: boolean
  blind_read?: boolean
}

/** How the organization decides on its deals. Each setting is saved immediately. */
export const CommitteeCard = ({ org }: { org: OrganizationResponse }) => {
  const { session, queries } = useServices()
  const save = useMutation({
    mutationFn: (change: Change) => session.client.call(renameOrg, { params: { org_id: org.id }, body: change }),
    onSuccess: async ({ settings }) => {
      const { queryKey } = orgQuery(session.client, org.id)
      queries.setQueryData<OrganizationResponse>(queryKey, (known) => known && { ...known, settings })
      await queries.invalidateQueries({ queryKey: orgKey(org.id) })
      await queries.invalidateQueries({ predicate: ({ queryKey: [area] }) => area === 'deal' })
    },
  })
  const asked: Record<string, unknown> = { ...org.settings, ...(save.isPending ? save.variables : {}) }
  const quorum = asked['committee_quorum']
  const saveQuorum = (given: string): void => {
    const count = Number(given)
    if (Number.isInteger(count) && count >= 0 && count <= maxCommitteeMembers) save.mutate({ committee_quorum: count })
  }
  return (
    <Card title={messages.settings()}>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <SelectField
          label={messages.settingRule()}
          value={committeeRules.find((rule) => rule === asked['committee_rule']) ?? 'owner'}
          onChange={({ target }) =>
            save.mutate({ committee_rule: committeeRules.find((rule) => rule === target.value) ?? 'owner' })
          }
        >
          {committeeRules.map((rule) => (
            <option key={rule} value={rule}>
              {messages.rule({ rule })}
            </option>
          ))}
        </SelectField>
        <Field
          key={String(quorum)}
          type="number"
          min={0}
          max={maxCommitteeMembers}
          label={messages.settingQuorum()}
          hint={messages.settingQuorumHint()}
          defaultValue={typeof quorum === 'number' ? quorum : 0}
          onBlur={({ target }) => target.value !== String(quorum ?? 0) && saveQuorum(target.value)}
        />
        <Switch
          label={messages.settingStrict()}
          hint={messages.settingStrictHint()}
          on={asked['strict_readiness'] === true}
          onChange={(isOn) => save.mutate({ strict_readiness: isOn })}
        />
        <Switch
          label={messages.settingBlind()}
          hint={messages.settingBlindHint()}
          on={asked['blind_read'] === true}
          onChange={(isOn) => save.mutate({ blind_read: isOn })}
        />
        {save.isError && <Note tone="red">{sentenceFor(save.error)}</Note>}
      </div>
    </Card>
  )
}
