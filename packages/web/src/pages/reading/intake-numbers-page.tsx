import { completeIntake } from '@deal-canvas/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { intakeKey, intakeQuery } from '../../deal-data/intake-query.ts'
import { readingQuery } from '../../deal-data/reading-query.ts'
import { Steps } from '../../features/intake/steps.tsx'
import { readingMessages } from '../../messages/reading.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ReadingStates } from './reading-states.tsx'
import styles from './reading-view.module.css'
import { ReadingView } from './reading-view.tsx'

/** The optional step between naming a deal and building its memo. */
export const IntakeNumbersPage = () => {
  const { conversationId } = useParams({ from: '/signed-in/shell/intake/$conversationId/numbers' })
  const { client } = useServices().session
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = { conversationId }
  const { data: conversation } = useQuery(intakeQuery(client, conversationId))
  const reading = useQuery(readingQuery(client, place))
  const toIntake = { to: '/intake/$conversationId', params: { conversationId } } as const
  const build = useMutation({
    mutationFn: () => client.call(completeIntake, { params: { conversation_id: conversationId } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: intakeKey(conversationId) })
      await navigate(toIntake)
    },
  })
  const canBuild = conversation?.status === 'named' || conversation?.status === 'failed'
  const isNamed = conversation !== undefined && conversation.deal_name !== null
  return (
    <div className={`page ${styles.page}`}>
      <title>{readingMessages.intakePageTitle()}</title>
      <header className="page-head">
        <h1>{readingMessages.title()}</h1>
        {reading.data?.file_name && <span className="text-fg-3">{reading.data.file_name}</span>}
        <span className="flex-1" />
        <Steps at="numbers" />
      </header>
      {build.isError && <Note tone="red">{sentenceFor(build.error)}</Note>}
      {conversation !== undefined && !isNamed && <Note tone="amber">{readingMessages.nameFirst()}</Note>}
      <ReadingStates reading={reading} />
      {reading.data?.status === 'ready' && conversation !== undefined && (
        <ReadingView
          reading={reading.data}
          place={place}
          dealId={conversation.deal_id}
          canChange={isNamed && conversation.status !== 'processing'}
          foot={
            <>
              <Link {...toIntake} className="btn ghost">
                {readingMessages.finishLater()}
              </Link>
              {canBuild && (
                <Button look="primary" busy={build.isPending} onClick={() => build.mutate()}>
                  {readingMessages.buildMemo()}
                </Button>
              )}
            </>
          }
        />
      )}
    </div>
  )
}
