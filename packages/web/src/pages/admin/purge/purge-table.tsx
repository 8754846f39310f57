import { type DealStateKind, dealStateKinds, formatCount, type PurgeReport } from '@deal-canvas/contract'
import { adminPurgeMessages } from '../../../messages/admin-purge.ts'
import styles from '../admin-table.module.css'
import { keysIn } from './purge-request.ts'

const kindNames: Record<DealStateKind, string> = {
  session: adminPurgeMessages.session(),
  lock: adminPurgeMessages.lock(),
  presence: adminPurgeMessages.presence(),
  event: adminPurgeMessages.event(),
  image_crop: adminPurgeMessages.imageCrop(),
  digitization: adminPurgeMessages.digitization(),
  intake_summary: adminPurgeMessages.intakeSummary(),
  readiness: adminPurgeMessages.readiness(),
  intelligence: adminPurgeMessages.intelligence(),
  brush: adminPurgeMessages.brush(),
  checkpoint: adminPurgeMessages.checkpoint(),
}

const Count = ({ count }: { count: number }) => (
  <td className={count === 0 ? `${styles.num} ${styles.nil}` : styles.num}>{formatCount(count)}</td>
)

/** The name for readers, and the id to distinguish deals with the same name. */
const DealName = ({ deal: { deal_id: id, deal_name: name, org_name: org } }: { deal: PurgeReport['deals'][number] }) =>
  name === null ? (
    <>
      {id}
      <span className="block text-small text-fg-3">{adminPurgeMessages.unknownDeal()}</span>
    </>
  ) : (
    <>
      {name}
      <span className="block text-small text-fg-3">{org === null ? id : `${org}, ${id}`}</span>
    </>
  )

/** Keys by deal and kind. */
export const PurgeTable = ({ report }: { report: PurgeReport }) => {
  const kinds = dealStateKinds.filter((kind) => report.include_checkpoints || kind !== 'checkpoint')
  const kept = report.deals.reduce((sum, deal) => sum + deal.kept_checkpoints, 0)
  return (
    // A container that scrolls horizontally must be focusable, or keyboard users could not scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <section className={styles.scroll} aria-label={adminPurgeMessages.keysByKind()} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{adminPurgeMessages.deal()}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" className={styles.num}>
                {kindNames[kind]}
              </th>
            ))}
            {!report.include_checkpoints && (
              <th scope="col" className={styles.num}>
                {adminPurgeMessages.kept()}
              </th>
            )}
            <th scope="col" className={styles.num}>
              {adminPurgeMessages.keys()}
            </th>
          </tr>
        </thead>
        <tbody>
          {report.deals.map((deal) => (
            <tr key={deal.deal_id}>
              <td className={deal.skipped ? styles.nil : undefined}>
                <DealName deal={deal} />
              </td>
              {deal.skipped ? (
                <td className={styles.nil} colSpan={kinds.length + (report.include_checkpoints ? 0 : 1)}>
                  {adminPurgeMessages.skipped()}
                </td>
              ) : (
                <>
                  {kinds.map((kind) => (
                    <Count key={kind} count={deal.keys[kind] ?? 0} />
                  ))}
                  {!report.include_checkpoints && <Count count={deal.kept_checkpoints} />}
                </>
              )}
              <td className={styles.num}>
                <b>{formatCount(deal.skipped ? 0 : keysIn(deal.keys))}</b>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{adminPurgeMessages.total()}</th>
            {kinds.map((kind) => (
              <td key={kind} className={styles.num}>
                {formatCount(report.totals[kind] ?? 0)}
              </td>
            ))}
            {!report.include_checkpoints && <td className={styles.num}>{formatCount(kept)}</td>}
            <td className={styles.num}>{formatCount(keysIn(report.totals))}</td>
          </tr>
        </tfoot>
      </table>
      {report.deals_total > report.deals.length && (
        <p className="px-[14px] pb-3 text-small text-fg-3">
          {adminPurgeMessages.firstDeals({ shown: report.deals.length, total: report.deals_total })}
        </p>
      )}
    </section>
  )
}
