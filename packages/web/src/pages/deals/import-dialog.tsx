import { type DealImport, importDeal, showDealImport } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { dealsKey } from '../../deal-data/deals-query.ts'
import { commonMessages } from '../../messages/common.ts'
import { importMessages as messages } from '../../messages/imports.ts'
import { useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { shortFingerprint } from '../../ui/format-fingerprint.ts'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const percent = new Intl.NumberFormat('en-US', { style: 'percent' })
const personal = 'personal'
/** How often an import that is under way is looked at. */
const everyMs = 1_000

const isUnderWay = ({ status }: DealImport): boolean => status === 'pending' || status === 'running'

const progressOf = ({ status, progress }: DealImport): string =>
  status === 'pending' ? messages.waiting() : messages.reading({ share: percent.format(progress) })

/** How far an import is, and what became of it. */
const ImportProgress = ({ begun, onClose }: { begun: DealImport; onClose: () => void }) => {
  const { session, queries } = useServices()
  const { data } = useQuery({
    queryKey: ['import', begun.id],
    queryFn: () => session.client.call(showDealImport, { params: { import_id: begun.id } }),
    initialData: begun,
    refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? everyMs : false),
  })
  const isReady = data.status === 'ready'
  useEffect(() => {
    if (isReady) void queries.invalidateQueries({ queryKey: dealsKey })
  }, [isReady, queries])
  return (
    <Dialog title={messages.title()} onClose={onClose}>
      <div className="grid gap-3" role="status">
        {isUnderWay(data) && (
          <>
            <p>{progressOf(data)}</p>
            <Bar label={messages.title()} share={data.progress} />
          </>
        )}
        {data.status === 'failed' && <Note tone="red">{messages.nothingKept({ problem: data.problem ?? '' })}</Note>}
        {isReady && <p>{messages.ready()}</p>}
        <p className="text-small text-fg-3 break-all">
          {messages.signedBy({ key: shortFingerprint(data.fingerprint) })}
        </p>
      </div>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>{commonMessages.close()}</Button>
        {isReady && (
          <Link to="/canvas/$dealId" params={{ dealId: data.deal_id }} className="btn primary">
            {messages.open()}
          </Link>
        )}
      </div>
    </Dialog>
  )
}

/** Sends a bundle, and shows how far its import is. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { client } = useServices().session
  const { orgs } = useMe()
  const [file, setFile] = useState<File>()
  const [org, setOrg] = useState(orgs[0]?.org_id ?? personal)
  const [share, setShare] = useState<number>()
  const send = useMutation({
    mutationFn: (bundle: File) => {
      const body = new FormData()
      body.append('org_id', org)
      body.append('file', bundle, bundle.name)
      return client.call(importDeal, { body, onSent: setShare })
    },
  })
  if (send.data !== undefined) return <ImportProgress begun={send.data} onClose={onClose} />
  return (
    <FormDialog
      title={messages.title()}
      act={messages.start()}
      busy={send.isPending}
      idle={file === undefined}
      refusal={send.error}
      wrong={send.isError ? sentenceFor(send.error) : undefined}
      onSubmit={() => file !== undefined && send.mutate(file)}
      onClose={onClose}
    >
      <Field
        label={messages.file()}
        hint={messages.hint()}
        type="file"
        accept=".zip,application/zip"
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
      />
      {orgs.length > 0 && (
        <SelectField label={messages.space()} value={org} onChange={({ currentTarget }) => setOrg(currentTarget.value)}>
          {orgs.map(({ org_id, name }) => (
            <option key={org_id} value={org_id}>
              {name}
            </option>
          ))}
          <option value={personal}>{messages.personal()}</option>
        </SelectField>
      )}
      {send.isPending && share !== undefined && (
        <>
          <p role="status">{messages.sending({ share: percent.format(share) })}</p>
          <Bar label={messages.file()} share={share} />
        </>
      )}
    </FormDialog>
  )
}
