import { forgetReadingTemplate, type ReadingTemplate } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commonMessages } from '../../messages/common.ts'
import { organizationMessages } from '../../messages/organization.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { templatesQuery } from './organization-query.ts'

const nameOf = ({ deal_name: dealName }: ReadingTemplate): string => dealName ?? organizationMessages.deletedDeal()

/** Workbook templates: their chosen cells are used for the next workbook with the same layout. */
export const TemplatesCard = ({ orgId }: { orgId: string }) => {
  const { data, error, refetch } = useQuery(templatesQuery(useServices().session.client, orgId))
  const [removed, setRemoved] = useState<ReadingTemplate>()
  return (
    <Card title={organizationMessages.templates()}>
      {error !== null && (
        <div className="p-[14px]">
          <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
            {sentenceFor(error)}
          </Note>
        </div>
      )}
      <ul className="rows">
        {data?.map((template) => (
          <li key={template.template_id} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <b className="break-words">{nameOf(template)}</b>
              <p className="text-small text-fg-3">
                {organizationMessages.template.rich({
                  count: template.metric_keys.length,
                  author: template.updated_by_name,
                  time: <RelativeTime at={template.updated_at} />,
                })}
              </p>
            </div>
            <Button
              look="ghost"
              aria-label={organizationMessages.deleteTemplateOf({ deal: nameOf(template) })}
              onClick={() => setRemoved(template)}
            >
              {commonMessages.delete()}
            </Button>
          </li>
        ))}
        {data?.length === 0 && <li className="text-fg-2">{organizationMessages.noTemplates()}</li>}
      </ul>
      {removed && <DeleteDialog orgId={orgId} template={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}

interface DeleteDialogProps {
  orgId: string
  template: ReadingTemplate
  onClose: () => void
}

const DeleteDialog = ({ orgId, template, onClose }: DeleteDialogProps) => {
  const { session, queries } = useServices()
  const remove = useMutation({
    mutationFn: () =>
      session.client.call(forgetReadingTemplate, { params: { org_id: orgId, template_id: template.template_id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: templatesQuery(session.client, orgId).queryKey })
      onClose()
    },
  })
  return (
    <QuestionDialog
      title={organizationMessages.deleteTemplateTitle({ deal: nameOf(template) })}
      act={organizationMessages.deleteTemplate()}
      doing={remove}
      onClose={onClose}
    >
      {organizationMessages.deleteTemplateHint()}
    </QuestionDialog>
  )
}
