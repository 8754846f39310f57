import { dataQuality } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Thresholds } from '../thresholds/index.ts'
import type { Quality } from './quality.service.ts'

interface Deps {
  quality: Pick<Quality, 'of'>
  thresholds: Pick<Thresholds, 'results'>
}

export const qualityRoutes = ({ quality, thresholds }: Deps): Route[] => [
  handle(dataQuality, async ({ params }) => {
    const [assessed, results] = await Promise.all([quality.of(params.deal_id), thresholds.results(params.deal_id)])
    const breached = results.filter(({ is_breached }) => is_breached === true)
    return { ...assessed, thresholds: results, breached_count: breached.length }
  }),
]
