import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { commonMessages } from '../messages/common.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'
import { useFocusOnWrong } from './use-focus-on-wrong.ts'

interface FormDialogProps {
  title: string
  /** Label of the submit button: a verb and its object. */
  act: string
  danger?: boolean
  busy: boolean
  idle?: boolean
  /** An error that is not about a single field. */
  wrong?: string | undefined
  /** Changes with each failed submit, so that the focus moves to what has to be corrected. */
  refusal: unknown
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}

/** A modal dialog with a few fields or one question. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, act, danger = false, busy, idle = false, wrong, refusal, onSubmit, onClose, children } = props
  const form = useRef<HTMLFormElement>(null)
  useFocusOnWrong(form, refusal ?? undefined)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy && !idle) onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} className="grid gap-4" noValidate onSubmit={submit}>
        {children}
        {wrong !== undefined && <Note tone="red">{wrong}</Note>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{commonMessages.cancel()}</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} idle={idle}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
