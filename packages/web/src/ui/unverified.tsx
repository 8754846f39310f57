import { uiMessages } from '../messages/ui.ts'

/** Shown next to the name of a user who has not confirmed their address: anyone can choose a name. */
export const UnverifiedMark = ({ verified }: { verified: boolean | null }) =>
  verified === false ? (
    <span className="chip amber" title={uiMessages.unverifiedHint()}>
      {uiMessages.unverified()}
    </span>
  ) : null
