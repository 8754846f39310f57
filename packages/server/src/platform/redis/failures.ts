import { ErrorReply } from 'redis'
import { StoreUnavailable } from '../store-unavailable.ts'

/** The server replies, but only that it cannot work now. */
const notNow = /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|BUSY|MISCONF|OOM|NOREPLICAS|NOAUTH|WRONGPASS)\b/

/** A wrong command is our bug and is passed on unchanged; every other error means that Redis is unavailable. */
export const asRedisFailure = (error: unknown): unknown => {
  const mistaken = error instanceof TypeError || (error instanceof ErrorReply && !notNow.test(error.message))
  return mistaken || error instanceof StoreUnavailable ? error : new StoreUnavailable('redis', error)
}
