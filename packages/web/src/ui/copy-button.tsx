import { useState } from 'react'
import { Button } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** What is copied, for those who hear the page. */
  label: string
}

/** Says when it is done, and when the browser does not allow it. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const [said, setSaid] = useState<'Copy' | 'Copied' | 'Select it by hand'>('Copy')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select it by hand'),
    )
  return (
    <>
      <Button look="ghost" aria-label={`Copy ${label}`} onClick={() => void copy()}>
        {said}
      </Button>
      <span role="status" className="sr-only">
        {said === 'Copy' ? '' : `${said}: ${label}`}
      </span>
    </>
  )
}
