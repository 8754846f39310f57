import { Note } from '../../ui/note.tsx'

export const LinkSent = () => (
  <Note tone="plain" icon="mail">
    If the address belongs to an account, a link is on its way. It is good for 15 minutes.
  </Note>
)
