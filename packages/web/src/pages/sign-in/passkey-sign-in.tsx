import { passkeySignInOptions } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { factorMessages } from '../../messages/factors.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** Signs in with a passkey alone. */
export const PasskeySignIn = () => {
  const { session } = useServices()
  const signIn = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const { signWithPasskey } = await import('../../session/browser-passkeys.ts')
      const { challenge, options } = await session.client.call(passkeySignInOptions)
      await session.signInWithPasskey({ challenge, passkey: await signWithPasskey(options) })
    },
  })
  return (
    <>
      <Button large busy={signIn.isPending} onClick={() => signIn.mutate()}>
        {factorMessages.withPasskey()}
      </Button>
      {signIn.error && <Note tone="red">{sentenceFor(signIn.error)}</Note>}
    </>
  )
}
