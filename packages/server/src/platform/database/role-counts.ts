/**
 * A condition on a row of `org_members`: the role is effective. It takes effect once the member has verified an
 * address, because anyone with an invite code can register under someone else's address. An owner's role is always
 * effective: owners created the organization or were verified when they became one, and nobody else could let them back
 * in. The service member of an API key has no address; it is in effect until the key is revoked. The alias is given as
 * SQL, never as a value.
 */
export const roleCounts = (member: string): string => `(${member}.role = 'owner' OR EXISTS (
  SELECT 1 FROM user_emails proof WHERE proof.user_id = ${member}.user_id AND proof.verified_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM api_keys by_key WHERE by_key.user_id = ${member}.user_id AND by_key.revoked_at IS NULL))`
