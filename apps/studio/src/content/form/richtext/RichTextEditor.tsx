import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { mediaPathUrl } from '../../../api/media.ts'
import { createStore, useStore } from '../../../documents/store.ts'
import { cx } from '../../../ui/cx.ts'
import { useToast } from '../../../ui/index.ts'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { useContent } from '../../session/context.ts'
import * as strings from '../../strings.ts'
import prose from '../prose/Prose.module.css'
import type { LongTextProps } from '../text/textFieldProps.ts'
import { createRichText } from './blocks.ts'
import { LinkForm } from './LinkForm.tsx'
import { insertPicture, setLink, setPictureAlt, type TextFormat } from './model/commands.ts'
import type { RichText } from './model/richText.ts'
import { PasteNotice } from './PasteNotice.tsx'
import { PictureForm } from './PictureForm.tsx'
import type { PasteNote } from './paste/pasting.ts'
import { pictureStore } from './paste/pictureStore.ts'
import styles from './RichText.module.css'
import * as texts from './strings.ts'
import { openSurface, type Surface, type SurfaceState } from './surface.ts'
import { Toolbar } from './Toolbar.tsx'

const MediaChooser = lazyWhenIdle(async () => (await import('../../media/MediaChooser.tsx')).MediaChooser)

const nothing = createStore<SurfaceState>({
  block: 'p',
  formats: new Set<TextFormat>(),
  href: undefined,
  alt: undefined,
  column: undefined,
})
const noNote = createStore<PasteNote | undefined>(undefined)
const whole = <T,>(value: T) => value

/** A rich text that one writes in, with its toolbar. Its code is loaded with the first such field. */
export function RichTextEditor(
  props: Omit<LongTextProps, 'onChange'> & { format?: ((document: Document) => RichText) | undefined },
) {
  const { label, value, error, hint, disabled } = props
  const noteId = useId()
  const place = useRef<HTMLDivElement>(null)
  const [surface, setSurface] = useState<Surface>()
  const [linking, setLinking] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const { project, session } = useContent()
  const queries = useQueryClient()
  const { show } = useToast()
  const pictures = useMemo(() => pictureStore(session, queries), [session, queries])
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
      pictures,
      onPicturesLost: (count) => show({ title: texts.picturesLost(count), tone: 'attention' }),
      notes: {
        source: strings.keptAsSource,
        pending: texts.addingPicture,
        unreadable: texts.pictureUnreadable,
        placeGone: texts.pictureOnly,
      },
    })
    setSurface(opened)
    return () => opened.close()
  }, [noteId, project.id, pictures, show])
  useEffect(() => {
    // The rendered text may be older than the typed one.
    if (value !== undefined) surface?.show(latest.current.valueNow())
  }, [surface, value])
  const about = `${label} ${error ?? ''} ${hint ?? ''} ${disabled}`
  useEffect(() => {
    if (about !== '') surface?.refresh()
  }, [surface, about])
  const state = useStore(surface?.state ?? nothing, whole)
  const pasted = useStore(surface?.pasted ?? noNote, whole)

  return (
    <>
      <span className="type-label color-secondary" aria-hidden="true">
        {label}
      </span>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        {!disabled && (
          <Toolbar
            label={label}
            surface={surface}
            state={state}
            onLink={() => setLinking(true)}
            onPicture={() => setChoosing(true)}
          />
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
        <PasteNotice note={pasted} onDismiss={() => surface?.dismissPasted()} />
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
