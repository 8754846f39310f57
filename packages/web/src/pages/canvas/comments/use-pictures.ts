import { addImageCrop, imageTypes, mostImageBytes } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../../session/services.ts'
import { useDealId } from '../canvas-query.ts'

export interface AddedPicture {
  readonly id: string
  readonly file: File
}

const most = 10

/** Why a picture cannot be taken; undefined: it can. */
const refusalOf = ({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): string | undefined => {
  if (!imageTypes.some((known) => known === type)) return `${name} is not a PNG, JPEG or WebP picture.`
  return size > mostImageBytes ? `${name} is larger than 5 MiB. Cut out the part you mean.` : undefined
}

/** Pictures pasted or dropped into a comment: each goes to the service at once, and with the comment it is kept. */
export const usePictures = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const [pictures, setPictures] = useState<readonly AddedPicture[]>([])
  const [refusal, setRefusal] = useState<string>()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData()
      form.set('file', file)
      const { id } = await client.call(addImageCrop, { params: { deal_id: dealId }, body: form })
      return { id, file }
    },
    onSuccess: (added) => setPictures((before) => [...before, added]),
  })
  const add = (files: readonly File[]): void => {
    const refused = files.map(refusalOf).find((reason) => reason !== undefined)
    const tooMany = pictures.length + files.length > most ? `A comment has at most ${most} pictures.` : undefined
    setRefusal(refused ?? tooMany)
    if (tooMany !== undefined) return
    for (const file of files) if (refusalOf(file) === undefined) upload.mutate(file)
  }
  const remove = (id: string): void => setPictures((before) => before.filter((picture) => picture.id !== id))
  return { pictures, add, remove, refusal, isUploading: upload.isPending, error: upload.error }
}
