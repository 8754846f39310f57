import { canCloseRequest, canEditRequest, canMakeRequest, type DealRequest } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { RequestDialog } from '../../features/requests/request-dialog.tsx'
import { RequestList } from '../../features/requests/request-list.tsx'
import { requestsQuery, type ShownRequests } from '../../features/requests/requests-query.ts'
import { useSetStatus } from '../../features/requests/use-set-status.ts'
import { requestMessages as messages } from '../../messages/requests.ts'
import { useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useShowHash } from '../../ui/use-show-hash.ts'
import styles from './committee-page.module.css'

const choices = [
  ['open', messages.showOpen()],
  ['all', messages.showAll()],
] as const

/** What people ask each other to do, also after the decision. */
export const RequestsCard = () => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const { id: userId } = useMe()
  const [shown, setShown] = useState<ShownRequests>('open')
  const list = useInfiniteQuery(requestsQuery(useServices().session.client, dealId, shown))
  /** Undefined: no dialog; null: a new request. */
  const [edited, setEdited] = useState<DealRequest | null>()
  const setStatus = useSetStatus()
  const requests = list.data?.pages.flatMap((page) => page.requests) ?? []
  useShowHash(list.isSuccess)
  const people = ({ created_by, assignee }: DealRequest) => ({
    userId,
    authorId: created_by.user_id,
    assigneeId: assignee?.user_id ?? null,
  })
  return (
    <div id="requests" tabIndex={-1}>
      <Card
        title={messages.title()}
        act={
          <>
            <Segments label={messages.show()} choices={choices} chosen={shown} onChoose={setShown} />
            {canMakeRequest(deal.role) && (
              <Button look="ghost" onClick={() => setEdited(null)}>
                <Icon name="plus" size={14} />
                {messages.newRequest()}
              </Button>
            )}
          </>
        }
      >
        {list.isError && <Note tone="red">{sentenceFor(list.error)}</Note>}
        {setStatus.isError && <Note tone="red">{sentenceFor(setStatus.error)}</Note>}
        {list.isSuccess && requests.length === 0 && (
          <p className={styles.nothing}>{shown === 'open' ? messages.noneOpen() : messages.none()}</p>
        )}
        {requests.length > 0 && (
          <RequestList
            requests={requests}
            titleOf={(request) =>
              canEditRequest(deal.role, people(request)) ? (
                <button
                  type="button"
                  className="text-left"
                  aria-label={messages.editNamed({ title: request.title })}
                  onClick={() => setEdited(request)}
                >
                  {request.title}
                </button>
              ) : (
                request.title
              )
            }
            canClose={(request) => canCloseRequest(deal.role, people(request))}
            setStatus={setStatus}
          />
        )}
        {list.hasNextPage && (
          <div className="border-t border-line p-2 text-center">
            <Button look="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {messages.showMore()}
            </Button>
          </div>
        )}
      </Card>
      {edited !== undefined && <RequestDialog request={edited ?? undefined} onClose={() => setEdited(undefined)} />}
    </div>
  )
}
