import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Address } from './address.tsx'

/** For somebody who has not shown yet that the address they registered with is theirs. */
export const UnverifiedNote = ({ email, onEnterCode }: { email: string; onEnterCode: () => void }) => (
  <Note tone="amber" icon="mail" act={<Button onClick={onEnterCode}>Enter code</Button>}>
    <Address email={email} /> wants the code that was mailed to it. Until you enter it, no sign-in link can be sent
    there.
  </Note>
)
