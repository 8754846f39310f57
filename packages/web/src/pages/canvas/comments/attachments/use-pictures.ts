import { addImageCrop, imageTypes, maxCommentImages, maxImageBytes } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { useServices } from '../../../../session/services.ts'
import { type KeptPicture, keepPictures, keptPictures } from './kept-pictures.ts'

export interface AddedPicture extends KeptPicture {
  /** Absent after a reload: the service has the file. */
  readonly file?: File
}

/** Why a picture is not accepted; undefined: it is. */
const refusalOf = ({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): string | undefined => {
  if (!imageTypes.some((known) => known === type)) return commentMessages.pictureWrongType({ name })
  return size > maxImageBytes
    ? commentMessages.pictureTooLarge({ name, mebibytes: maxImageBytes / 2 ** 20 })
    : undefined
}

/**
 * Pictures pasted or dropped into a comment are uploaded immediately, and become permanent with the comment. Until then
 * the browser stores their ids, so that after a reload the comment is not sent without them.
 */
export const usePictures = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const [pictures, setPictures] = useState<readonly AddedPicture[]>(() => keptPictures(dealId))
  // Several uploads can finish between two renders: each must be added to the latest list.
  const latest = useRef(pictures)
  const put = (next: readonly AddedPicture[]): void => {
    latest.current = next
    setPictures(next)
    keepPictures(dealId, next)
  }
  const [refusal, setRefusal] = useState<string>()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData()
      form.set('file', file)
      const { id } = await client.call(addImageCrop, { params: { deal_id: dealId }, body: form })
      return { id, name: file.name, file }
    },
    onSuccess: (added) => put([...latest.current, added]),
  })
  const add = (files: readonly File[]): void => {
    const refused = files.map(refusalOf).find((reason) => reason !== undefined)
    const tooMany =
      pictures.length + files.length > maxCommentImages
        ? commentMessages.picturesTooMany({ max: maxCommentImages })
        : undefined
    setRefusal(refused ?? tooMany)
    if (tooMany !== undefined) return
    for (const file of files) if (refusalOf(file) === undefined) upload.mutate(file)
  }
  const remove = (id: string): void => put(latest.current.filter((picture) => picture.id !== id))
  return { pictures, add, remove, clear: () => put([]), refusal, isUploading: upload.isPending, error: upload.error }
}
