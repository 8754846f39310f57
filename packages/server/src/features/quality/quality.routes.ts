import { dataQuality } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Quality } from './quality.service.ts'

export const qualityRoutes = ({ quality }: { quality: Quality }): Route[] => [
  handle(dataQuality, ({ params }) => quality.of(params.deal_id)),
]
