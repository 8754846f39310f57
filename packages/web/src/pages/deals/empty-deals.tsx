import { StartFailure, useStartIntake } from '../../features/intake/use-start-intake.tsx'
import { readableFiles } from '../../features/uploads/readable-files.ts'
import { dealMessages } from '../../messages/deals.ts'
import { useMe } from '../../session/me.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import styles from './empty-deals.module.css'

/** Shown to users without a deal. */
export const EmptyDeals = ({ onDecided }: { onDecided: () => void }) => {
  const { email } = useMe()
  const intake = useStartIntake()
  return (
    <section className={`card ${styles.empty}`} aria-label={dealMessages.firstDeal()}>
      <h2>{dealMessages.noneOpen()}</h2>
      <p>{dealMessages.firstDealHint()}</p>
      <div className={styles.drop}>
        <DropZone
          look="tall"
          title={dealMessages.dropFiles()}
          hint={readableFiles.words}
          accept={readableFiles.accept}
          onFiles={(files) => intake.start({ files })}
        >
          <Button look="ghost" onClick={onDecided}>
            {dealMessages.showDecided()}
          </Button>
        </DropZone>
      </div>
      <StartFailure intake={intake} />
      <p className="text-small text-fg-3">
        {email === null ? dealMessages.askOwner() : dealMessages.askOwnerToAdd({ email })}
      </p>
    </section>
  )
}
