import type { WebhookWithSecret } from '@deal-canvas/contract'
import { webhookMessages as messages } from '../../../messages/webhooks.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

interface SecretDialogProps {
  made: WebhookWithSecret
  onClose: () => void
}

/** The only place where a secret is shown. */
export const SecretDialog = ({ made: { webhook, secret }, onClose }: SecretDialogProps) => (
  <Dialog title={messages.secretTitle({ name: webhook.name })} onClose={onClose}>
    <div className="grid gap-4">
      <p className="text-fg-2">{messages.secretHint()}</p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-60 break-all">{secret}</code>
        <CopyButton text={secret} label={messages.secretLabel()} />
      </div>
      {webhook.former_secret_until !== null && (
        <p className="text-small text-fg-2">
          {messages.secretFormer.rich({ time: <RelativeTime at={webhook.former_secret_until} /> })}
        </p>
      )}
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          {messages.secretDone()}
        </Button>
      </div>
    </div>
  </Dialog>
)
