import { ApiError } from '@deal-canvas/client'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { appMessages } from '../messages/app.ts'
import { commonMessages } from '../messages/common.ts'
import { forgetFailures } from '../session/forget-failures.ts'
import { sentenceFor } from '../session/sentence-for.ts'
import { useServices } from '../session/services.ts'
import { Button } from '../ui/button.tsx'
import { Message } from './message.tsx'

const isOutOfReach = (error: unknown): boolean => error instanceof ApiError && error.code === 'deal_not_found'

/** The service does not distinguish a deal without access from a missing one; retrying helps with neither. */
const NoAccess = ({ home }: { home: string }) => (
  <Message title={appMessages.noAccess()}>
    <p>{appMessages.noAccessHint()}</p>
    <a className="btn primary mt-3" href={home}>
      {appMessages.goToDeals()}
    </a>
  </Message>
)

/** Replaces a page that failed, inside or outside the layout. */
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
    <Message title={ofService ? appMessages.notLoaded() : appMessages.somethingWentWrong()}>
      <p>{sentenceFor(error)}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={() => (ofService ? tryAgain() : location.reload())}>
          {ofService ? commonMessages.tryAgain() : appMessages.reload()}
        </Button>
        {/* A whole new load: whatever state made the page fail is left behind. */}
        <a className="btn" href={router.basepath}>
          {appMessages.goToDeals()}
        </a>
      </div>
    </Message>
  )
}

/** Replaces a page together with its layout. */
export const WholePageError = (props: ErrorComponentProps) => (
  <main>
    <ErrorPage {...props} />
  </main>
)
