import { type BodyOf, patchMe } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { meQuery } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'

/** Changes the user's own profile; the response updates every part of the page. */
export const usePatchMe = () => {
  const { session, queries } = useServices()
  return useMutation({
    mutationFn: (body: BodyOf<typeof patchMe>) => session.client.call(patchMe, { body }),
    onSuccess: (answer) => queries.setQueryData(meQuery(session.client).queryKey, answer),
  })
}
