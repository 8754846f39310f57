import type { Portfolio, PortfolioDeal, PortfolioTotal } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { dealListMessages } from '../../messages/deal-list.ts'
import { portfolioMessages as messages } from '../../messages/portfolio.ts'
import { formatMetric } from '../../ui/format-metric.ts'
import styles from './portfolio-page.module.css'

/** One row per deal and one column per metric; on a phone, one card per deal. */
export const ComparisonTable = ({ portfolio: { deals, metrics, totals } }: { portfolio: Portfolio }) => (
  // A wide table is scrolled by keyboard, too.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className={`card ${styles.frame}`} aria-label={messages.table()} tabIndex={0}>
    <table className={styles.comparison}>
      <thead>
        <tr>
          <th scope="col">{messages.deal()}</th>
          {metrics.map(({ metric_key, label }) => (
            <th key={metric_key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {deals.map((deal) => (
          <tr key={deal.deal_id}>
            <th scope="row">
              <Link to="/canvas/$dealId" params={{ dealId: deal.deal_id }}>
                {deal.name}
              </Link>
              <span>{describe(deal)}</span>
            </th>
            {metrics.map(({ metric_key, label }) => (
              <td key={metric_key} data-label={label}>
                <Value deal={deal} metricKey={metric_key} label={label} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals.length > 0 && (
        <tfoot>
          <tr>
            <th scope="row">{messages.totals()}</th>
            {metrics.map(({ metric_key, label }) => (
              <td key={metric_key} data-label={label}>
                <Totals totals={totals.filter((total) => total.metric_key === metric_key)} />
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  </section>
)

const describe = ({ deal_type: type, currency, scenario_name: scenario }: PortfolioDeal): string =>
  [type === null ? undefined : dealListMessages.typeName({ type }), currency, scenario ?? messages.base()]
    .filter((part) => part !== undefined)
    .join(', ')

const Value = ({ deal, metricKey, label }: { deal: PortfolioDeal; metricKey: string; label: string }) => {
  const found = deal.values.find(({ metric_key }) => metric_key === metricKey)
  if (found === undefined) return <span className={styles.missing}>{messages.missing()}</span>
  return (
    <>
      {formatMetric(found.value, found.unit, deal.currency)}
      {found.confirmation === 'unconfirmed' && (
        <span title={dealListMessages.unconfirmedHint({ label })}>{dealListMessages.unconfirmed()}</span>
      )}
    </>
  )
}

/** One line per unit and currency: different ones are never added. */
const Totals = ({ totals }: { totals: readonly PortfolioTotal[] }) => {
  if (totals.length === 0) return <span className={styles.missing}>{messages.noTotal()}</span>
  return totals.map(({ unit, currency, sum, average, counted, left_out: leftOut }) => {
    const shown = formatMetric(sum ?? average, unit, currency ?? undefined)
    return (
      <div key={`${unit} ${currency}`}>
        {currency === null ? shown : messages.totalIn({ total: shown, currency })}
        <span>
          {sum === null ? messages.average() : messages.sum()}, {messages.counted({ count: counted })}
          {leftOut > 0 && `, ${messages.leftOutOfTotal({ count: leftOut })}`}
        </span>
      </div>
    )
  })
}
