import { useParams } from '@tanstack/react-router'
import { intakeMessages } from '../../messages/intake.ts'
import { IntakeUnderWay } from './intake-under-way.tsx'
import { NewIntake } from './new-intake.tsx'

/** The intake of a deal. All state is on the service: a reload or another device continues where it was. */
export const IntakePage = () => {
  const { conversationId } = useParams({ strict: false })
  return (
    <div className="page">
      <title>{intakeMessages.pageTitle()}</title>
      {conversationId === undefined ? <NewIntake /> : <IntakeUnderWay key={conversationId} id={conversationId} />}
    </div>
  )
}
