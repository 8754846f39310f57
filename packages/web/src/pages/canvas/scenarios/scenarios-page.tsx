import { canComment } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCanvas, useDealId } from '../../../deal-data/canvas-query.ts'
import { scenariosQuery } from '../../../deal-data/scenarios-query.ts'
import { commonMessages } from '../../../messages/common.ts'
import { scenarioMessages as messages } from '../../../messages/scenarios.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { Note } from '../../../ui/note.tsx'
import type { Asked } from './asked.ts'
import { ScenarioCards } from './scenario-cards.tsx'
import styles from './scenarios-page.module.css'

/** How other inputs change the deal: scenarios, limits, goal seek and a two-way table. */
export const ScenariosPage = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { deal } = useCanvas()
  const list = useQuery(scenariosQuery(client, dealId))
  const [asked, setAsked] = useState<Asked>()
  const hasWorkbook = deal.tier !== 'legacy'
  return (
    <div className={`page ${styles.page}`}>
      <title>{messages.pageTitle({ deal: deal.name })}</title>
      <header className={`page-top ${styles.top}`}>
        <h1>{messages.title()}</h1>
        <p className="text-small text-fg-3">{messages.intro()}</p>
        {hasWorkbook && canComment(deal) && (
          <Button look="primary" onClick={() => setAsked({ act: 'create', start: {} })}>
            <Icon name="plus" size={14} />
            {messages.newScenario()}
          </Button>
        )}
      </header>
      {list.isPending && (
        <section className="card" aria-label={messages.comparison()}>
          <ListSkeleton label={messages.loading()} />
        </section>
      )}
      {list.isError && (
        <Note tone="red" act={<Button onClick={() => list.refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(list.error)}
        </Note>
      )}
      {list.data !== undefined && (
        <ScenarioCards list={list.data} hasWorkbook={hasWorkbook} asked={asked} onAsk={setAsked} />
      )}
    </div>
  )
}
