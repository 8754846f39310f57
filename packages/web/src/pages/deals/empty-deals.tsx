import { useMe } from '../../session/me.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { readableFiles } from '../documents/readable-files.ts'
import { StartFailure, useStartIntake } from '../intake/use-start-intake.tsx'

/** What somebody sees who has no deal yet. */
export const EmptyDeals = ({ onDecided }: { onDecided: () => void }) => {
  const { email } = useMe()
  const intake = useStartIntake()
  return (
    <section className="card deals-empty" aria-label="Your first deal">
      <h2>No open deals</h2>
      <p>
        Drop a workbook and the documents that go with it. You get a checked model and a first memo in about a minute.
      </p>
      <DropZone
        look="tall"
        title="Drop files here"
        hint={readableFiles.words}
        accept={readableFiles.accept}
        onFiles={(files) => intake.start({ files })}
      >
        <Button look="ghost" onClick={onDecided}>
          Show decided deals
        </Button>
      </DropZone>
      <StartFailure intake={intake} />
      <p className="text-small text-fg-3">Waiting for a colleague's deal? Ask its owner to add {email ?? 'you'}.</p>
    </section>
  )
}
