import { signInLinkMinutes } from '@deal-canvas/contract'
import { signInMessages } from '../../messages/sign-in.ts'
import { Note } from '../../ui/note.tsx'

export const LinkSent = () => (
  <Note tone="plain" icon="mail">
    {signInMessages.linkSent({ minutes: signInLinkMinutes })}
  </Note>
)
