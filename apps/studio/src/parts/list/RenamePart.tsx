import { type SubmitEvent, useState } from 'react'
import { Button, Dialog, TextField } from '../../ui/index.ts'
import * as strings from '../strings.ts'

interface RenamePartProps {
  part: { id: string; name: string } | undefined
  onClose(): void
  onRename(partId: string, name: string): void
}

/** Gives a part another name. */
export function RenamePart({ part, onClose, onRename }: RenamePartProps) {
  return (
    <Dialog open={part !== undefined} onOpenChange={(open) => !open && onClose()} title={strings.renamePart}>
      {part && (
        <RenameForm
          name={part.name}
          onDone={(name) => {
            onRename(part.id, name)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

function RenameForm({ name, onDone }: { name: string; onDone(name: string): void }) {
  const [typed, setTyped] = useState(name)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onDone(typed.trim())
  }
  return (
    <form className="grid gap-16" onSubmit={submit}>
      <TextField
        label={strings.name}
        size="lg"
        autoFocus
        required
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={typed.trim() === ''}>
        {strings.rename}
      </Button>
    </form>
  )
}
