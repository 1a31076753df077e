import { Link2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { Button, Popover, TextField, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { mediaOperations } from '../session/handles.ts'
import styles from './Media.module.css'
import * as strings from './strings.ts'

/** Takes a file from the web into the library: the server fetches it. */
export function FromUrl({ onAdded }: { onAdded: (id: string) => void }) {
  const { session } = useContent()
  const { show } = useToast()
  const [open, setOpen] = useState(false)
  const [url, setUrl] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const take = async (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() === '') return
    setBusy(true)
    setError(undefined)
    const answer = await session.run(mediaOperations.fetchMedia, { url: url.trim() })
    setBusy(false)
    if (!answer.ok) return setError(sentence(answer.error))
    const { data, undo } = answer.value
    setOpen(false)
    setUrl('')
    onAdded(data.id)
    show({
      title: strings.fetched(data.filename),
      tone: 'done',
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
  }
  return (
    <Popover
      label={strings.fromUrl}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<Link2 size={15} />}>{strings.fromUrl}</Button>}
    >
      <form className={styles.urlForm} onSubmit={take} noValidate>
        <TextField
          label={strings.address}
          type="url"
          autoFocus
          placeholder="https://"
          value={url}
          error={error}
          hint={strings.addressHint}
          onChange={(event) => {
            setUrl(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <Button type="submit" variant="primary" busy={busy} disabled={url.trim() === ''}>
          {strings.fetchIt}
        </Button>
      </form>
    </Popover>
  )
}
