import type { severities } from '@deal-canvas/contract'
import { qualityMessages as messages } from '../../messages/quality.ts'

export type Severity = (typeof severities)[number]

export const severityNames: Record<Severity, string> = {
  critical: messages.critical(),
  high: messages.high(),
  medium: messages.medium(),
  low: messages.low(),
}

/** The color of the chip. */
export const severityLooks: Record<Severity, string> = { critical: 'red', high: 'red', medium: 'amber', low: '' }
