import { Bold, Code, ImagePlus, Italic, Link2, List, ListOrdered, Quote, SquareCode, Strikethrough } from 'lucide-react'
import { type FormEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { mediaPathUrl } from '../../../api/media.ts'
import { createStore, useStore } from '../../../documents/store.ts'
import { cx } from '../../../ui/cx.ts'
import { Button, IconButton, Select, TextField } from '../../../ui/index.ts'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { stepFocus } from '../../../ui/stepFocus.ts'
import { useContent } from '../../session/context.ts'
import * as strings from '../../strings.ts'
import prose from '../prose/Prose.module.css'
import { createRichText, type RichText } from './blocks.ts'
import {
  blockKinds,
  insertPicture,
  type RichBlock,
  setLink,
  setPictureAlt,
  type TextFormat,
  toggleFormat,
  turnInto,
} from './commands.ts'
import { PictureForm } from './PictureForm.tsx'
import styles from './RichText.module.css'
import type { RichTextFieldProps } from './RichTextField.tsx'
import { openSurface, type Surface, type SurfaceState } from './surface.ts'

const MediaChooser = lazyWhenIdle(async () => (await import('../../media/MediaChooser.tsx')).MediaChooser)

const formatButtons = [
  { format: 'strong', label: strings.bold, icon: Bold, shortcut: 'mod+b' },
  { format: 'em', label: strings.italic, icon: Italic, shortcut: 'mod+i' },
  { format: 's', label: strings.strike, icon: Strikethrough, shortcut: 'mod+shift+x' },
  { format: 'code', label: strings.codeWords, icon: Code, shortcut: 'mod+`' },
] as const satisfies readonly { format: TextFormat; label: string; icon: typeof Bold; shortcut: string }[]

const blockButtons = [
  { kind: 'ul', label: strings.bulletList, icon: List, shortcut: 'mod+shift+8' },
  { kind: 'ol', label: strings.numberedList, icon: ListOrdered, shortcut: 'mod+shift+7' },
  { kind: 'blockquote', label: strings.quote, icon: Quote, shortcut: 'mod+shift+9' },
  { kind: 'pre', label: strings.codeBlock, icon: SquareCode, shortcut: undefined },
] as const

const nothing = createStore<SurfaceState>({
  block: 'p',
  formats: new Set<TextFormat>(),
  href: undefined,
  alt: undefined,
})
const whole = <T,>(value: T) => value

/** A rich text that one writes in, with its toolbar. Its code is loaded with the first such field. */
export function RichTextEditor(
  props: Omit<RichTextFieldProps, 'onChange'> & { format?: ((document: Document) => RichText) | undefined },
) {
  const { label, value, error, hint, disabled } = props
  const noteId = useId()
  const place = useRef<HTMLDivElement>(null)
  const [surface, setSurface] = useState<Surface>()
  const [linking, setLinking] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const { project } = useContent()
  // Read by the surface, which exists as long as the field does.
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    if (!place.current) return
    const opened = openSurface(place.current, {
      format: latest.current.format ?? createRichText,
      text: latest.current.valueNow(),
      attributes: () => {
        const { label: name, error: wrong, hint: said, disabled: isOff } = latest.current
        return {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': name,
          ...(wrong ? { 'aria-invalid': 'true' } : {}),
          ...(wrong || said ? { 'aria-describedby': noteId } : {}),
          ...(isOff ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
        }
      },
      editable: () => !latest.current.disabled,
      onText: (text, over) => latest.current.onText(text, over),
      onBlur: () => latest.current.onBlur(),
      onLink: () => setLinking(true),
      pictureUrl: (src) => (/^(?:https?:|data:|\/\/)/.test(src) ? src : mediaPathUrl(project.id, src)),
      sourceNote: strings.keptAsSource,
    })
    setSurface(opened)
    return () => opened.close()
  }, [noteId, project.id])
  useEffect(() => {
    // The rendered text may be older than the typed one.
    if (value !== undefined) surface?.show(latest.current.valueNow())
  }, [surface, value])
  const about = `${label} ${error ?? ''} ${hint ?? ''} ${disabled}`
  useEffect(() => {
    if (about !== '') surface?.refresh()
  }, [surface, about])
  const state = useStore(surface?.state ?? nothing, whole)

  return (
    <>
      <span className="type-label color-secondary" aria-hidden="true">
        {label}
      </span>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        {!disabled && (
          <div
            className={styles.toolbar}
            role="toolbar"
            aria-label={strings.toolbarOf(label)}
            onKeyDown={(event) => stepFocus(event, 'button:not(:disabled, [role="combobox"])')}
          >
            <Select
              label={strings.turnInto}
              hideLabel
              size="sm"
              value={isLine(state.block) ? state.block : 'p'}
              options={blockKinds.filter(isLine).map((kind) => ({ value: kind, label: strings.richBlocks[kind] }))}
              onChange={(kind) => {
                if (isLine(kind)) surface?.run(turnInto(kind))
              }}
            />
            {formatButtons.map(({ format, label: name, icon: Icon, shortcut }) => (
              <IconButton
                key={format}
                size="sm"
                label={name}
                shortcut={shortcut}
                pressed={state.formats.has(format)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => surface?.run(toggleFormat(format))}
              >
                <Icon size={14} />
              </IconButton>
            ))}
            <IconButton
              size="sm"
              label={strings.link}
              shortcut="mod+k"
              pressed={state.href !== undefined}
              onClick={() => setLinking(true)}
            >
              <Link2 size={14} />
            </IconButton>
            <IconButton size="sm" label={strings.picture} onClick={() => setChoosing(true)}>
              <ImagePlus size={14} />
            </IconButton>
            {blockButtons.map(({ kind, label: name, icon: Icon, shortcut }) => (
              <IconButton
                key={kind}
                size="sm"
                label={name}
                shortcut={shortcut}
                pressed={state.block === kind}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => surface?.run(turnInto(kind))}
              >
                <Icon size={14} />
              </IconButton>
            ))}
          </div>
        )}
        {!disabled && state.alt !== undefined && (
          <PictureForm key={state.alt} alt={state.alt} onApply={(alt) => surface?.run(setPictureAlt(alt))} />
        )}
        {linking && (
          <LinkForm
            href={state.href ?? ''}
            onApply={(href) => {
              setLinking(false)
              surface?.run(setLink(href))
            }}
            onClose={() => {
              setLinking(false)
              surface?.focus()
            }}
          />
        )}
        <div ref={place} className={cx(styles.surface, prose.prose)} />
        <Suspense>
          {choosing && (
            <MediaChooser
              label={label}
              kind="image"
              onChoose={({ path, alt }) =>
                surface?.run(insertPicture(`/${path.replace(/^\//, '')}`, Object.values(alt)[0] ?? ''))
              }
              onClose={() => setChoosing(false)}
            />
          )}
        </Suspense>
      </div>
      {(error || hint) && (
        <p id={noteId} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
          {error ?? hint}
        </p>
      )}
    </>
  )
}

type Line = Exclude<RichBlock, 'ul' | 'ol' | 'blockquote' | 'pre'>
const isLine = (kind: string): kind is Line => /^(?:p|h[1-6])$/.test(kind)

/** Asks where a link leads. */
function LinkForm({ href, onApply, onClose }: { href: string; onApply: (href: string) => void; onClose: () => void }) {
  const [address, setAddress] = useState(href)
  const wrong = /^\s*(?:javascript|vbscript|data):/i.test(address) ? strings.noSuchLink : undefined
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (wrong === undefined) onApply(address.trim())
  }
  return (
    <form
      className={styles.link}
      onSubmit={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      noValidate
    >
      <TextField
        label={strings.linkAddress}
        hideLabel
        placeholder="https://"
        value={address}
        error={wrong}
        autoFocus
        autoComplete="off"
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="primary">
        {strings.apply}
      </Button>
      {href !== '' && (
        <Button size="sm" onClick={() => onApply('')}>
          {strings.removeLink}
        </Button>
      )}
    </form>
  )
}
