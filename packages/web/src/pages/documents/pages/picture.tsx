import { type Document, documentContent } from '@deal-canvas/contract'
import { useEffect, useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { useServices } from '../../../session/services.ts'

interface PictureProps {
  document: Document
  /** Called with width to height once they are known. */
  onRatio: (ratio: number) => void
  onFailed: () => void
}

/** The kinds that browsers draw. */
export const drawnPictures: ReadonlySet<Document['kind']> = new Set(['png', 'jpg', 'webp', 'bmp'])

/** A scan that is a picture. */
export const Picture = ({ document, onRatio, onFailed }: PictureProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const leaving = new AbortController()
    let made: string | undefined
    client
      .download(documentContent, {
        params: { deal_id: dealId, document_id: document.id },
        signal: leaving.signal,
      })
      .then((bytes) => {
        if (leaving.signal.aborted) return
        made = URL.createObjectURL(bytes)
        setUrl(made)
      })
      .catch(() => {
        if (!leaving.signal.aborted) onFailed()
      })
    return () => {
      leaving.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [client, dealId, document.id, onFailed])
  if (url === undefined) return null
  return (
    <img
      src={url}
      alt=""
      onError={onFailed}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onRatio(naturalWidth / naturalHeight)}
    />
  )
}
