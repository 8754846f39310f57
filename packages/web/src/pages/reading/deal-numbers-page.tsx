import { canEditDeal } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { readingQuery } from '../../deal-data/reading-query.ts'
import { readingMessages } from '../../messages/reading.ts'
import { useServices } from '../../session/services.ts'
import { ReadingStates } from './reading-states.tsx'
import styles from './reading-view.module.css'
import { ReadingView } from './reading-view.tsx'

/** Which cell each number of the deal is read from. */
export const DealNumbersPage = () => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const { metric } = useSearch({ from: '/signed-in/canvas/$dealId/numbers' })
  const place = { dealId }
  const reading = useQuery(readingQuery(useServices().session.client, place))
  return (
    <div className={`page ${styles.page}`}>
      <title>{readingMessages.dealPageTitle({ deal: deal.name })}</title>
      <header className="page-top">
        <h1>{readingMessages.title()}</h1>
        {reading.data?.file_name && <p className="text-small text-fg-3">{reading.data.file_name}</p>}
      </header>
      <ReadingStates reading={reading} />
      {reading.data?.status === 'ready' && (
        <ReadingView
          key={metric ?? ''}
          reading={reading.data}
          place={place}
          dealId={dealId}
          canChange={canEditDeal(deal)}
          wanted={metric}
          foot={
            <Link className="btn primary" to="/canvas/$dealId" params={{ dealId }}>
              {readingMessages.backToMemo()}
            </Link>
          }
        />
      )}
    </div>
  )
}
