import { uiMessages } from '../messages/ui.ts'

const steps = [
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
] as const

/** 4.8 MB, 212 KB, 96 bytes: in multiples of 1024, as file managers count. */
export const formatBytes = (bytes: number): string => {
  // Values that would round to 1024 KB are shown as 1 MB.
  for (const [size, unit] of steps) {
    const amount = bytes / size
    if (amount >= 0.9995)
      return `${amount < 99.95 ? amount.toFixed(1).replace(/\.0$/, '') : Math.round(amount)} ${unit}`
  }
  return uiMessages.bytes({ count: bytes })
}
