import { formatTime } from './format-time.ts'
import { useNow } from './use-now.ts'

/** "now", "5 min ago", "yesterday": updates for as long as it is shown. */
export const RelativeTime = ({ at }: { at: string }) => formatTime(at, useNow())
