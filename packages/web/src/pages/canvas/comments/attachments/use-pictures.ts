import { addImageCrop, imageTypes, maxImageBytes } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { useServices } from '../../../../session/services.ts'
import { type KeptPicture, keepPictures, keptPictures } from './kept-pictures.ts'

export interface AddedPicture extends KeptPicture {
  /** Absent after a reload: the service has it. */
  readonly file?: File
}

const maxPictures = 10

/** Why a picture cannot be taken; undefined: it can. */
const refusalOf = ({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): string | undefined => {
  if (!imageTypes.some((known) => known === type)) return commentMessages.pictureWrongType({ name })
  return size > maxImageBytes
    ? commentMessages.pictureTooLarge({ name, mebibytes: maxImageBytes / 2 ** 20 })
    : undefined
}

/**
 * Pictures pasted or dropped into a comment: each goes to the service at once, and with the comment it is kept. Until
 * then the browser remembers which they are, so that a reload does not send the words without them.
 */
export const usePictures = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const [pictures, setPictures] = useState<readonly AddedPicture[]>(() => keptPictures(dealId))
  // Several arrive between two drawings: each is put to what is there then.
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
      pictures.length + files.length > maxPictures ? commentMessages.picturesTooMany({ max: maxPictures }) : undefined
    setRefusal(refused ?? tooMany)
    if (tooMany !== undefined) return
    for (const file of files) if (refusalOf(file) === undefined) upload.mutate(file)
  }
  const remove = (id: string): void => put(latest.current.filter((picture) => picture.id !== id))
  return { pictures, add, remove, clear: () => put([]), refusal, isUploading: upload.isPending, error: upload.error }
}
