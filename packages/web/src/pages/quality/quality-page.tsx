import { canEditDeal } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { qualityQuery, useCanvas, useDealId, useMetrics } from '../../deal-data/canvas-query.ts'
import { useModel } from '../../deal-data/model-query.ts'
import { CellDialog } from '../../features/workbook-grid/cell-dialog.tsx'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useShowHash } from '../../ui/use-show-hash.ts'
import { ContradictionsCard } from './contradictions-card.tsx'
import { FindingsCard } from './findings-card.tsx'
import { FrozenCard } from './frozen-card.tsx'
import { HighlightsCard } from './highlights-card.tsx'
import styles from './quality-page.module.css'
import { QuestionsCard } from './questions-card.tsx'
import { ReplaceWorkbook } from './replace-workbook.tsx'
import { ScoreCard } from './score-card.tsx'
import { withoutContradictions } from './without-contradictions.ts'

/** How reliable the numbers of the deal are. */
export const QualityPage = () => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const metrics = useMetrics()
  const quality = useQuery(qualityQuery(useServices().session.client, dealId))
  const { data: model } = useModel()
  const [open, setOpen] = useState<{ sheet: string; cell: string }>()
  useShowHash(quality.isSuccess)
  const [replacing, setReplacing] = useState(false)
  const canReplace = canEditDeal(deal)
  return (
    <div className={`page ${styles.page}`}>
      <title>{messages.pageTitle({ deal: deal.name })}</title>
      <header className="page-top">
        <h1>{messages.title()}</h1>
        {model?.file_name && (
          <p className="text-small text-fg-3">
            {model.updated_at === null
              ? model.file_name
              : messages.workbookRead.rich({ file: model.file_name, time: <RelativeTime at={model.updated_at} /> })}
          </p>
        )}
        <span className="flex-1" />
        {canReplace && model !== undefined && (
          <Button onClick={() => setReplacing(true)}>
            {model.document_id === null ? messages.chooseWorkbook() : messages.replaceWorkbook()}
          </Button>
        )}
      </header>
      {quality.isError && (
        <Note tone="red" act={<Button onClick={() => quality.refetch()}>{messages.checkAgain()}</Button>}>
          {sentenceFor(quality.error)}
        </Note>
      )}
      {quality.isPending && (
        <p role="status" className="text-fg-3">
          {messages.checking()}
        </p>
      )}
      {quality.data?.status === 'no_model' && (
        <>
          <NoModel canReplace={canReplace} dealId={dealId} />
          <ContradictionsCard canEdit={canReplace} onOpen={setOpen} />
        </>
      )}
      {quality.data?.status === 'assessed' && (
        <>
          <ScoreCard quality={quality.data} model={model} />
          {model?.frozen && <FrozenCard frozen={model.frozen} metrics={metrics} onOpen={setOpen} />}
          <div className={styles.columns}>
            <div className="grid content-start gap-4">
              <ContradictionsCard canEdit={canReplace} onOpen={setOpen} />
              <FindingsCard
                summary={withoutContradictions(quality.data.data_quality_summary)}
                metrics={metrics}
                onOpen={setOpen}
              />
              <QuestionsCard
                questions={quality.data.data_quality_summary.questions}
                metrics={metrics}
                onOpen={setOpen}
              />
            </div>
            <HighlightsCard
              highlights={quality.data.financial_highlights}
              documentId={model?.document_id ?? undefined}
              onOpen={setOpen}
            />
          </div>
        </>
      )}
      {open !== undefined && <CellDialog dealId={dealId} {...open} onClose={() => setOpen(undefined)} />}
      {replacing && <ReplaceWorkbook now={model?.document_id ?? null} onClose={() => setReplacing(false)} />}
    </div>
  )
}

const NoModel = ({ canReplace, dealId }: { canReplace: boolean; dealId: string }) => (
  <section className={`card ${styles.none}`}>
    <h2>{messages.noModel()}</h2>
    <p className="max-w-[52ch] text-fg-2">{canReplace ? messages.noModelForEditor() : messages.noModelForViewer()}</p>
    <Link className="btn" to="/canvas/$dealId" params={{ dealId }}>
      {messages.backToMemo()}
    </Link>
  </section>
)
