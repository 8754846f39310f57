import { canMakeRequest } from '@deal-canvas/contract'
import { useState } from 'react'
import { useCanvas } from '../../deal-data/canvas-query.ts'
import { requestMessages as messages } from '../../messages/requests.ts'
import { Button } from '../../ui/button.tsx'
import { RequestDialog, type RequestDialogProps } from './request-dialog.tsx'

interface AskButtonProps {
  source: NonNullable<RequestDialogProps['source']>
  /** What it is made of, in a few words. */
  title: string
}

/** Makes a request of a finding or a contradiction. */
export const AskButton = ({ source, title }: AskButtonProps) => {
  const { deal } = useCanvas()
  const [isAsking, setAsking] = useState(false)
  if (!canMakeRequest(deal.role)) return null
  return (
    <>
      <Button look="ghost" aria-label={messages.makeRequestNamed({ source: title })} onClick={() => setAsking(true)}>
        {messages.makeRequest()}
      </Button>
      {isAsking && <RequestDialog source={source} title={title} onClose={() => setAsking(false)} />}
    </>
  )
}
