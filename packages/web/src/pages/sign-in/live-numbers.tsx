import { signInMessages } from '../../messages/sign-in.ts'
import { Icon } from '../../ui/icon.tsx'

/** What the product is about: numbers of a memo that are cells of a model. An illustration, not data; the words below it are the operator's. */
export const LiveNumbers = ({ title, text }: { title: string; text: string }) => (
  <aside className="look" aria-label={signInMessages.illustration()}>
    <div className="max-w-[520px]">
      <p className="sentence">
        {signInMessages.illustrationSentence.rich({
          irr: <span className="live-number lit">18.2%</span>,
          multiple: <span className="live-number">2.21x</span>,
          equity: <span className="live-number">$19.9M</span>,
        })}
      </p>
      <div className="source pop">
        <p className="flex items-center justify-between">
          <span className="font-mono font-semibold text-accent">{signInMessages.illustrationCell()}</span>
          <span className="chip green">
            <Icon name="check" size={12} />
            {signInMessages.illustrationAgrees()}
          </span>
        </p>
        <p className="flex items-center gap-2">
          <b className="text-h2 tracking-tight">18.16%</b>
          <span className="text-fg-2">{signInMessages.illustrationMetric()}</span>
        </p>
      </div>
      <p className="mt-10 max-w-[40ch] text-body font-semibold">{title}</p>
      <p className="max-w-[40ch] text-body text-fg-2">{text}</p>
    </div>
  </aside>
)
