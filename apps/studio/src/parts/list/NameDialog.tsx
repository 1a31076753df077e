import { type SubmitEvent, useState } from 'react'
import { Button, Dialog, TextField } from '../../ui/index.ts'
import * as strings from '../strings.ts'

/** A name that is asked for. */
export interface NameRequest {
  title: string
  /** The name that is there already. */
  name: string
  /** The verb on the button. */
  verb: string
  done(name: string): void
}

/** Asks for the name of a part or a folder. */
export function NameDialog({ request, onClose }: { request: NameRequest | undefined; onClose(): void }) {
  return (
    <Dialog open={request !== undefined} onOpenChange={(open) => !open && onClose()} title={request?.title ?? ''}>
      {request && (
        <NameForm
          {...request}
          done={(name) => {
            request.done(name)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

function NameForm({ name, verb, done }: Omit<NameRequest, 'title'>) {
  const [typed, setTyped] = useState(name)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    done(typed.trim())
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
        {verb}
      </Button>
    </form>
  )
}
