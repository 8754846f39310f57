import { accountMessages } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Address } from './address.tsx'

/** For users who have not confirmed the address they registered with. */
export const UnverifiedNote = ({ email, onEnterCode }: { email: string; onEnterCode: () => void }) => (
  <Note tone="amber" icon="mail" act={<Button onClick={onEnterCode}>{accountMessages.enterCode()}</Button>}>
    {accountMessages.unverifiedNote.rich({ email: <Address email={email} /> })}
  </Note>
)
