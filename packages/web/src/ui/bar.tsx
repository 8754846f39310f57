/** How far something is, 0 to 1; without a share: that it goes on. */
export const Bar = ({ label, share }: { label: string; share?: number | undefined }) => (
  <div
    role="progressbar"
    className="bar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
  >
    <i style={share === undefined ? undefined : { width: `${share * 100}%` }} />
  </div>
)
