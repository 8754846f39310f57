import type { MyRequest } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestList } from '../../features/requests/request-list.tsx'
import { myRequestsQuery, type ShownRequests } from '../../features/requests/requests-query.ts'
import { useSetStatus } from '../../features/requests/use-set-status.ts'
import { appMessages } from '../../messages/app.ts'
import { commonMessages } from '../../messages/common.ts'
import { requestMessages as messages } from '../../messages/requests.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'

const choices = [
  ['open', messages.showOpen()],
  ['all', messages.showAll()],
] as const

/** What is asked of the user on all deals. */
export const RequestsPage = () => {
  const [shown, setShown] = useState<ShownRequests>('open')
  const list = useInfiniteQuery(myRequestsQuery(useServices().session.client, shown))
  const setStatus = useSetStatus()
  const requests = list.data?.pages.flatMap((page) => page.requests) ?? []
  return (
    <div className="page">
      <title>{appMessages.pageTitle({ title: messages.mine() })}</title>
      <header className="page-head">
        <h1>{messages.mine()}</h1>
        <span className="flex-1" />
        <Segments label={messages.show()} choices={choices} chosen={shown} onChoose={setShown} />
      </header>
      {list.isError && (
        <Note tone="red" act={<Button onClick={() => void list.refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(list.error)}
        </Note>
      )}
      {setStatus.isError && <Note tone="red">{sentenceFor(setStatus.error)}</Note>}
      {list.isPending && (
        <div className="card">
          <ListSkeleton label={messages.loading()} />
        </div>
      )}
      {list.isSuccess && requests.length === 0 && (
        <div className="card empty-state">
          <p role="status">{shown === 'open' ? messages.noneOfMine() : messages.none()}</p>
        </div>
      )}
      {requests.length > 0 && (
        <section className="card" aria-label={messages.mine()}>
          <RequestList<MyRequest>
            requests={requests}
            titleOf={({ title }) => title}
            placeOf={({ deal_id: dealId, deal_name: deal }) => (
              <Link
                to="/canvas/$dealId/committee"
                params={{ dealId }}
                hash="requests"
                aria-label={messages.openDealNamed({ deal })}
              >
                {deal}
              </Link>
            )}
            canClose={() => true}
            setStatus={setStatus}
          />
        </section>
      )}
      {list.hasNextPage && (
        <div className="p-2 text-center">
          <Button look="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {messages.showMore()}
          </Button>
        </div>
      )}
    </div>
  )
}
