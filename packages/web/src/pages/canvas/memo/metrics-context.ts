import type { Metric } from '@deal-canvas/contract'
import { createContext } from 'react'

/** The deal's numbers, asked for once for all the places that show them. */
export const MetricsContext = createContext<ReadonlyMap<string, Metric>>(new Map())
