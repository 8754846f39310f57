import { requestMagicLink } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { keepNextForLink } from '../../session/next-for-link.ts'
import { useServices } from '../../session/services.ts'

/** Has a link mailed. What comes back is the same for every address, so the page says the same too. */
export const useSendLink = () => {
  const { client } = useServices().session
  const { next, way } = useSearch({ from: '/sign-in' })
  return useMutation({
    mutationFn: async (email: string) => {
      await client.call(requestMagicLink, { body: { email } })
      // Whoever forgot their password comes for a new one, and has 15 minutes to set it.
      keepNextForLink(way === 'forgot' ? '/app/account' : next)
    },
  })
}
