import { useState } from 'react'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** What is copied, for screen readers. */
  label: string
}

const texts = {
  ready: { face: uiMessages.copy, status: () => '' },
  copied: { face: uiMessages.copied, status: uiMessages.copiedStatus },
  failed: { face: uiMessages.copyFailed, status: uiMessages.copyFailedStatus },
}

/** Announces success, and when the browser does not allow copying. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const [state, setState] = useState<keyof typeof texts>('ready')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  const { face, status } = texts[state]
  return (
    <>
      <Button look="ghost" aria-label={uiMessages.copyLabel({ label })} onClick={() => void copy()}>
        {face()}
      </Button>
      <span role="status" className="sr-only">
        {status({ label })}
      </span>
    </>
  )
}
