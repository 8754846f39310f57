import { type Passkey, removePasskey, removeTotp, renewRecoveryCodes } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useServices } from '../../../session/services.ts'
import { factorsKey } from './factors-query.ts'

interface After {
  onDone: () => void
  onCodes: (codes: readonly string[]) => void
}

/** The changes that a question confirms. */
export const useFactorChanges = (passkey: Passkey | undefined, { onDone, onCodes }: After) => {
  const { session, queries } = useServices()
  const { client } = session
  const onSettled = () => queries.invalidateQueries({ queryKey: factorsKey })
  return {
    removeApp: useMutation({ mutationFn: () => client.call(removeTotp), onSuccess: onDone, onSettled }),
    removePasskey: useMutation({
      mutationFn: async () => {
        if (passkey === undefined) return
        await client.call(removePasskey, { params: { passkey_id: passkey.id }, ifMatch: passkey.version })
      },
      onSuccess: onDone,
      onSettled,
    }),
    renewCodes: useMutation({
      gcTime: 0,
      mutationFn: async () => onCodes((await client.call(renewRecoveryCodes)).recovery_codes),
      onSettled,
    }),
  }
}
