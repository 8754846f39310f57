import {
  createSectionTemplate,
  editSectionTemplate,
  maxSectionTemplateLength,
  maxSectionTemplateNameLength,
  maxSectionTitleLength,
  type SectionTemplate,
} from '@deal-canvas/contract'
import { useState } from 'react'
import { organizationMessages as messages } from '../../messages/organization.ts'
import { aboutField, isAboutFields } from '../../session/about-field.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { useCreation } from '../../session/use-creation.ts'
import { Field } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { sectionTemplatesQuery } from './organization-query.ts'

interface SectionTemplateDialogProps {
  orgId: string
  /** Undefined: a new one. */
  template: SectionTemplate | undefined
  onClose: () => void
}

const fields = ['name', 'title', 'content']

export const SectionTemplateDialog = ({ orgId, template, onClose }: SectionTemplateDialogProps) => {
  const { session, queries } = useServices()
  const [name, setName] = useState(template?.name ?? '')
  const [title, setTitle] = useState(template?.title ?? '')
  const [content, setContent] = useState(template?.content ?? '')
  const save = useCreation(
    (body: { name: string; title: string; content: string }, idempotencyKey) =>
      template === undefined
        ? session.client.call(createSectionTemplate, { params: { org_id: orgId }, body, idempotencyKey })
        : session.client.call(editSectionTemplate, {
            params: { org_id: orgId, template_id: template.template_id },
            body,
            ifMatch: template.version,
          }),
    async () => {
      await queries.invalidateQueries({ queryKey: sectionTemplatesQuery(session.client, orgId).queryKey })
      onClose()
    },
  )
  return (
    <FormDialog
      title={
        template === undefined
          ? messages.newSectionTemplate()
          : messages.editSectionTemplateTitle({ name: template.name })
      }
      act={messages.saveSectionTemplate()}
      busy={save.isPending}
      idle={name.trim() === '' || title.trim() === ''}
      wrong={save.isError && !isAboutFields(save.error, fields) ? sentenceFor(save.error) : undefined}
      refusal={save.error}
      onSubmit={() => save.mutate({ name: name.trim(), title: title.trim(), content })}
      onClose={onClose}
    >
      <Field
        label={messages.nameLabel()}
        maxLength={maxSectionTemplateNameLength}
        autoFocus
        value={name}
        error={aboutField(save.error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label={messages.sectionTemplateTitle()}
        maxLength={maxSectionTitleLength}
        value={title}
        error={aboutField(save.error, 'title')}
        onChange={({ target }) => setTitle(target.value)}
      />
      <FieldFrame
        label={messages.sectionTemplateText()}
        hint={messages.sectionTemplateTextHint()}
        error={aboutField(save.error, 'content')}
      >
        {(control) => (
          <textarea
            {...control}
            className="input h-56 py-2"
            rows={12}
            maxLength={maxSectionTemplateLength}
            value={content}
            onChange={({ target }) => setContent(target.value)}
          />
        )}
      </FieldFrame>
    </FormDialog>
  )
}
