import { healthz, type Operation, readyz } from '@deal-canvas/contract'

/** Whether the service is well must be told when it is not. */
export const needsNoTurn = ({ access, id }: Operation): boolean =>
  access.kind === 'operator' || id === healthz.id || id === readyz.id
