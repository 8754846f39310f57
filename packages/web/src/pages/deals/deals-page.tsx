import { defaultOrder, maxSearchLength, type SavedView } from '@deal-canvas/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useSingleKey } from '../../app/use-single-key.ts'
import { dealCountsQuery, savedViewsQuery } from '../../deal-data/deal-views-query.ts'
import type { DealFilter, FurtherFilter } from '../../deal-data/deals-place.ts'
import { conversationsQuery, dealsQuery } from '../../deal-data/deals-query.ts'
import { appMessages } from '../../messages/app.ts'
import { commonMessages } from '../../messages/common.ts'
import { dealListMessages } from '../../messages/deal-list.ts'
import { dealMessages } from '../../messages/deals.ts'
import { importMessages } from '../../messages/imports.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { ConfirmAddressNote } from './confirm-address-note.tsx'
import { readColumns, rememberedColumns } from './deal-columns.tsx'
import { DealFilters, filtersOn, noFilters, readFurther } from './deal-filters.tsx'
import { DealTable } from './deal-table.tsx'
import styles from './deals-page.module.css'
import { EmptyDeals } from './empty-deals.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { IntakesCard } from './intakes-card.tsx'
import { ViewsMenu } from './views-menu.tsx'
import { WaitingCard } from './waiting-card.tsx'

const filters: readonly (readonly [DealFilter, string])[] = [
  ['open', dealMessages.open()],
  ['decided', dealMessages.decided()],
  ['archived', dealMessages.archived()],
]

const noDeals: Record<DealFilter, string> = {
  open: dealMessages.noOpenDeals(),
  decided: dealMessages.noDecidedDeals(),
  archived: dealMessages.noArchivedDeals(),
}

const noMatch: Record<DealFilter, (values: { query: string }) => string> = {
  open: dealMessages.noOpenMatch,
  decided: dealMessages.noDecidedMatch,
  archived: dealMessages.noArchivedMatch,
}

/** All deals that the user can see, those that need attention first. */
export const DealsPage = () => {
  const { client } = useServices().session
  const navigate = useNavigate()
  const place = useSearch({ from: '/signed-in/shell/' })
  const { show = 'open', q: address = '' } = place
  const further = readFurther(place)
  const [typed, setTyped] = useState(address)
  const q = useDebounced(typed.trim())
  const [importing, setImporting] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const [isFiltering, setFiltering] = useState(filtersOn(further) > 0)
  const [choosingColumns, setChoosingColumns] = useState(false)
  const list = useInfiniteQuery(dealsQuery(client, show, q, further))
  const { data: counts } = useQuery(dealCountsQuery(client))
  const { data: saved } = useQuery(savedViewsQuery(client))
  const view = saved?.views.find(({ id }) => id === place.view)
  const own = readColumns(useSyncExternalStore(rememberedColumns.subscribe, rememberedColumns.get))
  const columns = view !== undefined && view.columns.length > 0 ? view.columns : own
  const sort = further.sort ?? 'activity'
  const sorting = { sort, order: further.order ?? defaultOrder[sort] }
  const { data: intakes = [] } = useQuery(conversationsQuery(client))
  const statuses = { open: 'open', decided: 'finalized', archived: 'archived' } as const
  const tabs = filters.map(([tab, words]) => {
    const count = counts?.status.find(({ key }) => key === statuses[tab])?.count
    return [tab, words, count === undefined ? undefined : `${count}${counts?.capped === true ? '+' : ''}`] as const
  })
  const lines = list.data?.pages.flatMap(({ deals }) => deals) ?? []
  useSingleKey('/', () => search.current?.focus())
  useSingleKey('n', () => void navigate({ to: '/intake' }))

  const choose = (next: DealFilter) =>
    navigate({
      to: '/',
      search: (before) => ({ ...before, show: next === 'open' ? undefined : next, q: typed.trim() || undefined }),
    })
  const type = (text: string) => {
    setTyped(text)
    void navigate({
      to: '/',
      replace: true,
      search: (place) => ({ ...place, q: text.trim().slice(0, maxSearchLength) || undefined }),
    })
  }
  const filter = (change: Partial<Record<FurtherFilter, string | undefined>>) => {
    // A new sort begins in its own direction.
    const order = 'sort' in change && !('order' in change) ? { order: undefined } : {}
    void navigate({ to: '/', replace: true, search: (before) => ({ ...before, ...order, ...change }) })
  }
  const openView = (next: SavedView | undefined) => {
    const { q: text, status, archived, ...rest } = next?.filters ?? {}
    setTyped(text ?? '')
    setFiltering(filtersOn(rest) > 0)
    void navigate({
      to: '/',
      search: {
        ...noFilters,
        ...rest,
        q: text,
        show: archived === true ? 'archived' : status === 'finalized' ? 'decided' : undefined,
        ...(next === undefined ? {} : { sort: next.sort, order: next.order, view: next.id }),
      },
    })
  }
  const { sort: _, order: __, ...shownFilters } = further
  const tab = show === 'archived' ? { archived: true } : ({ status: show === 'open' ? 'open' : 'finalized' } as const)
  const shownList = {
    filters: Object.fromEntries(
      Object.entries({ ...tab, ...shownFilters, q: q || undefined }).filter(([, value]) => value !== undefined),
    ),
    further,
    columns,
  }
  const isFirstTime =
    list.isSuccess &&
    show === 'open' &&
    q === '' &&
    filtersOn(further) === 0 &&
    lines.length === 0 &&
    intakes.length === 0

  return (
    <div className="page">
      <title>{appMessages.pageTitle({ title: dealMessages.title() })}</title>
      <header className="page-head">
        <h1>{dealMessages.title()}</h1>
        <span className="flex-1" />
        <Link to="/requests" className="btn">
          {dealMessages.myRequests()}
        </Link>
        <Link to="/portfolio" className="btn">
          {dealListMessages.compare()}
        </Link>
        <Button onClick={() => setImporting(true)}>{importMessages.import()}</Button>
        <Link to="/intake" className="btn primary">
          <Icon name="plus" />
          {dealMessages.newDeal()}
          <span aria-hidden="true">
            <kbd>N</kbd>
          </span>
        </Link>
      </header>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      <ConfirmAddressNote />
      <WaitingCard />
      <IntakesCard intakes={intakes} />
      {isFirstTime ? (
        <EmptyDeals onDecided={() => choose('decided')} />
      ) : (
        <>
          <div className={styles.tools}>
            <search className={styles.search}>
              <Icon name="search" />
              <input
                ref={search}
                type="search"
                className="input"
                aria-label={dealMessages.search()}
                placeholder={dealMessages.search()}
                maxLength={maxSearchLength}
                value={typed}
                onChange={({ currentTarget }) => type(currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Escape' || typed === '') return
                  event.preventDefault()
                  type('')
                }}
              />
              <span aria-hidden="true" className={styles.key}>
                <kbd>/</kbd>
              </span>
            </search>
            <Segments
              label={dealMessages.filter()}
              choices={tabs}
              chosen={show}
              onChoose={(next) => void choose(next)}
            />
            <ViewsMenu view={view} shown={shownList} onOpen={openView} />
            <Button aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
              {filtersOn(further) === 0
                ? dealListMessages.filters()
                : dealListMessages.filtersOn({ count: filtersOn(further) })}
            </Button>
            <Button onClick={() => setChoosingColumns(true)}>{dealListMessages.columns()}</Button>
          </div>
          {isFiltering && <DealFilters further={further} counts={counts} onChange={filter} />}
          {choosingColumns && (
            <ColumnsDialog
              columns={columns}
              onChoose={(next) => {
                rememberedColumns.set(next)
                // The view has columns of its own; these are shown without it.
                if (view !== undefined) filter({ view: undefined })
                setChoosingColumns(false)
              }}
              onClose={() => setChoosingColumns(false)}
            />
          )}
          {list.isError && (
            <Note tone="red" act={<Button onClick={() => void list.refetch()}>{commonMessages.tryAgain()}</Button>}>
              {sentenceFor(list.error)}
            </Note>
          )}
          {list.isPending && (
            <div className="card">
              <ListSkeleton label={dealMessages.loading()} />
            </div>
          )}
          {lines.length > 0 && (
            <DealTable lines={lines} intakes={intakes} columns={columns} sorting={sorting} onSort={filter} />
          )}
          {list.isSuccess && lines.length === 0 && (
            <div className="card empty-state">
              <p role="status">
                {filtersOn(further) > 0
                  ? dealListMessages.noMatch()
                  : q === ''
                    ? noDeals[show]
                    : noMatch[show]({ query: q })}
              </p>
              {q !== '' && <Button onClick={() => type('')}>{dealMessages.clearSearch()}</Button>}
            </div>
          )}
          <footer className={styles.foot}>
            <span role="status">
              {list.isSuccess && !list.hasNextPage && dealMessages.count({ count: lines.length })}
              {list.hasNextPage && dealMessages.newest({ count: lines.length })}
            </span>
            {list.hasNextPage && (
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {dealMessages.showMore()}
              </Button>
            )}
            <span className={styles.keys} aria-hidden="true">
              {dealMessages.keys.rich({ kbd: (key) => <kbd>{key}</kbd> })}
            </span>
          </footer>
        </>
      )}
    </div>
  )
}
