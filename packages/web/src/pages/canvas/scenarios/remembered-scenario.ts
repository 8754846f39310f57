import { useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { stored } from '../../../ui/stored.ts'

/** A card of the page in which the user chooses a scenario. */
export type ScenarioCard = 'two-way-table' | 'goal-seek' | 'tornado'

const nameOf = (card: ScenarioCard, dealId: string): string => `scenario.${card}.${dealId}`

/** The scenario that the user chose in a card; undefined: none. It is kept in this browser. */
export const useRememberedScenario = (
  card: ScenarioCard,
): [chosen: string | undefined, choose: (id: string | undefined) => void] => {
  const dealId = useDealId()
  const [chosen, setChosen] = useState(() => stored.read(nameOf(card, dealId)))
  const choose = (id: string | undefined): void => {
    setChosen(id)
    stored.write(nameOf(card, dealId), id)
  }
  return [chosen, choose]
}
