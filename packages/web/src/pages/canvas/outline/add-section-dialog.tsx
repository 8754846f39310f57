import { addSection, maxSectionTitleLength, type OfferedTemplate, offeredTemplates } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../../deal-data/canvas-query.ts'
import { memoSectionMessages as messages } from '../../../messages/memo-sections.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { useCreation } from '../../../session/use-creation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { applySection, placeSection } from '../live/apply-deal-event.ts'
import { TemplatePreview } from './template-preview.tsx'

interface AddSectionDialogProps {
  /** Closes the dialog. */
  onAdded: (sectionKey: string) => void
  onClose: () => void
}

const atBeginning = ''

const Options = ({ label, templates }: { label: string; templates: readonly OfferedTemplate[] }) =>
  templates.length > 0 && (
    <optgroup label={label}>
      {templates.map(({ template_id: id, name, in_memo }) => (
        <option key={id} value={id}>
          {in_memo ? messages.inMemo({ name }) : name}
        </option>
      ))}
    </optgroup>
  )

/** Adds a section: empty or from a template, at a place of the memo. */
export const AddSectionDialog = ({ onAdded, onClose }: AddSectionDialogProps) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { sections } = useCanvas()
  const params = { deal_id: dealId }
  const offered = useQuery({
    queryKey: [...dealKey(dealId), 'section-templates'],
    queryFn: ({ signal }) => session.client.call(offeredTemplates, { params, signal }),
  })
  const templates = offered.data?.templates ?? []
  const [templateId, setTemplateId] = useState('')
  const [typed, setTyped] = useState<string>()
  // Undefined: at the end, also if somebody adds a section meanwhile.
  const [after, setAfter] = useState<string>()
  const template = templates.find(({ template_id: id }) => id === templateId)
  const title = typed ?? template?.title ?? ''
  const last = sections.at(-1)?.section_key

  const add = useCreation(
    (body: { title: string; template_id?: string; after?: string | null }, idempotencyKey) =>
      session.client.call(addSection, { params, body, idempotencyKey }),
    (section) => {
      applySection(queries, dealId, section)
      if (after !== undefined) placeSection(queries, dealId, section.section_key, after === atBeginning ? null : after)
      onAdded(section.section_key)
    },
  )
  const submit = () =>
    add.mutate({
      title: title.trim(),
      ...(template === undefined ? {} : { template_id: template.template_id }),
      ...(after === undefined || after === last ? {} : { after: after === atBeginning ? null : after }),
    })
  return (
    <FormDialog
      title={messages.addTitle()}
      act={messages.add()}
      busy={add.isPending}
      idle={title.trim() === ''}
      wrong={add.isError && !isAboutFields(add.error, ['title']) ? sentenceFor(add.error) : undefined}
      refusal={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {offered.error && <Note tone="amber">{messages.noTemplates({ reason: sentenceFor(offered.error) })}</Note>}
      <SelectField
        label={messages.beginWith()}
        value={templateId}
        onChange={({ target }) => setTemplateId(target.value)}
      >
        <option value="">{messages.empty()}</option>
        <Options
          label={messages.ofOrganization()}
          templates={templates.filter(({ origin }) => origin === 'organization')}
        />
        <Options label={messages.builtIn()} templates={templates.filter(({ origin }) => origin === 'built_in')} />
      </SelectField>
      <Field
        label={messages.sectionTitle()}
        maxLength={maxSectionTitleLength}
        autoFocus
        value={title}
        error={aboutField(add.error, 'title')}
        onChange={({ target }) => setTyped(target.value)}
      />
      {sections.length > 0 && (
        <SelectField
          label={messages.place()}
          value={after ?? last}
          onChange={({ target }) => setAfter(target.value === last ? undefined : target.value)}
        >
          <option value={atBeginning}>{messages.first()}</option>
          {sections.map(({ section_key: key, title: other }) => (
            <option key={key} value={key}>
              {messages.behind({ title: other })}
            </option>
          ))}
        </SelectField>
      )}
      {template !== undefined && template.content !== '' && <TemplatePreview content={template.content} />}
    </FormDialog>
  )
}
