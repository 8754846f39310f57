import { formatClock, formatDayOfYear, formatLongDate, type MemoVersion } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { versionsQuery } from '../../deal-data/versions-query.ts'
import { versionsMessages as messages } from '../../messages/versions.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { formatPerson } from '../../ui/format-person.ts'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './redline.module.css'
import { Redline } from './redline.tsx'

const ExportDialog = lazy(async () => ({
  default: (await import('../../features/exports/export-dialog.tsx')).ExportDialog,
}))

/** What changed in a memo between two of its versions. */
export const VersionsPage = () => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const place = useSearch({ from: '/signed-in/canvas/$dealId/versions' })
  const navigate = useNavigate({ from: '/canvas/$dealId/versions' })
  const listed = useInfiniteQuery(versionsQuery(useServices().session.client, dealId))
  const versions = listed.data?.pages.flatMap((page) => page.versions) ?? []
  const newest = versions[0]?.version
  const [exported, setExported] = useState<number>()
  const { from, to } = place
  useEffect(() => {
    // Named in the address at once: a version made meanwhile must not replace what somebody reads.
    if (newest !== undefined && newest > 1 && (from === undefined || to === undefined))
      void navigate({ search: { from: newest - 1, to: newest }, replace: true })
  }, [newest, from, to, navigate])
  const choose = (next: { from: number; to: number }) =>
    void navigate({ search: { from: Math.min(next.from, next.to), to: Math.max(next.from, next.to) } })
  return (
    <div className={`page ${styles.page}`}>
      <title>{messages.pageTitle({ deal: deal.name })}</title>
      <header className="page-top">
        <h1>{messages.title()}</h1>
        <p className="text-small text-fg-3">{messages.subtitle()}</p>
      </header>
      {listed.isError && (
        <Note tone="red" act={<Button onClick={() => listed.refetch()}>{messages.tryAgain()}</Button>}>
          {sentenceFor(listed.error)}
        </Note>
      )}
      {listed.isSuccess && newest === undefined && <Note tone="plain">{messages.noVersions()}</Note>}
      {newest === 1 && <Note tone="plain">{messages.oneVersion()}</Note>}
      {newest !== undefined && newest > 1 && from !== undefined && to !== undefined && (
        <>
          <div className={styles.choice}>
            <VersionField
              label={messages.earlier()}
              versions={versions}
              chosen={from}
              onChoose={(version) => choose({ from: version, to })}
            />
            <span aria-hidden="true" className={styles.arrow}>
              →
            </span>
            <VersionField
              label={messages.later()}
              versions={versions}
              chosen={to}
              onChoose={(version) => choose({ from, to: version })}
            />
            <Button onClick={() => setExported(to)}>{messages.exportVersion({ version: to })}</Button>
            {listed.hasNextPage && (
              <Button busy={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
                {messages.olderVersions()}
              </Button>
            )}
          </div>
          <p data-paper-only>{messages.comparedOnPaper({ deal: deal.name, from, to })}</p>
          <p className={styles.legend}>
            {messages.legend.rich({
              del: (content) => <del>{content}</del>,
              ins: (content) => <ins>{content}</ins>,
              number: (content) => <span className={styles.moved}>{content}</span>,
            })}
          </p>
          <p className="mb-3 text-small text-fg-3">{messages.asWritten()}</p>
          {from === to ? (
            <Note tone="plain">{messages.sameVersion()}</Note>
          ) : (
            <Redline key={`${from} ${to}`} from={from} to={to} />
          )}
        </>
      )}
      {exported !== undefined && (
        <Suspense fallback={null}>
          <ExportDialog deal={deal} memoVersion={exported} onClose={() => setExported(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

interface VersionFieldProps {
  label: string
  versions: readonly MemoVersion[]
  chosen: number
  onChoose: (version: number) => void
}

const VersionField = ({ label, versions, chosen, onChoose }: VersionFieldProps) => (
  <SelectField label={label} value={chosen} onChange={({ target }) => onChoose(Number(target.value))}>
    {versions.map((version) => (
      <option key={version.version} value={version.version}>
        {describe(version)}
      </option>
    ))}
    {/* A version of a link that is older than the list. */}
    {versions.every(({ version }) => version !== chosen) && (
      <option value={chosen}>{messages.version({ version: chosen })}</option>
    )}
  </SelectField>
)

const describe = ({ version, at, made_by_name, made_by_email_verified, ...changed }: MemoVersion): string => {
  const made = new Date(at)
  const day = made.getFullYear() === new Date().getFullYear() ? formatDayOfYear(made) : formatLongDate(made)
  const sections = changed.sections_changed.length
  const numbers = changed.numbers_changed
  return messages.option({
    version,
    time: `${day}, ${formatClock(made)}`,
    person: made_by_name === null ? messages.service() : formatPerson(made_by_name, made_by_email_verified),
    changes:
      sections + numbers === 0
        ? messages.modelOnly()
        : messages.changes({ sections, numbers, both: sections > 0 && numbers > 0 ? 'yes' : 'no' }),
  })
}
