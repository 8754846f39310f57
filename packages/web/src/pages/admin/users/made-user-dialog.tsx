import { adminUserMessages } from '../../../messages/admin-users.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { MadeUser } from './create-user-dialog.tsx'
import styles from './made-user-dialog.module.css'

/** Shows a generated password, which is only possible once. */
export const MadeUserDialog = ({ made, onClose }: { made: MadeUser; onClose: () => void }) => (
  <Dialog title={adminUserMessages.createdTitle({ name: made.display_name })} onClose={onClose}>
    <div className="grid gap-3">
      {made.temporary_password === undefined ? (
        <p className="text-fg-2">{adminUserMessages.createdWithGivenPassword({ email: made.email ?? '' })}</p>
      ) : (
        <>
          <p className="text-fg-2">{adminUserMessages.createdWithGeneratedPassword({ email: made.email ?? '' })}</p>
          <p className={styles.secret}>
            <span>{made.temporary_password}</span>
            <CopyButton text={made.temporary_password} label={adminUserMessages.generatedPassword()} />
          </p>
        </>
      )}
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          {adminUserMessages.done()}
        </Button>
      </div>
    </div>
  </Dialog>
)
