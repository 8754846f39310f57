import { requestMagicLink } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { keepNextForLink } from '../../session/next-for-link.ts'
import { useServices } from '../../session/services.ts'

/** Requests a sign-in link. The response is the same for every address, so the page shows the same message too. */
export const useSendLink = () => {
  const { client } = useServices().session
  const { next, way } = useSearch({ from: '/sign-in' })
  return useMutation({
    mutationFn: async (email: string) => {
      await client.call(requestMagicLink, { body: { email } })
      // Users who forgot their password need a new one, and have 15 minutes to set it.
      keepNextForLink(way === 'forgot' ? '/app/account' : next)
    },
  })
}
