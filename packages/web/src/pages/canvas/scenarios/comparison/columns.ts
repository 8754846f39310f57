import { maxComparedScenarios, type Scenario } from '@deal-canvas/contract'

const rankOf = ({ kind, is_presented: isPresented }: Scenario): number => {
  if (kind === 'base') return 0
  if (isPresented) return 1
  return kind === 'workbook' ? 2 : 3
}

/** Base, the presented scenario, the cases of the workbook, then the others in the order of creation. */
export const orderScenarios = (scenarios: readonly Scenario[]): Scenario[] =>
  scenarios.toSorted((a, b) => rankOf(a) - rankOf(b))

/** The scenarios that are compared: Base always, and as many of the others as fit. */
export const shownScenarios = (scenarios: readonly Scenario[], hidden: ReadonlySet<string>): Scenario[] =>
  orderScenarios(scenarios)
    .filter(({ id, kind }) => kind === 'base' || !hidden.has(id))
    .slice(0, maxComparedScenarios)

/** Shows a scenario; if too many are shown then, the last other one is hidden. */
export const withShown = (
  scenarios: readonly Scenario[],
  hidden: ReadonlySet<string>,
  id: string,
): ReadonlySet<string> => {
  const others = shownScenarios(
    scenarios.filter((scenario) => scenario.id !== id),
    hidden,
  )
  const rest = others.slice(0, maxComparedScenarios - 1).map((scenario) => scenario.id)
  // Those that did not fit must be hidden too, or one of them would take the place.
  return new Set(scenarios.map((scenario) => scenario.id).filter((one) => one !== id && !rest.includes(one)))
}
