import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useSingleKey } from '../../app/use-single-key.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { ConfirmAddressNote } from './confirm-address-note.tsx'
import { DealTable } from './deal-table.tsx'
import type { DealFilter } from './deals-place.ts'
import { conversationsQuery, dealsQuery } from './deals-query.ts'
import { EmptyDeals } from './empty-deals.tsx'
import { IntakesCard } from './intakes-card.tsx'

const filters: readonly (readonly [DealFilter, string])[] = [
  ['open', 'Open'],
  ['decided', 'Decided'],
  ['archived', 'Archived'],
]

const nothing: Record<DealFilter, string> = {
  open: 'No open deals. Start one with New deal, or look among the decided ones.',
  decided: 'No decided deals. A deal comes here when its owner finalizes it on the Record page.',
  archived: 'No archived deals. Archive one from its menu; it stays here until it is restored or deleted.',
}

const others = (show: DealFilter): string =>
  filters.flatMap(([filter, name]) => (filter === show ? [] : [name])).join(' or ')

/** Everything a person can see, what waits for them first. */
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
      search: (place) => ({ ...place, q: text.trim().slice(0, 200) || undefined }),
    })
  }
  const isFirstTime = list.isSuccess && show === 'open' && q === '' && lines.length === 0 && intakes.length === 0

  return (
    <div className="page">
      <title>Deals · Deal Canvas</title>
      <header className="page-head">
        <h1>Deals</h1>
        <span className="flex-1" />
        <Link to="/intake" className="btn primary">
          <Icon name="plus" />
          New deal
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
          <div className="deals-tools">
            <search className="deals-search">
              <Icon name="search" />
              <input
                ref={search}
                type="search"
                className="input"
                aria-label="Find a deal by name"
                placeholder="Find a deal by name"
                maxLength={200}
                value={typed}
                onChange={({ currentTarget }) => type(currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Escape' || typed === '') return
                  event.preventDefault()
                  type('')
                }}
              />
              <span aria-hidden="true" className="key">
                <kbd>/</kbd>
              </span>
            </search>
            <Segments label="Which deals" choices={filters} chosen={show} onChoose={(next) => void choose(next)} />
          </div>
          {list.isError && (
            <Note tone="red" act={<Button onClick={() => void list.refetch()}>Try again</Button>}>
              {sentenceFor(list.error)}
            </Note>
          )}
          {list.isPending && (
            <div className="card">
              <ListSkeleton label="Loading the deals" />
            </div>
          )}
          {lines.length > 0 && <DealTable lines={lines} intakes={intakes} />}
          {list.isSuccess && lines.length === 0 && (
            <div className="card deals-none">
              <p role="status">
                {q === '' ? nothing[show] : `No deal here has “${q}” in its name. Look under ${others(show)}.`}
              </p>
              {q !== '' && <Button onClick={() => type('')}>Clear the search</Button>}
            </div>
          )}
          <footer className="deals-foot">
            <span role="status">
              {list.isSuccess && !list.hasNextPage && counted(lines.length, 'deal')}
              {list.hasNextPage && `The newest ${lines.length}`}
            </span>
            {list.hasNextPage && (
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more deals
              </Button>
            )}
            <span className="keys" aria-hidden="true">
              <kbd>J</kbd> <kbd>K</kbd> move, <kbd>Enter</kbd> opens
            </span>
          </footer>
        </>
      )}
    </div>
  )
}
