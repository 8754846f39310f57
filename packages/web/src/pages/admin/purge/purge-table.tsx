import { type DealStateKind, dealStateKinds, type PurgeReport } from '@deal-canvas/contract'
import { adminPurgeMessages } from '../../../messages/admin-purge.ts'
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
  <td className={count === 0 ? 'num nil' : 'num'}>{count.toLocaleString('en-US')}</td>
)

/** The name that people know, and the id that tells two deals of one name apart. */
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
    // A box that scrolls sideways has to take the focus, or the keyboard could not move it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <section className="admin-scroll" aria-label={adminPurgeMessages.keysByKind()} tabIndex={0}>
      <table className="admin-table">
        <thead>
          <tr>
            <th scope="col">{adminPurgeMessages.deal()}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" className="num">
                {kindNames[kind]}
              </th>
            ))}
            {!report.include_checkpoints && (
              <th scope="col" className="num">
                {adminPurgeMessages.kept()}
              </th>
            )}
            <th scope="col" className="num">
              {adminPurgeMessages.keys()}
            </th>
          </tr>
        </thead>
        <tbody>
          {report.deals.map((deal) => (
            <tr key={deal.deal_id}>
              <td className={deal.skipped ? 'nil' : undefined}>
                <DealName deal={deal} />
              </td>
              {deal.skipped ? (
                <td className="nil" colSpan={kinds.length + (report.include_checkpoints ? 0 : 1)}>
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
              <td className="num">
                <b>{(deal.skipped ? 0 : keysIn(deal.keys)).toLocaleString('en-US')}</b>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{adminPurgeMessages.total()}</th>
            {kinds.map((kind) => (
              <td key={kind} className="num">
                {(report.totals[kind] ?? 0).toLocaleString('en-US')}
              </td>
            ))}
            {!report.include_checkpoints && <td className="num">{kept.toLocaleString('en-US')}</td>}
            <td className="num">{keysIn(report.totals).toLocaleString('en-US')}</td>
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
