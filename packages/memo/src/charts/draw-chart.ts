import type { HistogramView, SeriesView, TornadoView } from '../views/block-view.ts'
import { drawHistogram } from './draw-histogram.ts'
import { drawSeries } from './draw-series.ts'
import { drawTornado } from './draw-tornado.ts'
import type { Drawing } from './drawing.ts'

export type ChartView = TornadoView | HistogramView | SeriesView

/** The chart in a width of points or pixels. */
export const drawChart = (view: ChartView, width: number): Drawing => {
  switch (view.view) {
    case 'tornado':
      return drawTornado(view, width)
    case 'histogram':
      return drawHistogram(view, width)
    case 'series':
      return drawSeries(view, width)
  }
}
