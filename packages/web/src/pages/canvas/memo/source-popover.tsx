import type { MetricSource, MetricUnit, Provenance } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { qualityQuery, useDealId, useMetrics } from '../../../deal-data/canvas-query.ts'
import { useContradictionsOf } from '../../../deal-data/contradictions.ts'
import { useModel } from '../../../deal-data/model-query.ts'
import { useNumbers } from '../../../deal-data/numbers.ts'
import { DocumentLink } from '../../../features/facts/document-link.tsx'
import { WrongCell } from '../../../features/workbook-grid/wrong-cell.tsx'
import { memoMessages } from '../../../messages/memo.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useWhyNotApply } from '../what-if/apply-footer.tsx'
import { useRevert } from '../what-if/use-revert.ts'
import {
  agreementLabels,
  confirmationLabels,
  formatComputed,
  formatPrecise,
  formatSource,
  originLabels,
  whyNoValue,
} from './format-source.ts'
import styles from './source-popover.module.css'
import type { NumberInFocus } from './use-number-in-focus.ts'

const SourceFacts = ({ metricKey }: { metricKey: string }) => {
  const metric = useMetrics().get(metricKey)
  const { shown, metrics } = useNumbers()
  const number = shown.get(metricKey)
  const { client } = useServices().session
  const highlight = useQuery(qualityQuery(client, useDealId())).data?.financial_highlights[metricKey]
  const missing = whyNoValue(metricKey, metric, metrics)
  const computed = formatComputed(metric)
  const override = metric?.provenance.override ?? null
  // The agreement across tabs and the formula belong to the workbook's value, not to an override.
  const agreement = override === null ? highlight?.agreement : undefined
  return (
    <>
      <div className={styles.row}>
        <span className={styles.cell}>{formatSource(metric, metrics)}</span>
        {agreement !== undefined && (
          <span className={`chip ${{ agrees: 'green', differs: 'amber', single: 'line' }[agreement]}`}>
            <Icon name={agreement === 'differs' ? 'warn' : 'check'} size={12} />
            {agreementLabels[agreement]}
          </span>
        )}
        {metric && <OriginChips provenance={metric.provenance} />}
      </div>
      <p className={styles.value}>
        <b>
          {number ? formatMetric(number.value, number.unit) : metrics === 'here' ? memoMessages.notAvailable() : '…'}
        </b>
        {number?.label}
      </p>
      {missing !== undefined && <p>{missing}</p>}
      {metric?.provenance.frozen && <p>{metric.provenance.frozen.message}</p>}
      {override !== null && number && <OverrideFacts metricKey={metricKey} override={override} unit={number.unit} />}
      {override === null && metric?.formula && <code className={styles.formula}>{metric.formula}</code>}
      {number?.value != null && number.unit !== 'date' && (
        <p className={`${styles.row} text-fg-3`}>
          <span>{memoMessages.exactValue({ value: formatPrecise(number.value) })}</span>
          {computed !== undefined && <span>{computed}</span>}
        </p>
      )}
      {metric?.provenance.confirmed && (
        <p className="text-fg-3">
          {memoMessages.confirmedBy.rich({
            name: metric.provenance.confirmed.by_name,
            time: <RelativeTime at={metric.provenance.confirmed.at} />,
          })}
        </p>
      )}
      <ContradictionFacts metricKey={metricKey} />
      {metric?.source && <p className="truncate text-fg-3">{metric.source.file}</p>}
    </>
  )
}

/** Documents that state another value. */
const ContradictionFacts = ({ metricKey }: { metricKey: string }) => {
  const dealId = useDealId()
  const found = useContradictionsOf(metricKey)
  if (found.length === 0) return null
  return (
    <div>
      {found.map(({ id, stated, unit }) => (
        <p key={id}>
          {memoMessages.documentSays.rich({
            document: <DocumentLink stated={stated} />,
            value: formatMetric(stated.value, unit),
          })}
        </p>
      ))}
      <Link to="/canvas/$dealId/quality" params={{ dealId }}>
        {memoMessages.settleContradiction()}
      </Link>
    </div>
  )
}

const OriginChips = ({ provenance: { origin, confirmation } }: { provenance: Provenance }) => (
  <>
    <span className={`chip ${origin === 'overridden' || origin === 'frozen' ? 'amber' : 'line'}`}>
      {originLabels[origin]}
    </span>
    {confirmation !== 'confirmed' && origin !== 'manual' && (
      <span className={`chip ${confirmation === 'unconfirmed' ? 'amber' : 'line'}`}>
        {confirmationLabels[confirmation]}
      </span>
    )}
  </>
)

interface OverrideFactsProps {
  metricKey: string
  override: NonNullable<Provenance['override']>
  unit: MetricUnit
}

/** The workbook's value, and who overrode it, when and why; editors can revert it. */
const OverrideFacts = ({ metricKey, override, unit }: OverrideFactsProps) => {
  const revert = useRevert()
  const why = useWhyNotApply()
  const { data: model } = useModel()
  const { workbook_value: said, applied_by_name: by, applied_at: at, reason, replaces_formula: hidesFormula } = override
  return (
    <div>
      <p>
        {said === null ? memoMessages.replacesValue() : memoMessages.workbookValue({ value: formatMetric(said, unit) })}
        {hidesFormula && ` ${memoMessages.replacesFormula()}`}
      </p>
      <p className="text-fg-3">{memoMessages.appliedBy.rich({ name: by, time: <RelativeTime at={at} /> })}</p>
      {reason !== null && <p>{reason}</p>}
      {revert.isError && <Note tone="red">{sentenceFor(revert.error)}</Note>}
      {why === undefined && model !== undefined && (
        <Button busy={revert.isPending} onClick={() => revert.mutate({ seen: model.model_version, metricKey })}>
          {memoMessages.revert()}
        </Button>
      )}
    </div>
  )
}

interface SourceActsProps {
  metricKey: string
  onClose: () => void
  onCell: (source: MetricSource) => void
}

const SourceActs = ({ metricKey, onClose, onCell }: SourceActsProps) => {
  const dealId = useDealId()
  const source = useMetrics().get(metricKey)?.source
  return (
    <div className={styles.acts}>
      <Link
        className="btn soft"
        to="/canvas/$dealId"
        params={{ dealId }}
        search={{ whatIf: metricKey }}
        onClick={onClose}
      >
        <Icon name="sliders" />
        {memoMessages.whatIf()}
      </Link>
      {source && (
        <button type="button" className="btn ghost" onClick={() => onCell(source)}>
          {memoMessages.openCell()}
        </button>
      )}
      <WrongCell metricKey={metricKey} isButton />
      <Link className="btn ghost" to="/canvas/$dealId/record" params={{ dealId }} search={{ metric: metricKey }}>
        {memoMessages.history()}
      </Link>
    </div>
  )
}

interface SourcePopoverProps {
  number: NumberInFocus
  onClose: () => void
  onCell: (source: MetricSource) => void
  onPointer: (over: boolean) => void
}

/** The source of a number: next to it, or on phones at the bottom of the page. */
export const SourcePopover = (props: SourcePopoverProps) =>
  window.matchMedia('(max-width: 720px)').matches ? (
    <div
      className={`${styles.source} ${styles.bottom} pop`}
      data-source
      role="dialog"
      aria-label={memoMessages.source()}
    >
      <SourceFacts metricKey={props.number.metricKey} />
      <SourceActs metricKey={props.number.metricKey} onClose={props.onClose} onCell={props.onCell} />
    </div>
  ) : (
    <BesideNumber {...props} />
  )

/** With the keyboard, Tab moves from the number into the popover and from there to the next number. */
const BesideNumber = ({ number: { metricKey, element }, onClose, onCell, onPointer }: SourcePopoverProps) => {
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef(element)
  anchor.current = element

  const intoIt = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Tab' || event.shiftKey) return
    event.preventDefault()
    content.current?.querySelector('a')?.focus()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => intoIt(event)
    element.addEventListener('keydown', listen)
    return () => element.removeEventListener('keydown', listen)
  }, [element])

  const outOfIt = (event: KeyboardEvent) => {
    const acts = [...(content.current?.querySelectorAll('a, button') ?? [])]
    const isLeaving = event.key === 'Tab' && event.target === (event.shiftKey ? acts[0] : acts.at(-1))
    if (!isLeaving) return
    // Focus the number, so that the browser moves on to the next one, as if the popover came after it in the document.
    element.focus()
    onClose()
    if (event.shiftKey) event.preventDefault()
  }

  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Content
        ref={content}
        className={`${styles.source} pop`}
        data-source
        aria-label={memoMessages.source()}
        side="bottom"
        align="start"
        sideOffset={6}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => {
          event.preventDefault()
          element.focus()
          onClose()
        }}
        onMouseEnter={() => onPointer(true)}
        onMouseLeave={() => onPointer(false)}
        onFocus={() => onPointer(true)}
        onKeyDown={outOfIt}
      >
        <SourceFacts metricKey={metricKey} />
        <SourceActs metricKey={metricKey} onClose={onClose} onCell={onCell} />
      </Popover.Content>
    </Popover.Root>
  )
}
