import { maxSectionTitleLength, writeSection } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { canvasMessages } from '../../../messages/canvas.ts'
import { commonMessages } from '../../../messages/common.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { applySection } from '../live/apply-deal-event.ts'
import { sectionKeyFor } from './section-key-for.ts'

export interface AddSectionDialogProps {
  taken: ReadonlyMap<string, unknown>
  onAdded: (sectionKey: string) => void
  onClose: () => void
}

export const AddSectionDialog = ({ taken, onAdded, onClose }: AddSectionDialogProps) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const [title, setTitle] = useState('')
  const add = useMutation({
    mutationFn: () =>
      session.client.call(writeSection, {
        params: { deal_id: dealId, section_key: sectionKeyFor(title, (key) => taken.has(key)) },
        body: { title: title.trim(), content: '' },
        // The section must not exist yet: if another user creates the same title first, theirs is not overwritten.
        ifMatch: 0,
      }),
    onSuccess: (section) => {
      applySection(queries, dealId, section)
      onClose()
      requestAnimationFrame(() => onAdded(section.section_key))
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (title.trim() !== '' && !add.isPending) add.mutate()
  }
  return (
    <Dialog title={canvasMessages.addSectionTitle()} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={canvasMessages.sectionTitle()}
          maxLength={maxSectionTitleLength}
          autoFocus
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          hint={canvasMessages.sectionTitleHint()}
          error={add.isError ? sentenceFor(add.error) : undefined}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{commonMessages.cancel()}</Button>
          <Button look="primary" type="submit" busy={add.isPending} idle={title.trim() === ''}>
            {canvasMessages.addSection()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
