import { type FontToken, fontStack, mediaEntries } from '@atelier/site'
import { Ellipsis } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useSite } from '../context.ts'
import { CommitInput } from '../properties/CommitInput.tsx'
import styles from './Design.module.css'
import { Section } from './Section.tsx'
import { useDesign } from './useDesign.ts'

/** The font tokens; a Google font is fetched once, and served by the site itself. */
export function Fonts() {
  const { system } = useDesign()
  const [adding, setAdding] = useState(false)
  const fonts = system?.fonts ?? []
  return (
    <Section title="Fonts" add={{ label: 'Add a font', onAdd: () => setAdding(!adding) }}>
      {fonts.length === 0 && !adding && (
        <p className={styles.note}>
          None yet. Install a Google font by its name, or use a font file from the media; the site serves it itself.
        </p>
      )}
      {fonts.map((font) => (
        <Font key={font.id} font={font} />
      ))}
      {adding && <AddFont onDone={() => setAdding(false)} />}
    </Section>
  )
}

function Font({ font }: { font: FontToken }) {
  const { system, run } = useDesign()
  const { name, variable, fallback } = font
  const families = system?.families ?? []
  const family = families.find(({ id }) => id === font.familyId)
  const set = (fields: object) => run('set_font_tokens', { tokens: [{ name, variable, ...fields }] })
  return (
    <div className={styles.token}>
      <div className={styles.line}>
        <CommitInput
          className={styles.name}
          aria-label={`Name of ${name}`}
          value={variable}
          onCommit={(to) => void run('renameToken', { from: variable, to })}
        />
        <span className={styles.family} style={{ fontFamily: fontStack(font, families) }}>
          {family?.family ?? 'fallback only'}
        </span>
        <Menu
          align="end"
          trigger={
            <IconButton label={`More about ${name}`} size="sm">
              <Ellipsis size={14} />
            </IconButton>
          }
          entries={[
            { label: 'Copy var(--…)', onSelect: () => void navigator.clipboard.writeText(`var(--${variable})`) },
            { separator: true },
            { label: 'Delete', danger: true, onSelect: () => void run('deleteTokens', { fonts: [variable] }) },
          ]}
        />
      </div>
      <div className={styles.line}>
        <span className={styles.caption}>{family ? family.variants.join(', ') : 'then'}</span>
        <CommitInput
          className={styles.value}
          aria-label={`Fallback of ${name}`}
          placeholder="sans-serif"
          value={fallback ?? ''}
          onCommit={(value) => void set({ fallback: value })}
        />
      </div>
    </div>
  )
}

function AddFont({ onDone }: { onDone: () => void }) {
  const { system, run } = useDesign()
  const site = useSite()
  const [name, setName] = useState('')
  const [google, setGoogle] = useState('')
  const [familyId, setFamilyId] = useState('')
  const [fallback, setFallback] = useState('sans-serif')
  const [busy, setBusy] = useState(false)
  const families = (system?.families ?? []).map(({ id, family }) => ({ value: id, label: family }))
  const used = new Set((system?.families ?? []).flatMap(({ files }) => files.map(({ hash }) => hash)))
  const uploads = (site ? mediaEntries(site.local.view) : [])
    .filter(({ type, hash }) => /^font\/(woff2?|ttf|otf)$/.test(type) && !used.has(hash))
    .map((entry) => ({ value: entry.id, label: entry.name, group: 'Uploaded files' }))
  const options = [{ value: '', label: 'None, or a Google font' }, ...families, ...uploads]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const family = google.trim() === '' ? (familyId === '' ? {} : { familyId }) : { googleFamily: google.trim() }
    setBusy(true)
    const token = { name: name.trim() || google.trim() || 'Body', fallback, ...family }
    const done = await run('set_font_tokens', { tokens: [token] })
    setBusy(false)
    if (done) onDone()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        size="sm"
        label="What it is for"
        placeholder="Heading"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        size="sm"
        label="Google font"
        placeholder="Inter"
        hint="Fetched once, then served with the site."
        value={google}
        onChange={(event) => setGoogle(event.target.value)}
      />
      {google.trim() === '' && (
        <Select label="Family" size="sm" value={familyId} onChange={setFamilyId} options={options} />
      )}
      <TextField size="sm" label="Fallback" value={fallback} onChange={(event) => setFallback(event.target.value)} />
      <div className={styles.buttons}>
        <Button size="sm" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={busy}>
          {google.trim() === '' ? 'Add font' : 'Install font'}
        </Button>
      </div>
    </form>
  )
}
