import { appMessages } from '../messages/app.ts'
import { Logo } from '../ui/icon.tsx'

/** Shown only when the service takes more than a second to respond. */
export const PendingPage = () => (
  <div role="status" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 text-fg-3">
    <Logo size={28} />
    {appMessages.opening()}
  </div>
)
