import type { Client } from '@deal-canvas/client'
import { type Comment, imageCrop } from '@deal-canvas/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dealKey, useDealId } from '../../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { useServices } from '../../../../session/services.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import styles from './picture.module.css'

type Attachment = Comment['attachments'][number]

/** The bytes of a picture, which never change. */
export const pictureQuery = (client: Client, dealId: string, id: string) =>
  queryOptions({
    queryKey: [...dealKey(dealId), 'picture', id],
    queryFn: ({ signal }) => client.download(imageCrop, { params: { deal_id: dealId, crop_id: id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** An object URL for a blob; revoked when it is no longer shown. */
export const useObjectUrl = (blob: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}

/** A picture in a comment, fetched with the session's credentials; a click enlarges it. */
export const Picture = ({ picture: { id, width, height }, by }: { picture: Attachment; by: string }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const [isLarge, setLarge] = useState(false)
  const { data, error } = useQuery(pictureQuery(client, dealId, id))
  const url = useObjectUrl(data)
  if (error !== null) return <p className="error">{commentMessages.pictureFailed({ reason: sentenceFor(error) })}</p>
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={commentMessages.pictureShow({ author: by })}
        onClick={() => setLarge(true)}
      >
        {url === undefined ? (
          <span style={{ aspectRatio: width / height }} />
        ) : (
          <img src={url} alt="" width={width} height={height} />
        )}
      </button>
      {isLarge && (
        <Dialog title={commentMessages.pictureTitle({ author: by })} onClose={() => setLarge(false)}>
          <img
            src={url}
            alt={commentMessages.pictureAlt({ author: by })}
            width={width}
            height={height}
            className={`${styles.pictureLarge} h-auto max-w-full`}
          />
        </Dialog>
      )}
    </>
  )
}
