import { refreshCookieName } from '@deal-canvas/contract'

const given = new RegExp(`^${refreshCookieName}=([^;]*)`)

/** Browsers store the refresh cookie themselves and hide it from scripts; elsewhere this client must store it. */
export const createRefreshCookie = () => {
  let value = ''
  return {
    take: (headers: Headers): void => {
      for (const line of headers.getSetCookie?.() ?? []) value = given.exec(line)?.[1] ?? value
    },
    give: (headers: Headers): void => {
      if (value !== '') headers.set('cookie', `${refreshCookieName}=${value}`)
    },
  }
}
