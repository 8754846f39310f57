import { requestEmailCode } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useServices } from '../../../session/services.ts'

export const useSendCode = () => {
  const { client } = useServices().session
  return useMutation({ mutationFn: (email: string) => client.call(requestEmailCode, { body: { email } }) })
}
