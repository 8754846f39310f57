import { Readable } from 'node:stream'
import { exportPortfolio, portfolio } from '@deal-canvas/contract'
import { handle, handleBytes, type Route } from '../../http/handler.ts'
import { portfolioMessages } from '../../messages/portfolio.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { DealAccess } from '../deals/index.ts'
import { exportFileName, isExporter, mediaTypeOf, type RenderThread } from '../exports/index.ts'
import { createReadDealNumbers } from '../metrics/index.ts'
import { createPortfolios, type PortfolioFormat, type Portfolios } from './portfolio.service.ts'
import { createPortfolioStore } from './portfolio.store.ts'
import { portfolioTables } from './portfolio-tables.ts'

interface Needs {
  access: DealAccess
  changes: DealChanges
  renderThread: RenderThread
}

const extensions: Readonly<Record<PortfolioFormat, string>> = { csv: 'zip', xlsx: 'xlsx' }

const routes = (portfolios: Portfolios): Route[] => [
  handle(portfolio, ({ actor, body }) => portfolios.show(actor, body)),
  handleBytes(exportPortfolio, async ({ actor, body: { format, ...asked }, signal }) => {
    const { bytes, sha256, at } = await portfolios.export(actor, asked, format, signal)
    const fileName = exportFileName('', portfolioMessages.name(), { at, extension: extensions[format] })
    return {
      sha256,
      size: bytes.byteLength,
      fileName,
      mediaType: mediaTypeOf(fileName),
      open: async ({ start, end }) => Readable.from([Buffer.from(bytes.subarray(start, end + 1))]),
    }
  }),
]

/** Compares metrics of several deals, and exports the comparison. */
export const createPortfolioFeature = ({ database, now }: Platform, needs: Needs) => {
  const { access, changes, renderThread } = needs
  const portfolios = createPortfolios({
    store: createPortfolioStore(database),
    readNumbers: createReadDealNumbers(database),
    changes,
    roleOf: access.roleOf,
    isExporter,
    render: (format, { at, ...compared }, signal) =>
      renderThread.run(
        format === 'csv' ? 'tablesCsv' : 'tablesWorkbook',
        { tables: portfolioTables({ at, ...compared }), at },
        signal,
      ),
    now,
  })
  return { routes: routes(portfolios) }
}
