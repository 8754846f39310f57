import { verifyAuditTrail } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { clockTime } from '../../ui/time-in-words.ts'
import { useDealId } from '../canvas/canvas-query.ts'

/** Recomputes the chain of entries: whether anything was changed after it was written. */
export const VerifyCard = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const verify = useMutation({
    mutationFn: async () => ({
      ...(await client.call(verifyAuditTrail, { params: { deal_id: dealId } })),
      at: new Date(),
    }),
  })
  const { data } = verify
  return (
    <section className="card verify" aria-label="Verify" data-valid={data?.valid}>
      <Icon name={data?.valid === false ? 'alert' : 'shield'} />
      <div role="status">
        <h2>{data === undefined ? 'Is the record whole?' : data.valid ? 'Chain unbroken' : 'The chain is broken'}</h2>
        {data === undefined ? (
          <p>Every entry carries the hash of the one before it and is signed. A change would show.</p>
        ) : (
          <p>
            {data.valid
              ? `${data.entries.toLocaleString('en-US')} entries hold${data.erased > 0 ? `, ${data.erased} of them erased` : ''}.`
              : `Entry ${data.first_bad_seq ?? '?'} does not fit the ones before it. Export the record and tell your administrator.`}
            <span className="block">{`Checked at ${clockTime(data.at)}`}</span>
            {data.head_hash !== null && <span className="mono block break-all">{data.head_hash}</span>}
          </p>
        )}
        {verify.isError && <Note tone="red">{sentenceFor(verify.error)}</Note>}
      </div>
      <Button busy={verify.isPending} onClick={() => verify.mutate()}>
        Verify
      </Button>
    </section>
  )
}
