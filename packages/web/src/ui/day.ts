import { formatDate } from '@deal-canvas/contract'

/** "Nov 12, 2025". */
export const formatDay = (instant: string): string => formatDate(new Date(instant))
