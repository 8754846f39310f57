import { uiMessages } from '../messages/ui.ts'

/** Stands beside the name of a person who has not confirmed their address: anyone can choose a name. */
export const UnverifiedMark = ({ verified }: { verified: boolean | null }) =>
  verified === false ? (
    <span className="chip amber" title={uiMessages.unverifiedHint()}>
      {uiMessages.unverified()}
    </span>
  ) : null
