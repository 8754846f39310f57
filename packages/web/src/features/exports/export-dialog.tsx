import {
  createExport,
  type Deal,
  type ExportFormat,
  exportDays,
  exportFormats,
  formatLongDate,
} from '@deal-canvas/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { scenariosQuery } from '../../deal-data/scenarios-query.ts'
import { versionsQuery } from '../../deal-data/versions-query.ts'
import { commonMessages } from '../../messages/common.ts'
import { exportMessages as messages } from '../../messages/exports.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ExportRow } from './export-row.tsx'
import { exportsKey, exportsQuery } from './exports-query.ts'

const asPresented = ''
const newest = ''

interface ExportDialogProps {
  deal: Deal
  /** The version of the memo that is chosen at first; absent: the newest. */
  memoVersion?: number
  onClose: () => void
}

/** Asks for a file, and lists those that the person asked for. */
export const ExportDialog = ({ deal, memoVersion, onClose }: ExportDialogProps) => {
  const { session, queries } = useServices()
  const { client } = session
  const dealId = deal.deal_id
  const [format, setFormat] = useState<ExportFormat>('pdf')
  const [scenarioId, setScenarioId] = useState(asPresented)
  const [version, setVersion] = useState(memoVersion === undefined ? newest : String(memoVersion))
  const [watermark, setWatermark] = useState(false)
  // The memo is exported as it is presented.
  const isWhole = format === 'bundle'
  const isMemo = format === 'pdf' || format === 'docx'
  const hasScenario = !isMemo && !isWhole
  const list = useInfiniteQuery(exportsQuery(client, dealId))
  const scenarios = useQuery(scenariosQuery(client, dealId))
  const versions = useInfiniteQuery(versionsQuery(client, dealId))
  const earlier = versions.data?.pages.flatMap((page) => page.versions) ?? []
  const start = useMutation({
    mutationFn: () => {
      const scenario = scenarioId === asPresented || !hasScenario ? {} : { scenario_id: scenarioId }
      const ofMemo = version === newest || !isMemo ? {} : { memo_version: Number(version) }
      return client.call(createExport, {
        params: { deal_id: dealId },
        body: { format, watermark: watermark && !isWhole, ...scenario, ...ofMemo },
      })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: exportsKey(dealId) }),
  })
  const [first] = list.data?.pages ?? []
  const exported = list.data?.pages.flatMap((page) => page.exports) ?? []
  const formats = exportFormats.filter((one) => one !== 'bundle' || deal.role === 'owner')
  const known = scenarios.data?.scenarios ?? []
  // Base alone is what the memo presents.
  const choices = known.length > 1 ? known : []
  const isWritable = format !== 'xlsx_model' || first?.is_model_writable === true
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isWritable && !start.isPending) start.mutate()
  }
  return (
    <Dialog title={messages.title({ deal: deal.name })} onClose={onClose}>
      {list.isError && <Note tone="red">{sentenceFor(list.error)}</Note>}
      {first?.can_export === false && <Note tone="amber">{messages.notAllowed()}</Note>}
      {first?.can_export === true && (
        <form onSubmit={submit} className="grid gap-4">
          <SelectField
            label={messages.format()}
            hint={messages.formatHint({ format })}
            error={isWritable ? undefined : messages.modelNotWritable()}
            value={format}
            onChange={({ target }) => setFormat(exportFormats.find((one) => one === target.value) ?? format)}
          >
            {formats.map((one) => (
              <option key={one} value={one}>
                {messages.formatName({ format: one })}
              </option>
            ))}
          </SelectField>
          {hasScenario && (
            <SelectField
              label={messages.scenario()}
              value={scenarioId}
              onChange={({ target }) => setScenarioId(target.value)}
            >
              <option value={asPresented}>{messages.presented()}</option>
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          {isMemo && (
            <SelectField
              label={messages.version()}
              hint={version === newest ? undefined : messages.earlierHint()}
              value={version}
              onChange={({ target }) => setVersion(target.value)}
            >
              <option value={newest}>{messages.newest()}</option>
              {earlier.map((one) => (
                <option key={one.version} value={one.version}>
                  {messages.versionOf({ version: one.version, day: formatLongDate(new Date(one.at)) })}
                </option>
              ))}
              {memoVersion !== undefined && earlier.every((one) => one.version !== memoVersion) && (
                <option value={memoVersion}>{messages.versionNumber({ version: memoVersion })}</option>
              )}
            </SelectField>
          )}
          {!isWhole && (
            <Switch
              label={messages.watermark()}
              hint={messages.watermarkHint()}
              on={watermark}
              onChange={setWatermark}
            />
          )}
          {start.isError && <Note tone="red">{sentenceFor(start.error)}</Note>}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{commonMessages.close()}</Button>
            <Button look="primary" type="submit" busy={start.isPending} idle={!isWritable}>
              {messages.start()}
            </Button>
          </div>
        </form>
      )}
      {exported.length > 0 && (
        <section className="mt-4" aria-label={messages.earlier()}>
          <h3 className="text-small text-fg-3">
            {messages.earlier()}. {messages.keptFor({ days: exportDays })}
          </h3>
          <ul>
            {exported.map((one) => (
              <ExportRow key={one.id} dealId={dealId} exported={one} />
            ))}
          </ul>
          {list.hasNextPage && (
            <Button look="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {messages.showMore()}
            </Button>
          )}
        </section>
      )}
    </Dialog>
  )
}
