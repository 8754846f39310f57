import { dealKeyScopes, roleOfScope } from '@deal-canvas/contract'

const roles = `CASE by_key.scope ${dealKeyScopes.map((scope) => `WHEN '${scope}' THEN '${roleOfScope[scope]}'`).join(' ')} END`

/** An API key `by_key` that gives access to deals, of the service member that is given as SQL. */
const keyOf = (userId: string): string =>
  `by_key.user_id = ${userId} AND by_key.revoked_at IS NULL AND by_key.scope <> 'provisioning'`

/** Whether the key `by_key` was granted a deal. */
const granted = (dealId: string): string =>
  `(by_key.all_deals OR EXISTS (SELECT 1 FROM api_key_deals key_deal WHERE key_deal.key_id = by_key.id AND key_deal.deal_id = ${dealId}))`

/**
 * Selects the deals of the API key whose service member is given as SQL, with the role of its scope. Service members
 * are members of no deal and no team: whatever they can see, they see through this.
 */
export const keyGrantsOf = (userId: string): string => `
  SELECT d.id AS deal_id, ${roles} AS role
  FROM api_keys by_key JOIN orgs g ON g.id = by_key.org_id AND g.status = 'active' JOIN deals d ON d.org_id = by_key.org_id
  WHERE ${keyOf(userId)} AND ${granted('d.id')}`

/** A condition: the user is the service member of a key that was granted a deal of this organization. */
export const keySees = (userId: string, dealId: string, orgId: string): string => `EXISTS (
  SELECT 1 FROM api_keys by_key WHERE ${keyOf(userId)} AND by_key.org_id = ${orgId} AND ${granted(dealId)})`

/** The organizations in which the user `$1` sees every deal through an API key. */
export const wholeOrgsOfKey = `SELECT by_key.org_id FROM api_keys by_key JOIN orgs g ON g.id = by_key.org_id AND g.status = 'active'
  WHERE ${keyOf('$1')} AND by_key.all_deals`

/** The deals that the user `$1` sees through an API key that is not for all. */
export const singleDealsOfKey = `SELECT key_deal.deal_id FROM api_keys by_key JOIN orgs g ON g.id = by_key.org_id AND g.status = 'active'
    JOIN api_key_deals key_deal ON key_deal.key_id = by_key.id
  WHERE ${keyOf('$1')} AND NOT by_key.all_deals`
