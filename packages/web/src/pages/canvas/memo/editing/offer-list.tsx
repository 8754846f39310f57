import type { RefObject } from 'react'
import styles from './offer-list.module.css'

export interface Offer {
  readonly key: string
  readonly label: string
  readonly detail?: string
}

interface OfferListProps {
  /** Also the beginning of the ids of its options. */
  id: string
  label: string
  offers: readonly Offer[]
  current: Offer | undefined
  list: RefObject<HTMLDivElement | null>
  onTake: (key: string) => void
}

/** What can be inserted at the caret. The keys are heard where the focus is, in the text. */
export const OfferList = ({ id, label, offers, current, list, onTake }: OfferListProps) => (
  <div
    ref={list}
    id={id}
    role="listbox"
    aria-label={label}
    className={`${styles.offers} pop`}
    hidden={current === undefined}
  >
    {offers.map((offer) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard where the focus is, in the text.
      <div
        key={offer.key}
        id={`${id}-${offer.key}`}
        role="option"
        tabIndex={-1}
        aria-selected={offer === current}
        // The list can be longer than its window.
        ref={offer === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onTake(offer.key)}
      >
        <span className="truncate">{offer.label}</span>
        {offer.detail !== undefined && <b>{offer.detail}</b>}
      </div>
    ))}
  </div>
)
