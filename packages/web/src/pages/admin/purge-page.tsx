import { ApiError } from '@deal-canvas/client'
import { type PurgeReport, purgeDeals } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPurgeMessages } from '../../messages/admin-purge.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { useCreation } from '../../session/use-creation.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import adminPageStyles from './admin-page.module.css'
import { PurgeConfirm } from './purge/purge-confirm.tsx'
import { keysIn, type PurgeBody } from './purge/purge-request.ts'
import { PurgeTable } from './purge/purge-table.tsx'
import { ScopeForm } from './purge/scope-form.tsx'
import styles from './purge-page.module.css'

interface Run {
  body: PurgeBody
  report: PurgeReport
}

export const PurgePage = () => {
  const { client } = useServices().session
  const [run, setRun] = useState<Run>()
  const look = useMutation({
    mutationFn: (body: PurgeBody) => client.call(purgeDeals, { body }),
    onSuccess: (report, body) => setRun({ body, report }),
  })
  const purge = useCreation(
    (body: PurgeBody, idempotencyKey) => client.call(purgeDeals, { body, idempotencyKey }),
    (report) => setRun((before) => before && { body: before.body, report }),
  )
  // The report shown no longer matches the scope.
  const forget = () => {
    setRun(undefined)
    look.reset()
    purge.reset()
  }
  const unknownDeal = look.error instanceof ApiError && look.error.code === 'deal_not_found'
  return (
    <>
      <title>{adminPurgeMessages.pageTitle()}</title>
      <header className={adminPageStyles.head}>
        <h1>{adminPurgeMessages.title()}</h1>
        <p className="text-small text-fg-3">{adminPurgeMessages.subtitle()}</p>
      </header>
      <div className={styles.purge}>
        <ScopeForm
          dealWrong={unknownDeal ? adminPurgeMessages.dealUnknown() : undefined}
          busy={look.isPending}
          again={run?.report.dry_run === true}
          onChange={forget}
          onDryRun={(body) => {
            purge.reset()
            look.mutate(body)
          }}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {look.isError && !unknownDeal && <Note tone="red">{sentenceFor(look.error)}</Note>}
          {purge.isError && (
            <Note tone="red">{adminPurgeMessages.interrupted({ reason: sentenceFor(purge.error) })}</Note>
          )}
          {run === undefined ? (
            <p className={adminPageStyles.empty}>{adminPurgeMessages.beforeDryRun()}</p>
          ) : (
            <Card
              title={run.report.dry_run ? adminPurgeMessages.dryRun() : adminPurgeMessages.purged()}
              act={
                <>
                  <span className={run.report.dry_run ? 'chip blue' : 'chip green'}>
                    {run.report.dry_run
                      ? adminPurgeMessages.nothingDeleted()
                      : adminPurgeMessages.keysDeleted({ count: run.report.purged_keys })}
                  </span>
                  <span className="pr-2 text-small text-fg-3">{summary(run.report)}</span>
                </>
              }
            >
              {run.report.deals.length === 0 ? (
                <p className={adminPageStyles.empty}>{adminPurgeMessages.empty()}</p>
              ) : (
                <PurgeTable report={run.report} />
              )}
              {run.report.dry_run && keysIn(run.report.totals) > 0 && (
                <PurgeConfirm
                  key={look.submittedAt}
                  body={run.body}
                  report={run.report}
                  busy={purge.isPending}
                  onPurge={() => purge.mutate({ ...run.body, dry_run: false })}
                  onCancel={forget}
                />
              )}
            </Card>
          )}
        </div>
      </div>
    </>
  )
}

const summary = ({ deals_total, duration_ms, include_checkpoints, resumed }: PurgeReport): string =>
  [
    adminPurgeMessages.summary({ deals: deals_total, milliseconds: Math.round(duration_ms) }),
    include_checkpoints ? '' : adminPurgeMessages.checkpointsKept(),
    resumed ? adminPurgeMessages.resumed() : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
