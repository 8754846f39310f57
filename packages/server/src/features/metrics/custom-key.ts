import { customMetricPrefix, maxMetricKeyLength } from '@deal-canvas/contract'

/** Leaves space for the number that is appended if the key is taken. */
const maxStem = maxMetricKeyLength - customMetricPrefix.length - 4

export const isCustomMetric = (metricKey: string): boolean => metricKey.startsWith(customMetricPrefix)

/**
 * The key of a new custom metric: "Loss to lease" becomes custom_loss_to_lease, or custom_loss_to_lease_2 if that is
 * taken.
 */
export const customKeyFor = (label: string, isTaken: (metricKey: string) => boolean): string => {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, maxStem)
    .replace(/_$/, '')
  const stem = `${customMetricPrefix}${words === '' ? 'metric' : words}`
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? stem : `${stem}_${number}`
    if (!isTaken(key)) return key
  }
}
