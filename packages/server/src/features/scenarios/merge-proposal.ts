/** Overrides by metric key. */
export type Inputs = ReadonlyMap<string, number>

export interface InputConflict {
  metricKey: string
  /** Undefined: no override. */
  base: number | undefined
  current: number | undefined
  proposed: number | undefined
}

/**
 * Merges a proposal into the current inputs, input by input: what the proposal changed against its base is taken, what
 * it left alone stays as it is now. An input that both sides changed differently is a conflict.
 */
export const mergeProposal = (given: {
  base: Inputs
  current: Inputs
  proposed: Inputs
}): { merged: Map<string, number>; conflicts: InputConflict[] } => {
  const { base, current, proposed } = given
  const merged = new Map(current)
  const conflicts: InputConflict[] = []
  for (const metricKey of new Set([...base.keys(), ...proposed.keys()])) {
    const values = { base: base.get(metricKey), current: current.get(metricKey), proposed: proposed.get(metricKey) }
    if (values.proposed === values.base || values.proposed === values.current) continue
    if (values.current !== values.base) conflicts.push({ metricKey, ...values })
    else if (values.proposed === undefined) merged.delete(metricKey)
    else merged.set(metricKey, values.proposed)
  }
  return { merged, conflicts }
}
