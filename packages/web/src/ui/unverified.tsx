/** Stands beside the name of a person who has not confirmed their address: anyone can choose a name. */
export const UnverifiedMark = ({ verified }: { verified: boolean | null }) =>
  verified === false ? (
    <span className="chip amber" title="This person has not confirmed their email address.">
      Unverified
    </span>
  ) : null
