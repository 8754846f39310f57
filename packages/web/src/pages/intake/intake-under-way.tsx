import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Message } from '../../app/message.tsx'
import { intakeQuery } from '../../deal-data/intake-query.ts'
import { intakeUploads } from '../../features/intake/intake-uploads.ts'
import { Steps } from '../../features/intake/steps.tsx'
import { isUnderWay } from '../../features/uploads/uploads.ts'
import { commonMessages } from '../../messages/common.ts'
import { intakeMessages } from '../../messages/intake.ts'
import { useMe } from '../../session/me.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { useObservable } from '../../ui/observable.ts'
import { BuildCard } from './build-card.tsx'
import { FilesPart } from './files-part.tsx'
import styles from './intake-under-way.module.css'
import { NameCard } from './name-card.tsx'
import { NumbersCard } from './numbers-card.tsx'
import { useBuildProgress } from './use-build-progress.ts'
import { useNameDraft } from './use-name-draft.ts'

export const IntakeUnderWay = ({ id }: { id: string }) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const { orgs } = useMe()
  const { data: conversation, error, refetch } = useQuery(intakeQuery(client, id))
  const uploads = intakeUploads(queries, client, id)
  const onTheirWay = useObservable(uploads.list)
  const draft = useNameDraft(id, conversation)
  useBuildProgress(conversation)

  if (conversation === undefined) {
    if (error === null) return <p role="status">{intakeMessages.opening()}</p>
    return (
      <Message title={intakeMessages.openFailed()}>
        <p>{sentenceFor(error)}</p>
        <div className="mt-3 flex gap-2">
          <Button look="primary" onClick={() => void refetch()}>
            {commonMessages.tryAgain()}
          </Button>
          <Link to="/" className="btn">
            {intakeMessages.goToDeals()}
          </Link>
        </div>
      </Message>
    )
  }

  const { status, files, org_id: orgId, deal_name: name } = conversation
  const isOpen = status !== 'processing' && status !== 'ready'
  const pending = onTheirWay.filter(isUnderWay).length
  const at =
    !isOpen || status === 'failed' ? 'build' : files.length === 0 ? 'files' : name === null ? 'name' : 'numbers'
  const org = orgId === null ? intakeMessages.personalDeal() : orgs.find(({ org_id }) => org_id === orgId)?.name
  return (
    <>
      <header className="page-head">
        <h1>{name ?? intakeMessages.newDeal()}</h1>
        {org !== undefined && <span className="text-fg-3">{org}</span>}
        <span className="flex-1" />
        <Steps at={at} />
      </header>
      <div className={styles.grid}>
        <FilesPart conversation={conversation} uploads={uploads} isOpen={isOpen} />
        <aside className={styles.side} aria-label={intakeMessages.nameAndBuild()}>
          <NameCard conversation={conversation} draft={draft} />
          {status !== 'processing' && <NumbersCard conversation={conversation} />}
          <BuildCard conversation={conversation} draft={draft} pending={pending} />
        </aside>
      </div>
    </>
  )
}
