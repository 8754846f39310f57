import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import frameStyles from '../../app/frame.module.css'
import { Frame } from '../../app/frame.tsx'
import { useSingleKey } from '../../app/use-single-key.ts'
import { qualityQuery, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { useModel } from '../../deal-data/model-query.ts'
import { canvasMessages } from '../../messages/canvas.ts'
import { useMe } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'
import { Icon } from '../../ui/icon.tsx'
import { ScoreRing } from '../../ui/score-ring.tsx'
import { AttentionContext, createAttention } from './attention.ts'
import { DealData } from './deal-data.tsx'
import styles from './deal-layout.module.css'
import { DealMenu } from './deal-menu.tsx'
import { createDealLive, LiveContext } from './live/deal-live.ts'
import { PeopleStack } from './live/people-stack.tsx'
import { tierLabel } from './tier-label.ts'

const Score = () => {
  const dealId = useDealId()
  const { data, isPending } = useQuery(qualityQuery(useServices().session.client, dealId))
  // If loading failed, the linked page explains why.
  return (
    <Link className={`btn ${styles.score}`} to="/canvas/$dealId/quality" params={{ dealId }}>
      {data === undefined ? (
        <span className="text-fg-3">{isPending ? canvasMessages.checking() : canvasMessages.notChecked()}</span>
      ) : (
        <ScoreRing
          score={data.status === 'no_model' ? null : data.model_integrity_score}
          label={canvasMessages.integrity()}
        />
      )}
    </Link>
  )
}

const WhatIfButton = () => {
  const dealId = useDealId()
  const navigate = useNavigate()
  const open = () => void navigate({ to: '/canvas/$dealId', params: { dealId }, search: { whatIf: '' } })
  useSingleKey('w', open)
  return (
    <button type="button" className={`btn primary ${styles.whatIf}`} onClick={open}>
      <Icon name="sliders" />
      {canvasMessages.whatIf()}
      <kbd>W</kbd>
    </button>
  )
}

/** Keyed by deal: opening another deal creates a new live channel and a new attention state. */
export const DealLayout = () => (
  <DealData>
    <Deal key={useDealId()} />
  </DealData>
)

/** The layout of a deal: its name, its pages, who else is here, and the what-if. */
const Deal = () => {
  const dealId = useDealId()
  const { deal, session: canvasSession, last_seq } = useCanvas()
  const { session, queries } = useServices()
  const { id: myId } = useMe()
  const [attention] = useState(createAttention)
  const [{ live, connect }] = useState(() =>
    createDealLive({ dealId, myId, from: { epoch: canvasSession.epoch, seq: last_seq }, queries }),
  )
  useEffect(() => connect(session.client), [connect, session])
  const [tier, tierDescription] = tierLabel(deal.tier, useModel().data)
  return (
    <LiveContext value={live}>
      <AttentionContext value={attention}>
        <Frame
          problem={live.problem}
          lead={
            <>
              <DealMenu deal={deal} />
              <span className={`chip line ${styles.tier}`} title={tierDescription}>
                {tier}
              </span>
              <nav
                aria-label={canvasMessages.dealNavigation()}
                className={`${frameStyles.places} ${frameStyles.dealPlaces}`}
              >
                <Link to="/canvas/$dealId" params={{ dealId }} activeOptions={{ exact: true, includeSearch: false }}>
                  {canvasMessages.memo()}
                </Link>
                <Link to="/canvas/$dealId/numbers" params={{ dealId }}>
                  {canvasMessages.numbers()}
                </Link>
                <Link to="/canvas/$dealId/scenarios" params={{ dealId }}>
                  {canvasMessages.scenarios()}
                </Link>
                <Link to="/canvas/$dealId/documents" params={{ dealId }}>
                  {canvasMessages.documents()}
                </Link>
                <Link to="/canvas/$dealId/quality" params={{ dealId }}>
                  {canvasMessages.quality()}
                </Link>
                <Link to="/canvas/$dealId/committee" params={{ dealId }}>
                  {canvasMessages.committee()}
                </Link>
                <Link to="/canvas/$dealId/record" params={{ dealId }}>
                  {canvasMessages.record()}
                </Link>
              </nav>
            </>
          }
          tail={
            <div className={styles.tail}>
              <PeopleStack />
              <Score />
              <WhatIfButton />
            </div>
          }
        >
          <Outlet />
        </Frame>
      </AttentionContext>
    </LiveContext>
  )
}
