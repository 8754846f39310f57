import styles from './bar.module.css'
/** A progress bar, 0 to 1; indeterminate without a share. */
export const Bar = ({ label, share }: { label: string; share?: number | undefined }) => (
  <div
    role="progressbar"
    className={styles.bar}
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
  >
    <i style={share === undefined ? undefined : { width: `${share * 100}%` }} />
  </div>
)
