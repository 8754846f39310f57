import { signInMessages } from '../../messages/sign-in.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './live-numbers.module.css'

/**
 * An illustration, not data: numbers of a memo that are cells of a model. The operator configures the text below it.
 */
export const LiveNumbers = ({ title, text }: { title: string; text: string }) => (
  <aside className={styles.look} aria-label={signInMessages.illustration()}>
    <div className="max-w-[520px]">
      <p className={styles.sentence}>
        {signInMessages.illustrationSentence.rich({
          irr: <span className={`${styles.liveNumber} ${styles.lit}`}>18.2%</span>,
          multiple: <span className={styles.liveNumber}>2.21x</span>,
          equity: <span className={styles.liveNumber}>$19.9M</span>,
        })}
      </p>
      <div className={`${styles.source} pop`}>
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
