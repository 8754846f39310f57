import { uiMessages } from '../messages/ui.ts'

/** How long to wait, always rounded up. */
export const formatWait = (seconds: number): string => {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return uiMessages.waitSeconds({ count: whole })
  const minutes = Math.ceil(whole / 60)
  return minutes < 60
    ? uiMessages.waitMinutes({ count: minutes })
    : uiMessages.waitHours({ count: Math.ceil(minutes / 60) })
}
