import { deleteSectionTemplate, maxSectionTemplates, type SectionTemplate } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { commonMessages } from '../../messages/common.ts'
import { organizationMessages as messages } from '../../messages/organization.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { sectionTemplatesQuery } from './organization-query.ts'

const SectionTemplateDialog = lazy(async () => ({
  default: (await import('./section-template-dialog.tsx')).SectionTemplateDialog,
}))

/** Sections that editors can add to the memos of the organization. */
export const SectionTemplatesCard = ({ orgId }: { orgId: string }) => {
  const { data, error, refetch } = useQuery(sectionTemplatesQuery(useServices().session.client, orgId))
  const [edited, setEdited] = useState<SectionTemplate | 'new'>()
  const [deleted, setDeleted] = useState<SectionTemplate>()
  const isFull = data !== undefined && data.length >= maxSectionTemplates
  return (
    <Card
      title={messages.sectionTemplates()}
      act={
        <Button idle={data === undefined || isFull} onClick={() => setEdited('new')}>
          {messages.newSectionTemplate()}
        </Button>
      }
    >
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
              <b className="break-words">{template.name}</b>
              <p className="text-small text-fg-3">
                {messages.sectionTemplateChanged.rich({
                  author: template.updated_by_name,
                  time: <RelativeTime at={template.updated_at} />,
                })}
              </p>
            </div>
            <Button
              look="ghost"
              aria-label={messages.editSectionTemplateOf({ name: template.name })}
              onClick={() => setEdited(template)}
            >
              {messages.edit()}
            </Button>
            <Button
              look="ghost"
              aria-label={messages.deleteSectionTemplateOf({ name: template.name })}
              onClick={() => setDeleted(template)}
            >
              {commonMessages.delete()}
            </Button>
          </li>
        ))}
        {data?.length === 0 && <li className="text-fg-2">{messages.noSectionTemplates()}</li>}
      </ul>
      <Suspense fallback={null}>
        {edited !== undefined && (
          <SectionTemplateDialog
            orgId={orgId}
            template={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
      {deleted && <DeleteDialog orgId={orgId} template={deleted} onClose={() => setDeleted(undefined)} />}
    </Card>
  )
}

interface DeleteDialogProps {
  orgId: string
  template: SectionTemplate
  onClose: () => void
}

const DeleteDialog = ({ orgId, template, onClose }: DeleteDialogProps) => {
  const { session, queries } = useServices()
  const remove = useMutation({
    mutationFn: () =>
      session.client.call(deleteSectionTemplate, {
        params: { org_id: orgId, template_id: template.template_id },
        ifMatch: template.version,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sectionTemplatesQuery(session.client, orgId).queryKey })
      onClose()
    },
  })
  return (
    <QuestionDialog
      title={messages.deleteSectionTemplateTitle({ name: template.name })}
      act={messages.deleteTemplate()}
      doing={remove}
      onClose={onClose}
    >
      {messages.deleteSectionTemplateHint()}
    </QuestionDialog>
  )
}
