import { deleteAvatar, type Me, putAvatar } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { meQuery } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'
import { squarePhoto } from './square-photo.ts'

/** Uploads or removes the user's own photo; every part of the page then shows the change. */
export const usePhoto = () => {
  const { session, queries } = useServices()
  const { queryKey } = meQuery(session.client)
  /** Refetches everything else that shows the user, because it still has the URL of the deleted photo. */
  const show = async (change: (person: Me | undefined) => Me | undefined): Promise<void> => {
    // A response requested before the change would bring the old photo back.
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
