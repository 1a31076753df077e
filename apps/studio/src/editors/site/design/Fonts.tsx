import { type FontToken, fontStack, fontWeights, mediaEntries } from '@atelier/site'
import { Upload } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { UploadList } from '../../../media/UploadList.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { uploadsOf } from '../media/uploads.ts'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Design.module.css'
import { fontToken, freeFontFiles, missingWeights, nameAfterUpload, withWeights } from './fonts.ts'
import { Section } from './Section.tsx'
import * as strings from './strings.ts'
import { TokenMenu, TokenRow } from './TokenRow.tsx'
import tokenStyles from './Tokens.module.css'
import { TokenUses } from './TokenUses.tsx'
import { authoredOf, needsTwoLines } from './tokenList.ts'
import { useDesign } from './useDesign.ts'

/** The font tokens; a Google font is fetched once, and served by the site itself. */
export function Fonts() {
  const { system, tokens } = useDesign()
  const authored = authoredOf(tokens, 'font')
  const weights = [...useWeights()].map(([weight, count]) => `${weight} ×${count}`).join(', ')
  const [adding, setAdding] = useState(false)
  const fonts = system?.fonts ?? []
  return (
    <Section title={strings.fonts} add={{ label: strings.addAFont, onAdd: () => setAdding(!adding) }}>
      {fonts.length + authored.length === 0 && !adding && <p className={styles.note}>{strings.noFontsHint}</p>}
      {fonts.map((font) => (
        <Font key={font.id} font={font} />
      ))}
      {authored.map((token) => (
        <TokenRow key={token.name} token={token} />
      ))}
      {weights !== '' && <p className={styles.note}>{strings.weightsUsed(weights)}</p>}
      {adding && <AddFont onDone={() => setAdding(false)} />}
    </Section>
  )
}

function Font({ font }: { font: FontToken }) {
  const { system, uses, rename, run } = useDesign()
  const [open, setOpen] = useState(false)
  const { name, variable, fallback } = font
  const families = system?.families ?? []
  const family = families.find(({ id }) => id === font.familyId)
  const shown = family?.family ?? strings.fallbackOnly
  const used = useWeights()
  const missing = family ? missingWeights(family, used.keys()) : []
  const set = (fields: object) => run(operations.set_font_tokens, { tokens: [{ name, variable, ...fields }] })
  return (
    <div className={tokenStyles.token}>
      <div className={tokenStyles.line} data-long={needsTwoLines(variable, shown, 'font') || undefined}>
        <CommitInput
          className={tokenStyles.name}
          aria-label={strings.nameOfToken(name)}
          value={variable}
          title={variable}
          onCommit={(to) => void rename(variable, to)}
        />
        <span className={tokenStyles.family} style={{ fontFamily: fontStack(font, families) }} title={shown}>
          {shown}
        </span>
        <TokenMenu name={variable} uses={uses.get(`--${variable}`) ?? 0} onUses={() => setOpen(!open)}>
          {[
            ...(family && missing.length > 0
              ? [
                  {
                    label: strings.installWeights(missing.join(', ')),
                    onSelect: () => void run(operations.set_font_tokens, withWeights(font, family, missing)),
                  },
                ]
              : []),
            {
              label: strings.deleteText,
              danger: true,
              onSelect: () => void run(operations.deleteTokens, { fonts: [variable] }),
            },
          ]}
        </TokenMenu>
      </div>
      <div className={tokenStyles.line}>
        <span className={tokenStyles.caption}>{family ? family.variants.join(', ') : strings.thenFallback}</span>
        <CommitInput
          className={tokenStyles.value}
          aria-label={strings.fallbackOf(name)}
          placeholder="sans-serif"
          value={fallback ?? ''}
          title={fallback}
          onCommit={(value) => void set({ fallback: value })}
        />
      </div>
      {open && <TokenUses name={variable} />}
    </div>
  )
}

/** The weights that the styles of the site use, each with how often. */
function useWeights(): ReadonlyMap<number, number> {
  const site = useSite()
  useSiteVersion()
  return site ? fontWeights(site.local.view) : new Map()
}

const fontName = /\.(?:woff2?|ttf|otf)$/i

function AddFont({ onDone }: { onDone: () => void }) {
  const { system, run } = useDesign()
  const site = useSite()
  const [name, setName] = useState('')
  const [google, setGoogle] = useState('')
  const [weights, setWeights] = useState('')
  const usedWeights = [...useWeights().keys()].join(', ')
  const [familyId, setFamilyId] = useState('')
  const [fallback, setFallback] = useState('sans-serif')
  const [busy, setBusy] = useState(false)
  const [uploading, setUploading] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const uploads = uploadsOf(useEditor())
  const families = (system?.families ?? []).map(({ id, family }) => ({ value: id, label: family }))
  const uploaded = freeFontFiles(site ? mediaEntries(site.local.view) : [], system?.families ?? [])
  const fontFiles = uploaded.map((entry) => ({ value: entry.id, label: entry.name, group: strings.uploadedFiles }))
  const options = [{ value: '', label: strings.noFamily }, ...families, ...fontFiles]
  const upload = async (file: File) => {
    setUploading(true)
    const [id] = await uploads.send([file], '')
    setUploading(false)
    if (id === undefined) return
    setFamilyId(id)
    setName((typed) => nameAfterUpload(typed, file.name))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const done = await run(operations.set_font_tokens, {
      tokens: [fontToken({ name, google, weights, familyId, fallback })],
    })
    setBusy(false)
    if (done) onDone()
  }
  return (
    <form className={tokenStyles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        size="sm"
        label={strings.whatItIsFor}
        placeholder={strings.heading}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        size="sm"
        label={strings.googleFont}
        placeholder="Inter"
        hint={strings.googleFontNote}
        value={google}
        onChange={(event) => setGoogle(event.target.value)}
      />
      {google.trim() !== '' && (
        <TextField
          size="sm"
          label={strings.weights}
          placeholder={usedWeights || '400, 700'}
          hint={strings.weightsNote}
          value={weights}
          onChange={(event) => setWeights(event.target.value)}
        />
      )}
      {google.trim() === '' && (
        <div className={tokenStyles.familyLine}>
          <Select label={strings.family} size="sm" value={familyId} onChange={setFamilyId} options={options} />
          <Button size="sm" icon={<Upload size={13} />} busy={uploading} onClick={() => chooser.current?.click()}>
            {strings.upload}
          </Button>
          <input
            ref={chooser}
            type="file"
            accept=".woff2,.woff,.ttf,.otf"
            hidden
            aria-label={strings.fontFileToUpload}
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void upload(file)
            }}
          />
        </div>
      )}
      <UploadList uploads={uploads} only={fontName} />
      <TextField
        size="sm"
        label={strings.fallback}
        value={fallback}
        onChange={(event) => setFallback(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button size="sm" variant="quiet" onClick={onDone}>
          {strings.cancel}
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={busy}>
          {google.trim() === '' ? strings.addFont : strings.installFont}
        </Button>
      </div>
    </form>
  )
}
