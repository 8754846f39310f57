import { type InviteCodeResponse, patchInviteCode } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { adminInviteCodeMessages } from '../../../messages/admin-invite-codes.ts'
import { orgRoleNames } from '../../../session/org-role-names.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { formatDay } from '../../../ui/day.ts'
import adminTableStyles from '../admin-table.module.css'
import { State } from '../state.tsx'
import styles from './code-row.module.css'
import { type CodeState, codeState } from './code-state.ts'
import { codesKey } from './codes-query.ts'

const stateNames: Record<CodeState, string> = {
  open: adminInviteCodeMessages.open(),
  closed: adminInviteCodeMessages.closed(),
  used_up: adminInviteCodeMessages.usedUp(),
  expired: adminInviteCodeMessages.expired(),
}

interface CodeRowProps {
  code: InviteCodeResponse
  orgName: string
  now: Date
}

export const CodeRow = ({ code, orgName, now }: CodeRowProps) => {
  const { session, queries } = useServices()
  const state = codeState(code, now)
  const change = useMutation({
    mutationFn: () =>
      session.client.call(patchInviteCode, { params: { code_id: code.id }, body: { is_active: !code.is_active } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: codesKey }),
  })
  return (
    <tr>
      <td>
        <span className={styles.code}>{code.code}</span>
        {code.description && <small className="block text-small text-fg-3">{code.description}</small>}
      </td>
      <td>{orgName}</td>
      <td>{code.org_id === undefined ? '' : orgRoleNames[code.role]}</td>
      <td>
        <Uses count={code.uses_count} max={code.max_uses} />
      </td>
      <td className="whitespace-nowrap">
        {code.expires_at === undefined ? adminInviteCodeMessages.never() : formatDay(code.expires_at)}
      </td>
      <td>
        <State tone={state === 'open' ? 'green' : 'off'}>{stateNames[state]}</State>
      </td>
      <td className={adminTableStyles.num}>
        {state === 'open' && <CopyButton text={code.code} label={code.code} />}
        {(state === 'open' || state === 'closed') && (
          <Button
            look="ghost"
            busy={change.isPending}
            aria-label={
              code.is_active
                ? adminInviteCodeMessages.closeCode({ code: code.code })
                : adminInviteCodeMessages.reopenCode({ code: code.code })
            }
            onClick={() => change.mutate()}
          >
            {code.is_active ? adminInviteCodeMessages.close() : adminInviteCodeMessages.reopen()}
          </Button>
        )}
        {change.isError && <p className="error justify-end">{sentenceFor(change.error)}</p>}
      </td>
    </tr>
  )
}

const Uses = ({ count, max }: { count: number; max: number | undefined }) => {
  if (max === undefined) return count
  const share: CSSProperties & { '--share': number } = { '--share': count / max }
  return (
    <span className={styles.uses}>
      <i style={share} />
      {adminInviteCodeMessages.usesOfMax({ count, max })}
    </span>
  )
}
