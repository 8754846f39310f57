import { type BodyOf, patchMe } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { meQuery } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'

/** Changes who I am; the answer becomes what every part of the page shows. */
export const usePatchMe = () => {
  const { session, queries } = useServices()
  return useMutation({
    mutationFn: (body: BodyOf<typeof patchMe>) => session.client.call(patchMe, { body }),
    onSuccess: (answer) => queries.setQueryData(meQuery(session.client).queryKey, answer),
  })
}
