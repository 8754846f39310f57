import { useState } from 'react'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** What is copied, for those who hear the page. */
  label: string
}

const texts = {
  ready: { face: uiMessages.copy, status: () => '' },
  copied: { face: uiMessages.copied, status: uiMessages.copiedStatus },
  failed: { face: uiMessages.copyFailed, status: uiMessages.copyFailedStatus },
}

/** Says when it is done, and when the browser does not allow it. */
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
