import { archivedDays, type DealLine, maxDealNameLength, removeDeal, renameDeal } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { dealKey } from '../../deal-data/canvas-query.ts'
import { dealsKey } from '../../deal-data/deals-query.ts'
import { dealMessages } from '../../messages/deals.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'

interface DealDialogProps {
  line: DealLine
  onClose: () => void
}

/** The dialog stays open until the lists are up to date. */
const useDealChange = <Input,>({ line, onClose }: DealDialogProps, change: (input: Input) => Promise<unknown>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: dealKey(line.deal_id) })
      await queries.invalidateQueries({ queryKey: dealsKey })
      onClose()
    },
  })
}

const onDeal = ({ deal_id }: DealLine) => ({ params: { deal_id } })

export const RenameDialog = (props: DealDialogProps) => {
  const { client } = useServices().session
  const [name, setName] = useState(props.line.name)
  const rename = useDealChange(props, (next: string) =>
    client.call(renameDeal, { ...onDeal(props.line), body: { name: next } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') rename.mutate(name.trim())
  }
  return (
    <Dialog title={dealMessages.renameTitle({ deal: props.line.name })} onClose={props.onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label={dealMessages.nameLabel()}
          value={name}
          maxLength={maxDealNameLength}
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={
            rename.isError ? sentenceFor(rename.error) : name.trim() === '' ? dealMessages.nameMissing() : undefined
          }
        />
        <div className="flex justify-end gap-2">
          <Button onClick={props.onClose}>{dealMessages.keepName()}</Button>
          <Button type="submit" look="primary" busy={rename.isPending} idle={name.trim() === ''}>
            {dealMessages.renameDeal()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface QuestionProps extends DealDialogProps {
  title: string
  keep: string
  act: string
  danger?: boolean
  change: () => Promise<unknown>
  children: ReactNode
}

const Question = ({ title, keep, act, danger = false, change, children, ...props }: QuestionProps) => {
  const changing = useDealChange<void>(props, change)
  return (
    <Dialog title={title} onClose={props.onClose}>
      <div className="grid gap-3 text-fg-2">{children}</div>
      {changing.isError && (
        <div className="mt-3">
          <Note tone="red">{sentenceFor(changing.error)}</Note>
        </div>
      )}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={props.onClose}>{keep}</Button>
        <Button look={danger ? 'danger' : 'primary'} busy={changing.isPending} onClick={() => changing.mutate()}>
          {act}
        </Button>
      </div>
    </Dialog>
  )
}

export const ArchiveDialog = (props: DealDialogProps) => {
  const { client } = useServices().session
  return (
    <Question
      {...props}
      title={dealMessages.archiveTitle({ deal: props.line.name })}
      keep={dealMessages.keepOpen()}
      act={dealMessages.archiveDeal()}
      change={() => client.call(removeDeal, onDeal(props.line))}
    >
      <p>{dealMessages.archiveHint()}</p>
    </Question>
  )
}

export const RestoreDialog = (props: DealDialogProps) => {
  const { client } = useServices().session
  return (
    <Question
      {...props}
      title={dealMessages.restoreTitle({ deal: props.line.name })}
      keep={dealMessages.keepArchived()}
      act={dealMessages.restoreDeal()}
      change={() => client.call(renameDeal, { ...onDeal(props.line), body: { archived: false } })}
    >
      <p>{dealMessages.restoreHint()}</p>
    </Question>
  )
}

export const DeleteDialog = (props: DealDialogProps) => {
  const { client } = useServices().session
  return (
    <Question
      {...props}
      danger
      title={dealMessages.deleteTitle({ deal: props.line.name })}
      keep={dealMessages.keepDeal()}
      act={dealMessages.deleteDeal()}
      change={() => client.call(removeDeal, { ...onDeal(props.line), query: { purge: true } })}
    >
      <p>{dealMessages.deleteHint({ days: archivedDays })}</p>
    </Question>
  )
}
