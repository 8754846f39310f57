import type { IssuedApiKey } from '@deal-canvas/contract'
import { apiKeyMessages as messages } from '../../messages/api-keys.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './api-keys.module.css'

interface IssuedKeyDialogProps {
  issued: IssuedApiKey
  isNew: boolean
  onClose: () => void
}

/** Shows the secret of a key, which is only possible once. */
export const IssuedKeyDialog = ({ issued, isNew, onClose }: IssuedKeyDialogProps) => (
  <Dialog
    title={isNew ? messages.created({ name: issued.name }) : messages.rotatedTitle({ name: issued.name })}
    onClose={onClose}
  >
    <div className="grid gap-3">
      <p className="text-fg-2">{messages.copyHint()}</p>
      <p className={styles.secret}>
        <span>{issued.key ?? ''}</span>
        <CopyButton text={issued.key ?? ''} label={messages.secret()} />
      </p>
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          {messages.done()}
        </Button>
      </div>
    </div>
  </Dialog>
)
