import type { Me } from '@deal-canvas/contract'
import { accountMessages } from '../../../messages/account.ts'
import { commonMessages } from '../../../messages/common.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Address } from './address.tsx'

interface EmailRowProps {
  address: Me['emails'][number]
  /** Undefined: no code can be entered. */
  onEnterCode: (() => void) | undefined
  /** Undefined for the only address. */
  onRemove: (() => void) | undefined
}

export const EmailRow = ({ address: { email, verified, primary }, onEnterCode, onRemove }: EmailRowProps) => (
  <li className="grid gap-1">
    <Address email={email} />
    <div className="flex flex-wrap items-center gap-2">
      {primary && <span className="chip line">{accountMessages.primary()}</span>}
      {verified ? (
        <span className="chip green">
          <Icon name="check" size={12} />
          {accountMessages.verified()}
        </span>
      ) : (
        <span className="chip amber">
          <Icon name="clock" size={12} />
          {accountMessages.notVerified()}
        </span>
      )}
      <span className="flex-1" />
      {onEnterCode && (
        <Button aria-label={accountMessages.enterCodeFor({ email })} onClick={onEnterCode}>
          {accountMessages.enterCode()}
        </Button>
      )}
      {onRemove && (
        <Button look="ghost" aria-label={accountMessages.removeEmail({ email })} onClick={onRemove}>
          {commonMessages.remove()}
        </Button>
      )}
    </div>
  </li>
)
