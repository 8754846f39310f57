import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { MadeUser } from './create-user-dialog.tsx'

/** The one time that a made password is shown. */
export const MadeUserDialog = ({ made, onClose }: { made: MadeUser; onClose: () => void }) => (
  <Dialog title={`${made.display_name} can sign in`} onClose={onClose}>
    <div className="grid gap-3">
      {made.temporary_password === undefined ? (
        <p className="text-fg-2">With {made.email} and the password you gave.</p>
      ) : (
        <>
          <p className="text-fg-2">
            With {made.email} and this password, which is shown only now. It has to be changed at the first sign-in.
          </p>
          <p className="admin-secret">
            <span>{made.temporary_password}</span>
            <CopyButton text={made.temporary_password} label="the password" />
          </p>
        </>
      )}
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </Dialog>
)
