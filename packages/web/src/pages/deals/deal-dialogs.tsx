import { type DealLine, removeDeal, renameDeal } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { dealKey } from '../canvas/canvas-query.ts'
import { dealsKey } from './deals-query.ts'

interface DealDialogProps {
  line: DealLine
  onClose: () => void
}

/** The question stays open until the lists show what became of it. */
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
    <Dialog title={`Rename ${props.line.name}`} onClose={props.onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field
          label="Name"
          value={name}
          maxLength={200}
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={rename.isError ? sentenceFor(rename.error) : name.trim() === '' ? 'A deal needs a name.' : undefined}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={props.onClose}>Keep the name</Button>
          <Button type="submit" look="primary" busy={rename.isPending} idle={name.trim() === ''}>
            Rename deal
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
      title={`Archive ${props.line.name}?`}
      keep="Keep it open"
      act="Archive deal"
      change={() => client.call(removeDeal, onDeal(props.line))}
    >
      <p>
        It leaves the list of everybody on it and stays under Archived, with its memo, comments, documents and record.
        Its owners can restore it at any time.
      </p>
    </Question>
  )
}

export const RestoreDialog = (props: DealDialogProps) => {
  const { client } = useServices().session
  return (
    <Question
      {...props}
      title={`Restore ${props.line.name}?`}
      keep="Keep it archived"
      act="Restore deal"
      change={() => client.call(renameDeal, { ...onDeal(props.line), body: { archived: false } })}
    >
      <p>It comes back into the list of everybody on it, as it was.</p>
    </Question>
  )
}

export const DeleteDialog = (props: DealDialogProps) => {
  const { client } = useServices().session
  return (
    <Question
      {...props}
      danger
      title={`Delete ${props.line.name} for good?`}
      keep="Keep deal"
      act="Delete deal"
      change={() => client.call(removeDeal, { ...onDeal(props.line), query: { purge: true } })}
    >
      <p>
        Its memo, model, documents, comments, what-ifs and record go with it, for everybody. Nothing of it can be
        brought back. This is possible 30 days after a deal was archived.
      </p>
    </Question>
  )
}
