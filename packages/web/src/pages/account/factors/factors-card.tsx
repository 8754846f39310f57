import type { Passkey, SecondFactors } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factorMessages } from '../../../messages/factors.ts'
import { QuestionDialog } from '../../../session/question-dialog.tsx'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDay } from '../../../ui/day.ts'
import { Note } from '../../../ui/note.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { AppDialog, useStartApp } from './app-dialog.tsx'
import { factorsKey, factorsQuery } from './factors-query.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { useFactorChanges } from './use-factor-changes.ts'

type Open =
  | { at: 'nothing' | 'app' | 'passkey' | 'remove-app' | 'renew' }
  | { at: 'rename' | 'remove-passkey'; passkey: Passkey }
  | { at: 'codes'; codes: readonly string[] }

const closed: Open = { at: 'nothing' }

export const FactorsCard = () => {
  const { session } = useServices()
  const { data, error, refetch } = useQuery(factorsQuery(session.client))
  return (
    <Card title={factorMessages.title()}>
      {error !== null && data === undefined && (
        <div className="grid justify-items-start gap-3 p-[14px]">
          <Note tone="red">{sentenceFor(error)}</Note>
          <Button onClick={() => refetch()}>{factorMessages.load()}</Button>
        </div>
      )}
      {data === undefined && error === null && (
        <div className="p-[14px]" aria-hidden="true">
          <div className="h-4 w-64 max-w-full rounded-s bg-well" />
        </div>
      )}
      {data !== undefined && <Factors factors={data} />}
    </Card>
  )
}

const summaryOf = ({ required }: SecondFactors, isOn: boolean): string => {
  if (isOn) return factorMessages.on()
  return required ? factorMessages.required() : factorMessages.off()
}

const Factors = ({ factors }: { factors: SecondFactors }) => {
  const { queries, session } = useServices()
  const [open, setOpen] = useState<Open>(closed)
  const now = useNow()
  const startApp = useStartApp()
  const close = () => setOpen(closed)
  const showCodes = (codes: readonly string[]) => setOpen(codes.length === 0 ? closed : { at: 'codes', codes })
  const added = (codes: readonly string[]) => {
    showCodes(codes)
    session.mustSetUpFactor(false)
    void queries.invalidateQueries()
  }
  const passkey = 'passkey' in open ? open.passkey : undefined
  const changes = useFactorChanges(passkey, { onDone: close, onCodes: showCodes })
  const isOn = factors.totp !== null || factors.passkeys.length > 0
  return (
    <>
      <p className="px-[14px] pt-[14px] text-fg-2">{summaryOf(factors, isOn)}</p>
      {startApp.error !== null && (
        <div className="px-[14px] pt-[10px]">
          <Note tone="red">{sentenceFor(startApp.error)}</Note>
        </div>
      )}
      <ul className="rows">
        <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1 basis-48">
            <b>{factorMessages.app()}</b>
            <p className="text-small text-fg-3">
              {factors.totp === null
                ? factorMessages.appOff()
                : factorMessages.appSince({ day: formatDay(factors.totp.confirmed_at) })}
            </p>
          </div>
          {factors.totp === null ? (
            <Button
              busy={startApp.isPending}
              onClick={() => startApp.mutate(undefined, { onSuccess: () => setOpen({ at: 'app' }) })}
            >
              {factorMessages.setUpApp()}
            </Button>
          ) : (
            <Button onClick={() => setOpen({ at: 'remove-app' })}>{factorMessages.removeApp()}</Button>
          )}
        </li>
        <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1 basis-48">
            <b>{factorMessages.passkeys()}</b>
            {factors.passkeys.length === 0 && <p className="text-small text-fg-3">{factorMessages.noPasskeys()}</p>}
          </div>
          <Button onClick={() => setOpen({ at: 'passkey' })}>{factorMessages.addPasskey()}</Button>
        </li>
        {factors.passkeys.map((item) => (
          <PasskeyRow
            key={item.id}
            passkey={item}
            now={now}
            onRename={() => setOpen({ at: 'rename', passkey: item })}
            onRemove={() => setOpen({ at: 'remove-passkey', passkey: item })}
          />
        ))}
        {isOn && (
          <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <div className="min-w-0 flex-1 basis-48">
              <b>{factorMessages.recoveryCodes()}</b>
              <p className="text-small text-fg-3">{factorMessages.codesLeft({ left: factors.recovery_codes_left })}</p>
            </div>
            <Button onClick={() => setOpen({ at: 'renew' })}>{factorMessages.renewCodes()}</Button>
          </li>
        )}
      </ul>
      {open.at === 'app' && startApp.data !== undefined && (
        <AppDialog started={startApp.data} onDone={added} onClose={close} />
      )}
      {open.at === 'passkey' && <PasskeyDialog onDone={added} onClose={close} />}
      {open.at === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
      {open.at === 'rename' && (
        <RenamePasskeyDialog
          passkey={open.passkey}
          onClose={close}
          onDone={() => {
            close()
            void queries.invalidateQueries({ queryKey: factorsKey })
          }}
        />
      )}
      {open.at === 'remove-app' && (
        <QuestionDialog
          title={factorMessages.removeAppTitle()}
          act={factorMessages.removeApp()}
          doing={changes.removeApp}
          onClose={close}
        >
          {factorMessages.removeAppHint()}
        </QuestionDialog>
      )}
      {open.at === 'remove-passkey' && (
        <QuestionDialog
          title={factorMessages.removePasskeyTitle({ name: open.passkey.name })}
          act={factorMessages.removePasskeyConfirm()}
          doing={changes.removePasskey}
          onClose={close}
        >
          {factorMessages.removePasskeyHint()}
        </QuestionDialog>
      )}
      {open.at === 'renew' && (
        <QuestionDialog
          title={factorMessages.renewTitle()}
          act={factorMessages.renewCodes()}
          doing={changes.renewCodes}
          onClose={close}
        >
          {factorMessages.renewHint()}
        </QuestionDialog>
      )}
    </>
  )
}
