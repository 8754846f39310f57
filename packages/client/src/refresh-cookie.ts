import { refreshCookieName } from '@deal-canvas/contract'

const given = new RegExp(`^${refreshCookieName}=([^;]*)`)

/** Browsers keep the cookie of a session themselves and show it to nobody; elsewhere nobody keeps it but we. */
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
