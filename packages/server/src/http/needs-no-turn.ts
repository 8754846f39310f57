import { healthz, type Operation, readyz } from '@deal-canvas/contract'

/** Health checks and metrics must answer even when the service is overloaded. */
export const needsNoTurn = ({ access, id }: Operation): boolean =>
  access.kind === 'operator' || id === healthz.id || id === readyz.id
