import { type SubmitEvent, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { outermost } from '../model/selection.ts'
import { useEditor } from '../session/context.ts'
import { type Asked, applyAsked, askedValue } from './askedValue.ts'
import * as strings from './strings.ts'

/** Asks for the tag or the number that the menus do not list. */
export function AskDialog({ asked }: { asked: Asked }) {
  const session = useEditor()
  const tree = session.page.get()?.model.tree()
  const { selection, selected } = session.state.get()
  const ids = tree ? outermost(tree, selection) : []
  const [typed, setTyped] = useState(() => {
    const tag = selected === undefined ? undefined : tree?.node(selected)?.tag
    return asked === 'changeTag' ? (tag ?? '') : '5'
  })
  const value = askedValue(asked, typed)
  const close = () => patchStore(session.state, { dialog: undefined })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!value) return
    close()
    void applyAsked(session, ids, value)
  }
  const texts = strings.ask[asked]
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={texts.title}>
      <form onSubmit={submit} style={{ display: 'grid', gap: 12, paddingBlock: 8 }}>
        <TextField
          label={texts.label}
          mono
          autoFocus
          value={typed}
          hint={texts.hint}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={!value}>
          {texts.apply}
        </Button>
      </form>
    </Dialog>
  )
}
