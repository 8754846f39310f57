import {
  exportPortfolio,
  maxPortfolioDeals,
  maxPortfolioMetrics,
  type Portfolio,
  portfolio,
  type portfolioFormats,
} from '@deal-canvas/contract'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { appMessages } from '../../messages/app.ts'
import { commonMessages } from '../../messages/common.ts'
import { portfolioMessages as messages } from '../../messages/portfolio.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { type Services, useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ChooseDeals } from './choose-deals.tsx'
import { ChooseMetrics } from './choose-metrics.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import styles from './portfolio-page.module.css'

type Client = Services['session']['client']

/** Shown until somebody chooses: what committees ask for first, as far as the deals have it. */
const firstMetrics = [
  'purchase_price',
  'enterprise_value',
  'equity_invested',
  'levered_irr_pct',
  'gross_irr_pct',
  'equity_multiple',
  'moic',
  'dscr',
]

const portfolioQuery = (client: Client, deals: string[], metrics: string[]) =>
  queryOptions({
    queryKey: ['portfolio', deals, metrics],
    queryFn: ({ signal }) => client.call(portfolio, { body: { deals, metrics }, signal }),
    enabled: deals.length > 0,
    placeholderData: keepPreviousData,
    // Numbers of deals change while the page is open.
    staleTime: 0,
  })

const withoutEmpty = (found: Portfolio): Portfolio => ({
  ...found,
  metrics: found.metrics.filter(({ metric_key }) =>
    found.deals.some(({ values }) => values.some((value) => value.metric_key === metric_key)),
  ),
})

/** Compares chosen metrics of chosen deals. */
export const PortfolioPage = () => {
  const { client } = useServices().session
  const navigate = useNavigate()
  const { deals = [], metrics } = useSearch({ from: '/signed-in/shell/portfolio' })
  const [choosing, setChoosing] = useState<'deals' | 'metrics'>()
  const { data, isError, error, refetch } = useQuery(portfolioQuery(client, deals, metrics ?? firstMetrics))
  // What nobody has chosen does not have to be shown empty.
  const found = data && metrics === undefined ? withoutEmpty(data) : data
  const hidden = found === undefined ? 0 : deals.length - found.deals.length
  const choose = (change: { deals?: string[]; metrics?: string[] }) => {
    setChoosing(undefined)
    void navigate({ to: '/portfolio', search: (before) => ({ ...before, ...change }) })
  }
  return (
    <div className="page">
      <title>{appMessages.pageTitle({ title: messages.title() })}</title>
      <header className="page-head">
        <h1>{messages.title()}</h1>
        <span className="flex-1" />
        <Button look={deals.length === 0 ? 'primary' : 'plain'} onClick={() => setChoosing('deals')}>
          {messages.chooseDeals()}
        </Button>
        <Button idle={found === undefined} onClick={() => found !== undefined && setChoosing('metrics')}>
          {messages.chooseMetrics()}
        </Button>
      </header>
      <p className={styles.hint}>{messages.hint()}</p>
      {isError && (
        <Note tone="red" act={<Button onClick={() => void refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(error)}
        </Note>
      )}
      {deals.length === 0 && (
        <div className="card empty-state">
          <p role="status">{messages.empty()}</p>
        </div>
      )}
      {deals.length > 0 && found === undefined && !isError && (
        <div className="card">
          <ListSkeleton label={messages.loading()} />
        </div>
      )}
      {deals.length > 0 && hidden > 0 && <Note tone="amber">{messages.notShown({ count: hidden })}</Note>}
      {deals.length > 0 && found !== undefined && found.deals.length > 0 && (
        <>
          {found.metrics.length === 0 ? (
            <div className="card empty-state">
              <p role="status">{messages.emptyMetrics()}</p>
            </div>
          ) : (
            <ComparisonTable portfolio={found} />
          )}
          {found.metrics.length > 0 && <ExportButtons portfolio={found} />}
        </>
      )}
      {choosing === 'deals' && (
        <ChooseDeals
          chosen={deals}
          max={maxPortfolioDeals}
          onChoose={(next) => choose({ deals: next })}
          onClose={() => setChoosing(undefined)}
        />
      )}
      {choosing === 'metrics' && found !== undefined && (
        <ChooseMetrics
          chosen={found.metrics.map(({ metric_key }) => metric_key)}
          offered={found.offered}
          max={maxPortfolioMetrics}
          onChoose={(next) => choose({ metrics: next })}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </div>
  )
}

type Format = (typeof portfolioFormats)[number]

const extensions: Readonly<Record<Format, string>> = { csv: 'zip', xlsx: 'xlsx' }

const ExportButtons = ({ portfolio: { deals, metrics } }: { portfolio: Portfolio }) => {
  const { client } = useServices().session
  const refused = deals.filter((deal) => !deal.can_export).map(({ name }) => name)
  const save = useMutation({
    mutationFn: (format: Format) =>
      client.download(exportPortfolio, {
        body: {
          deals: deals.map(({ deal_id }) => deal_id),
          metrics: metrics.map(({ metric_key }) => metric_key),
          format,
        },
      }),
    onSuccess: (file, format) => saveFile(file, `${messages.fileName()}.${extensions[format]}`),
  })
  const canExport = refused.length < deals.length
  return (
    <footer className={styles.foot}>
      <Button busy={save.isPending && save.variables === 'xlsx'} idle={!canExport} onClick={() => save.mutate('xlsx')}>
        {messages.exportXlsx()}
      </Button>
      <Button busy={save.isPending && save.variables === 'csv'} idle={!canExport} onClick={() => save.mutate('csv')}>
        {messages.exportCsv()}
      </Button>
      <span role="status">
        {save.isSuccess && messages.exporting()}
        {save.isError && sentenceFor(save.error)}
      </span>
      {refused.length > 0 && <p>{messages.leftOut({ names: refused.join(', ') })}</p>}
    </footer>
  )
}
