import { publicContent } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { signInMessages } from '../../messages/sign-in.ts'
import { useServices } from '../../session/services.ts'

/** Shown until the operator's texts are loaded, so that users can sign in without waiting. */
const atFirst = { title: signInMessages.signIn(), intro: '', notice: '', help_text: '', side_title: '', side_text: '' }

export type SignInTexts = typeof atFirst

/** The published texts of the sign-in page. */
export const useSignInTexts = (): SignInTexts => {
  const { client } = useServices().session
  const { data } = useQuery({
    queryKey: ['content', 'login'],
    queryFn: ({ signal }) => client.call(publicContent, { params: { page_id: 'login' }, signal }),
    select: ({ content }) => ({ ...atFirst, ...content }),
    staleTime: 300_000,
  })
  return data ?? atFirst
}
