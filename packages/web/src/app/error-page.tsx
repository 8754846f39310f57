import { ApiError } from '@deal-canvas/client'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { forgetFailures } from '../session/forget-failures.ts'
import { sentenceFor } from '../session/sentence-for.ts'
import { useServices } from '../session/services.ts'
import { Button } from '../ui/button.tsx'
import { Message } from './message.tsx'

const isOutOfReach = (error: unknown): boolean => error instanceof ApiError && error.code === 'deal_not_found'

/** The service does not tell a deal of others from one that does not exist; trying again helps with neither. */
const NoAccess = ({ home }: { home: string }) => (
  <Message title="You don't have access">
    <p>Ask an owner of the deal to add you. If the link is wrong or the deal was deleted, there is nothing to open.</p>
    <a className="btn primary mt-3" href={home}>
      Go to your deals
    </a>
  </Message>
)

/** In place of a page that failed, within the frame or without it. */
export const ErrorPage = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  const { queries } = useServices()
  const tryAgain = () => {
    forgetFailures(queries)
    void router.invalidate()
  }
  if (isOutOfReach(error)) return <NoAccess home={router.basepath} />
  const ofService = error instanceof ApiError
  return (
    <Message title={ofService ? 'This page could not be loaded' : 'Something went wrong'}>
      <p>{sentenceFor(error)}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={() => (ofService ? tryAgain() : location.reload())}>
          {ofService ? 'Try again' : 'Load the page again'}
        </Button>
        {/* A whole new load: whatever state made the page fail is left behind. */}
        <a className="btn" href={router.basepath}>
          Go to the start
        </a>
      </div>
    </Message>
  )
}

/** In place of a page together with its frame. */
export const WholePageError = (props: ErrorComponentProps) => (
  <main>
    <ErrorPage {...props} />
  </main>
)
