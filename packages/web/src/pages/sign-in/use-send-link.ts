import { requestMagicLink } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { keepNextForLink } from '../../session/next-for-link.ts'
import { useServices } from '../../session/services.ts'

/** Has a link mailed. What comes back is the same for every address, so the page says the same too. */
export const useSendLink = () => {
  const { client } = useServices().session
  const { next } = useSearch({ from: '/sign-in' })
  return useMutation({
    mutationFn: async (email: string) => {
      await client.call(requestMagicLink, { body: { email } })
      keepNextForLink(next)
    },
  })
}
