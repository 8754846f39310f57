import { maxSearchLength } from '@deal-canvas/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useSingleKey } from '../../app/use-single-key.ts'
import type { DealFilter } from '../../deal-data/deals-place.ts'
import { conversationsQuery, dealsQuery } from '../../deal-data/deals-query.ts'
import { appMessages } from '../../messages/app.ts'
import { commonMessages } from '../../messages/common.ts'
import { dealMessages } from '../../messages/deals.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { ConfirmAddressNote } from './confirm-address-note.tsx'
import { DealTable } from './deal-table.tsx'
import styles from './deals-page.module.css'
import { EmptyDeals } from './empty-deals.tsx'
import { IntakesCard } from './intakes-card.tsx'

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
  const { show = 'open', q: address = '' } = useSearch({ from: '/signed-in/shell/' })
  const [typed, setTyped] = useState(address)
  const q = useDebounced(typed.trim())
  const search = useRef<HTMLInputElement>(null)
  const list = useInfiniteQuery(dealsQuery(client, show, q))
  const { data: intakes = [] } = useQuery(conversationsQuery(client))
  const lines = list.data?.pages.flatMap(({ deals }) => deals) ?? []
  useSingleKey('/', () => search.current?.focus())
  useSingleKey('n', () => void navigate({ to: '/intake' }))

  const choose = (next: DealFilter) =>
    navigate({ to: '/', search: { show: next === 'open' ? undefined : next, q: typed.trim() || undefined } })
  const type = (text: string) => {
    setTyped(text)
    void navigate({
      to: '/',
      replace: true,
      search: (place) => ({ ...place, q: text.trim().slice(0, maxSearchLength) || undefined }),
    })
  }
  const isFirstTime = list.isSuccess && show === 'open' && q === '' && lines.length === 0 && intakes.length === 0

  return (
    <div className="page">
      <title>{appMessages.pageTitle({ title: dealMessages.title() })}</title>
      <header className="page-head">
        <h1>{dealMessages.title()}</h1>
        <span className="flex-1" />
        <Link to="/intake" className="btn primary">
          <Icon name="plus" />
          {dealMessages.newDeal()}
          <span aria-hidden="true">
            <kbd>N</kbd>
          </span>
        </Link>
      </header>
      <ConfirmAddressNote />
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
              choices={filters}
              chosen={show}
              onChoose={(next) => void choose(next)}
            />
          </div>
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
          {lines.length > 0 && <DealTable lines={lines} intakes={intakes} />}
          {list.isSuccess && lines.length === 0 && (
            <div className="card empty-state">
              <p role="status">{q === '' ? noDeals[show] : noMatch[show]({ query: q })}</p>
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
