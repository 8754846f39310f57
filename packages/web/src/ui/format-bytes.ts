import { uiMessages } from '../messages/ui.ts'

const steps = [
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
] as const

/** 4.8 MB, 212 KB, 96 bytes: as file managers count. */
export const formatBytes = (bytes: number): string => {
  // What would be shown as 1024 KB is 1 MB already.
  for (const [size, unit] of steps) {
    const amount = bytes / size
    if (amount >= 0.9995)
      return `${amount < 99.95 ? amount.toFixed(1).replace(/\.0$/, '') : Math.round(amount)} ${unit}`
  }
  return uiMessages.bytes({ count: bytes })
}
