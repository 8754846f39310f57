import { customMetricPrefix } from '@deal-canvas/contract'

const maxKey = 80
/** Room for the number of a metric that has the name of others. */
const maxStem = maxKey - customMetricPrefix.length - 4

export const isCustomMetric = (metricKey: string): boolean => metricKey.startsWith(customMetricPrefix)

/** The key of a new custom metric: "Loss to lease" is custom_loss_to_lease; if that is taken, custom_loss_to_lease_2. */
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
