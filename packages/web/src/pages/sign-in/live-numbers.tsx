import { Icon } from '../../ui/icon.tsx'

/** What the product is about: numbers of a memo that are cells of a model. An illustration, not data; the words below it are the operator's. */
export const LiveNumbers = ({ title, text }: { title: string; text: string }) => (
  <aside className="look" aria-label="What Deal Canvas does">
    <div className="max-w-[520px]">
      <p className="sentence">
        The base case returns a levered IRR of <span className="live-number lit">18.2%</span> and an equity multiple of{' '}
        <span className="live-number">2.21x</span> over a five-year hold, on <span className="live-number">$19.9M</span>{' '}
        of equity.
      </p>
      <div className="source pop">
        <p className="flex items-center justify-between">
          <span className="font-mono font-semibold text-accent">Returns!B18</span>
          <span className="chip green">
            <Icon name="check" size={12} />
            Agrees with workbook
          </span>
        </p>
        <p className="flex items-center gap-2">
          <b className="text-h2 tracking-tight">18.16%</b>
          <span className="text-fg-2">Levered IRR</span>
        </p>
      </div>
      <p className="mt-10 max-w-[40ch] text-body font-semibold">{title}</p>
      <p className="max-w-[40ch] text-body text-fg-2">{text}</p>
    </div>
  </aside>
)
