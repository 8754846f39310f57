import { ErrorReply } from 'redis'
import { StoreUnavailable } from '../store-unavailable.ts'

/** The server answers, but only to say that it cannot work now. */
const notNow = /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|BUSY|MISCONF|OOM|NOREPLICAS|NOAUTH|WRONGPASS)\b/

/** A wrong command is our mistake and stays what it is; everything else means that Redis is not there. */
export const asRedisFailure = (error: unknown): unknown => {
  const mistaken = error instanceof TypeError || (error instanceof ErrorReply && !notNow.test(error.message))
  return mistaken || error instanceof StoreUnavailable ? error : new StoreUnavailable('redis', error)
}
