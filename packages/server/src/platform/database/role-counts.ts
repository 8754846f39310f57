/**
 * A condition on a row of `org_members`: the role counts. It begins to when the member has verified an address, because
 * with a code anyone can register under anyone's address. An owner's counts at once: owners founded the organization or
 * were verified when they became one, and nobody else could let them in again. The alias is given as SQL, never as a value.
 */
export const roleCounts = (member: string): string => `(${member}.role = 'owner' OR EXISTS (
  SELECT 1 FROM user_emails proof WHERE proof.user_id = ${member}.user_id AND proof.verified_at IS NOT NULL))`
