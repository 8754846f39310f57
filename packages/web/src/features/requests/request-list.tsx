import { type DealRequest, formatCalendarDay } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { requestMessages as messages } from '../../messages/requests.ts'
import { formatPerson } from '../../ui/format-person.ts'
import styles from './request-list.module.css'
import { SourceLink } from './source-link.tsx'
import type { useSetStatus } from './use-set-status.ts'

interface RequestListProps<Listed extends DealRequest> {
  requests: readonly Listed[]
  /** The title, as a button or a link where it opens something. */
  titleOf: (request: Listed) => ReactNode
  /** Where the request is, if not on the deal of the page. */
  placeOf?: (request: Listed) => ReactNode
  canClose: (request: Listed) => boolean
  setStatus: ReturnType<typeof useSetStatus>
}

/** The calendar day in UTC, by which due dates are judged. */
const today = (): string => new Date().toISOString().slice(0, 10)

/** Requests with whom they wait for, when they are due, and a button to close them. */
export const RequestList = <Listed extends DealRequest>(props: RequestListProps<Listed>) => {
  const { requests, titleOf, placeOf, canClose, setStatus } = props
  return (
    <table className={styles.requests}>
      <thead>
        <tr>
          <th scope="col">{messages.request()}</th>
          <th scope="col">{messages.assignee()}</th>
          <th scope="col">{messages.due()}</th>
          <th scope="col">{messages.status()}</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.id}>
            <td>
              {titleOf(request)}
              {request.note !== null && <small>{request.note}</small>}
              <small className={styles.about}>
                {placeOf?.(request)}
                <SourceLink request={request} />
                <span>
                  {messages.from({
                    name: formatPerson(request.created_by.display_name, request.created_by.email_verified),
                  })}
                </span>
              </small>
              <div className={styles.onPhone}>
                <Assignee request={request} /> <Due request={request} />
              </div>
            </td>
            <td>
              <Assignee request={request} />
            </td>
            <td className={styles.day}>
              <Due request={request} />
            </td>
            <td className={styles.act}>
              {canClose(request) ? (
                <StatusButton request={request} setStatus={setStatus} />
              ) : (
                <span className="chip">{messages.statusName({ status: request.status })}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Assignee = ({ request: { assignee } }: { request: DealRequest }) => {
  if (assignee === null) return <span className="text-fg-3">{messages.nobody()}</span>
  return (
    <>
      {formatPerson(assignee.display_name, assignee.email_verified)}{' '}
      {!assignee.on_deal && <span className="chip amber">{messages.leftDeal()}</span>}
    </>
  )
}

const Due = ({ request: { due_date: day, status } }: { request: DealRequest }) => {
  if (day === null) return null
  return (
    <>
      {formatCalendarDay(day)}{' '}
      {status === 'open' && day < today() && <span className="chip red">{messages.overdue()}</span>}
    </>
  )
}

const StatusButton = ({
  request,
  setStatus,
}: { request: DealRequest } & Pick<RequestListProps<DealRequest>, 'setStatus'>) => {
  const { status, title, id } = request
  const isOpen = status === 'open'
  const isBusy = setStatus.isPending && setStatus.variables.request.id === id
  return (
    <>
      {!isOpen && <span className={`chip ${status === 'done' ? 'green' : ''}`}>{messages.statusName({ status })}</span>}{' '}
      <button
        type="button"
        className={`btn ${isOpen ? 'plain' : 'ghost'}`}
        aria-label={isOpen ? messages.markDoneNamed({ title }) : messages.openAgainNamed({ title })}
        aria-busy={isBusy || undefined}
        onClick={() => {
          if (!setStatus.isPending) setStatus.mutate({ request, status: isOpen ? 'done' : 'open' })
        }}
      >
        <span>{isOpen ? messages.markDone() : messages.openAgain()}</span>
      </button>
    </>
  )
}
