import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormDialog } from '../ui/form-dialog.tsx'
import { sentenceFor } from './sentence-for.ts'

interface QuestionDialogProps {
  title: string
  /** The act and its object. */
  act: string
  /** What is done once it is confirmed, and may be refused. */
  doing: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>
  onClose: () => void
  /** Names what will go. */
  children: ReactNode
}

/** Asks once before something goes that does not come back by itself. */
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
