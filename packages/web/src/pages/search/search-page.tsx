import { maxSearchLength, type SearchCount, type SearchHit, type SearchKind, searchKinds } from '@deal-canvas/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import { HitNumber } from '../../features/search/hit-number.tsx'
import { Marked } from '../../features/search/marked.tsx'
import { kindIcons, kindLabel } from '../../features/search/search-kinds.ts'
import { hitsQuery, overviewQuery } from '../../features/search/search-query.ts'
import { appMessages } from '../../messages/app.ts'
import { searchMessages as messages } from '../../messages/search.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segments } from '../../ui/segments.tsx'
import styles from './search-page.module.css'

const shownPerKind = 5

const kindOf = (given: string | undefined): SearchKind | 'all' => searchKinds.find((kind) => kind === given) ?? 'all'

/** Everything that was found, by kind. */
export const SearchPage = () => {
  const { client } = useServices().session
  const navigate = useNavigate()
  const { q = '', kind: given } = useSearch({ from: '/signed-in/shell/search' })
  const kind = kindOf(given)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current !== null) field.current.value = q
  }, [q])

  const overview = useQuery(overviewQuery(client, q.trim(), { perKind: shownPerKind }))
  const counts = q.trim() === '' ? [] : (overview.data?.counts ?? [])
  const choose = (chosen: SearchKind | 'all') =>
    void navigate({ to: '/search', search: { q, ...(chosen === 'all' ? {} : { kind: chosen }) } })
  return (
    <div className={`page ${styles.page}`}>
      <title>{appMessages.pageTitle({ title: messages.title() })}</title>
      <header className={styles.top}>
        <h1 className="text-h1 tracking-tight">{messages.title()}</h1>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void navigate({ to: '/search', search: (now) => ({ ...now, q: field.current?.value.trim() ?? '' }) })
          }}
        >
          <div className={styles.field}>
            <Icon name="search" />
            <input
              ref={field}
              className="input"
              type="search"
              aria-label={messages.search()}
              placeholder={messages.search()}
              title={messages.hint()}
              maxLength={maxSearchLength}
              defaultValue={q}
            />
          </div>
          <Button type="submit" look="primary">
            {messages.title()}
          </Button>
        </form>
        <div className={styles.kinds}>
          <Segments
            label={messages.kinds()}
            choices={[['all', messages.all()], ...searchKinds.map((one) => [one, labelOf(one, counts)] as const)]}
            chosen={kind}
            onChoose={choose}
          />
        </div>
      </header>
      {overview.isError && <Note tone="red">{messages.failed({ reason: sentenceFor(overview.error) })}</Note>}
      {overview.data?.complete === false && <Note tone="plain">{messages.incomplete()}</Note>}
      {q.trim() === '' ? (
        <p className={styles.none}>{messages.start()}</p>
      ) : kind === 'all' ? (
        <Overview q={q.trim()} hits={overview.data?.hits} counts={counts} onShowAll={choose} />
      ) : (
        <OfKind q={q.trim()} kind={kind} />
      )}
    </div>
  )
}

const shownCount = ({ count, more }: SearchCount): string => (more ? messages.moreThan({ count }) : String(count))

const labelOf = (kind: SearchKind, counts: readonly SearchCount[]): string => {
  const count = counts.find((one) => one.kind === kind)
  return count === undefined || count.count === 0
    ? kindLabel(kind)
    : messages.kindCount({ kind: kindLabel(kind), count: shownCount(count) })
}

interface OverviewProps {
  q: string
  hits: readonly SearchHit[] | undefined
  counts: readonly SearchCount[]
  onShowAll: (kind: SearchKind) => void
}

const Overview = ({ q, hits, counts, onShowAll }: OverviewProps) => {
  if (hits === undefined) return <ListSkeleton label={messages.loading()} />
  if (hits.length === 0)
    return (
      <p role="status" className={styles.none}>
        {messages.nothing({ q })}
      </p>
    )
  return searchKinds.map((kind) => {
    const shown = hits.filter((hit) => hit.kind === kind)
    const count = counts.find((one) => one.kind === kind)
    if (shown.length === 0) return null
    return (
      <section key={kind} className="card" aria-label={kindLabel(kind)}>
        <h2 className={styles.head}>
          {kindLabel(kind)} {count && <span>{shownCount(count)}</span>}
          {count !== undefined && count.count > shown.length && (
            <Button
              look="ghost"
              aria-label={messages.showAllOf({ kind: kindLabel(kind) })}
              onClick={() => onShowAll(kind)}
            >
              {messages.showAll()}
            </Button>
          )}
        </h2>
        <HitList hits={shown} />
      </section>
    )
  })
}

const OfKind = ({ q, kind }: { q: string; kind: SearchKind }) => {
  const { client } = useServices().session
  const list = useInfiniteQuery(hitsQuery(client, q, kind))
  const hits = list.data?.pages.flatMap((page) => page.hits)
  if (list.isError && hits === undefined)
    return <Note tone="red">{messages.failed({ reason: sentenceFor(list.error) })}</Note>
  if (hits === undefined) return <ListSkeleton label={messages.loading()} />
  if (hits.length === 0)
    return (
      <p role="status" className={styles.none}>
        {messages.nothing({ q })}
      </p>
    )
  return (
    <section className="card" aria-label={kindLabel(kind)}>
      <HitList hits={hits} />
      {list.isFetchNextPageError && <Note tone="red">{messages.failed({ reason: sentenceFor(list.error) })}</Note>}
      {list.hasNextPage && (
        <p className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {messages.more()}
          </Button>
        </p>
      )}
    </section>
  )
}

const HitList = ({ hits }: { hits: readonly SearchHit[] }) => (
  <ul className={styles.list}>
    {hits.map((hit, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two passages of a page can have the same path, and hits never move.
      <HitRow key={`${at}.${hit.path}`} hit={hit} />
    ))}
  </ul>
)

const HitRow = ({ hit }: { hit: SearchHit }) => {
  const { history } = useRouter()
  /** Other clicks open a new tab, as with any link. */
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(hit.path)
  }
  return (
    <li>
      <a href={hit.path} onClick={open} className={styles.hit}>
        <Icon name={kindIcons[hit.kind]} size={14} />
        <span className={styles.texts}>
          <span className={styles.first}>
            <span className={styles.title}>
              <Marked text={hit.title} marks={hit.title_marks} />
            </span>
            <HitNumber hit={hit} />
            {hit.deal_archived && <span className="chip">{messages.archived()}</span>}
          </span>
          {hit.snippet !== '' && (
            <span className={styles.snippet}>
              <Marked text={hit.snippet} marks={hit.snippet_marks} />
            </span>
          )}
          <span className={styles.place}>
            {hit.kind !== 'deal' && <span>{hit.deal_name}</span>}
            <time dateTime={hit.updated_at}>
              <RelativeTime at={hit.updated_at} />
            </time>
          </span>
        </span>
      </a>
    </li>
  )
}
