/**
 * A condition on a row of `org_members`: the role is effective. It takes effect once the member has verified an
 * address, because anyone with an invite code can register under someone else's address. An owner's role is always
 * effective: owners created the organization or were verified when they became one, and nobody else could let them back
 * in. The alias is given as SQL, never as a value.
 */
export const roleCounts = (member: string): string => `(${member}.role = 'owner' OR EXISTS (
  SELECT 1 FROM user_emails proof WHERE proof.user_id = ${member}.user_id AND proof.verified_at IS NOT NULL))`
