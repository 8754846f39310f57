import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormDialog } from '../ui/form-dialog.tsx'
import { sentenceFor } from './sentence-for.ts'

interface QuestionDialogProps {
  title: string
  /** Label of the confirm button: a verb and its object. */
  act: string
  /** The mutation that runs after confirmation. */
  doing: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>
  onClose: () => void
  /** Names what will be deleted or lost. */
  children: ReactNode
}

/** Asks for confirmation before an action that cannot simply be undone. */
export const QuestionDialog = ({ title, act, doing, onClose, children }: QuestionDialogProps) => (
  <FormDialog
    title={title}
    act={act}
    danger
    busy={doing.isPending}
    wrong={doing.error === null ? undefined : sentenceFor(doing.error)}
    refusal={doing.error}
    onSubmit={() => doing.mutate()}
    onClose={onClose}
  >
    <p className="text-fg-2">{children}</p>
  </FormDialog>
)
