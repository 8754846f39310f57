import {
  type DealStage,
  dealStages,
  maxStageNameLength,
  type OrganizationResponse,
  renameOrg,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { dealMessages } from '../../messages/deals.ts'
import { stageNameMessages as messages } from '../../messages/stage-names.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { orgKey, orgQuery } from './org-query.ts'

/** What the organization calls the stages of its deals. Each name is saved when its field is left. */
export const StageNamesCard = ({ org }: { org: OrganizationResponse }) => {
  const { session, queries } = useServices()
  const save = useMutation({
    mutationFn: ({ stage, name }: { stage: DealStage; name: string | null }) =>
      session.client.call(renameOrg, { params: { org_id: org.id }, body: { stage_names: { [stage]: name } } }),
    onSuccess: async ({ settings }) => {
      const { queryKey } = orgQuery(session.client, org.id)
      queries.setQueryData<OrganizationResponse>(queryKey, (known) => known && { ...known, settings })
      await queries.invalidateQueries({ queryKey: orgKey(org.id) })
      await queries.invalidateQueries({ queryKey: orgKey('mine') })
    },
  })
  const named = org.settings['stage_names']
  const names = new Map<string, unknown>(typeof named === 'object' && named !== null ? Object.entries(named) : [])
  return (
    <Card title={messages.title()}>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <p className="text-small text-fg-3">{messages.hint()}</p>
        {dealStages.map((stage) => {
          const builtIn = dealMessages.stageName({ stage })
          const known = names.get(stage)
          const name = typeof known === 'string' ? known : ''
          return (
            <Field
              key={`${stage} ${name}`}
              label={builtIn}
              placeholder={builtIn}
              maxLength={maxStageNameLength}
              defaultValue={name}
              onBlur={({ target }) => {
                const given = target.value.trim()
                if (given !== name) save.mutate({ stage, name: given === '' ? null : given })
              }}
            />
          )
        })}
        {save.isError && <Note tone="red">{sentenceFor(save.error)}</Note>}
      </div>
    </Card>
  )
}
