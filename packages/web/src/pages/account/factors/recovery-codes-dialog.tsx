import { factorMessages } from '../../../messages/factors.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { saveFile } from '../../../ui/save-file.ts'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

/** The only time that the codes are shown. */
export const RecoveryCodesDialog = ({ codes, onClose }: RecoveryCodesDialogProps) => {
  const text = codes.join('\n')
  return (
    <Dialog title={factorMessages.codesTitle()} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-fg-2">{factorMessages.codesHint()}</p>
        <ul className="grid gap-1 rounded-m bg-well p-3 font-mono sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <CopyButton text={text} label={factorMessages.codesCopy()} />
          <Button
            look="ghost"
            onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), factorMessages.codesFile())}
          >
            {factorMessages.codesDownload()}
          </Button>
          <Button look="primary" onClick={onClose}>
            {factorMessages.codesDone()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
