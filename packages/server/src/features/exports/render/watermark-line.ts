import { exportMessages as messages } from '../../../messages/exports.ts'
import type { Watermark } from '../renderers.ts'

/** Exported for Maya Okafor (maya@example.com) on 2026-11-18 14:00 UTC. */
export const watermarkLine = ({ name, email, at }: Watermark): string => {
  const time = `${at.slice(0, 16).replace('T', ' ')} UTC`
  return email === null ? messages.watermark({ name, time }) : messages.watermarkWithEmail({ name, email, time })
}
