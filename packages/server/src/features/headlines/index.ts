import type { Headline, MetricUnit } from '@deal-canvas/contract'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import type { Platform } from '../../platform/platform.ts'
import { createReadDealNumbers, type DealNumber } from '../metrics/index.ts'
import { headlineKeys, headlineKeysOf, headlineRule } from './headline-keys.ts'
import { createHeadlinesStore } from './headlines.store.ts'

/** Deals that are written at once in the background. */
const batchSize = 100

const present = ({ metricKey, label, unit, value, origin, confirmation }: DealNumber): Headline => ({
  metric_key: metricKey,
  label,
  value,
  unit,
  origin,
  confirmation,
})

/**
 * Writes what lists show of deals. Call it in the transaction that changes numbers, their status or the type of a deal,
 * so that a list never shows a number that the deal does not have.
 */
export const createWriteHeadlines = (database: Database) => {
  const store = createHeadlinesStore(database)
  const readNumbers = createReadDealNumbers(database)

  return async (dealIds: readonly string[]): Promise<void> => {
    const types = await store.typesOf(dealIds)
    const numbers = await readNumbers(dealIds, headlineKeys)
    const rows = types.map(({ dealId, dealType }) => {
      const known = numbers.get(dealId) ?? []
      // A metric that was entered by hand under such a key can have any unit.
      const first = (keys: readonly string[], unit: MetricUnit): Headline | null => {
        const found = keys
          .map((key) => known.find((number) => number.metricKey === key && number.unit === unit))
          .find((number) => number !== undefined)
        return found === undefined ? null : present(found)
      }
      const keys = headlineKeysOf(dealType)
      const headlines = {
        size: first(keys.size, 'currency'),
        return: first(keys.return, 'percentage_points'),
        multiple: first(keys.multiple, 'multiple_x'),
      }
      return { dealId, dealType, headlines }
    })
    await store.write(rows, headlineRule)
  }
}

/** Writes the headlines of deals from before there were any, and those of an earlier rule. */
export const createHeadlinesFeature = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { database, onError }: Pick<Platform, 'database' | 'onError'>,
) => {
  const store = createHeadlinesStore(database)
  const write = createWriteHeadlines(database)
  let isClosing = false
  let round: Promise<void> = Promise.resolve()

  const writeBatch = (): Promise<number> =>
    database.transaction(async () => {
      const due = await store.takeOutdated(headlineRule, batchSize)
      if (due.length > 0) await write(due)
      return due.length
    })
  const writeAll = async (): Promise<void> => {
    while (!isClosing && (await writeBatch()) === batchSize);
  }
  const resume = (): Promise<void> => {
    round = writeAll()
    return round
  }

  let resuming: ReturnType<typeof keepResuming> | undefined
  return {
    begin: (): void => {
      resuming = keepResuming({ work: { resume }, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      isClosing = true
      resuming?.close()
      // Its failure is reported where it was started.
      await round.catch(() => undefined)
    },
  }
}
