import type { Bus } from '../../platform/bus/bus.ts'
import { maxMessageBytes } from '../../platform/bus/bus.ts'

/** Published to every node when canvas sessions were ended or lost, so that their clients reconnect to a new one. */
export const canvasInvalidatedTopic = 'canvas.invalidated'

const roomForIds = maxMessageBytes - 200

/** Publishes deals in messages that fit the bus, with the new epoch if there is one. */
export const announceInvalidated = async (
  bus: Pick<Bus, 'publish'>,
  dealIds: readonly string[],
  epoch: string | null = null,
): Promise<void> => {
  let part: string[] = []
  let bytes = 0
  for (const dealId of dealIds) {
    const size = Buffer.byteLength(JSON.stringify(dealId)) + 1
    if (bytes + size > roomForIds && part.length > 0) {
      await bus.publish(canvasInvalidatedTopic, { dealIds: part, epoch })
      part = []
      bytes = 0
    }
    part.push(dealId)
    bytes += size
  }
  if (part.length > 0) await bus.publish(canvasInvalidatedTopic, { dealIds: part, epoch })
}
