import { deleteAvatar, type Me, putAvatar } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { meQuery } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'
import { squarePhoto } from './square-photo.ts'

/** Uploads or removes my photo; every part of the page then shows the change. */
export const usePhoto = () => {
  const { session, queries } = useServices()
  const { queryKey } = meQuery(session.client)
  /** Whatever else shows me has the address of a photo that is gone. */
  const show = async (change: (person: Me | undefined) => Me | undefined): Promise<void> => {
    // An answer that was asked for before the change would bring the former photo back.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, change)
    return queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
  }
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.set('file', await squarePhoto(file), 'photo.jpg')
      return session.client.call(putAvatar, { body })
    },
    onSuccess: (person) => show(() => person),
  })
  const remove = useMutation({
    mutationFn: () => session.client.call(deleteAvatar),
    onSuccess: () => show((person) => person && { ...person, avatar_url: null }),
  })
  return { upload, remove }
}
