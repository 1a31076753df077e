import type { LibraryFile } from '@atelier/api'
import { type MediaEntry, mediaTypeOf } from '@atelier/site'
import { useQuery } from '@tanstack/react-query'
import { Download, Replace, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { mediaUrl, mediaUsesQuery } from '../../api/media.ts'
import { DeleteFile } from '../../media/DeleteFile.tsx'
import { FocalPointField } from '../../media/FocalPointField.tsx'
import { readFocalPoint } from '../../media/focalPoint.ts'
import { Thumb } from '../../media/Thumb.tsx'
import { sizeInWords } from '../../media/tiles.ts'
import { useFileChooser } from '../../media/UploadZone.tsx'
import { UsesList } from '../../media/UsesList.tsx'
import { Button, ErrorNote, IconButton, Skeleton, TextField, useToast } from '../../ui/index.ts'
import { PinButton } from '../pins/PinButton.tsx'
import { useContent } from '../session/context.ts'
import { mediaOperations } from '../session/handles.ts'
import { fileReference } from '../session/pins.ts'
import styles from './Media.module.css'
import { mediaUses } from './mediaUses.ts'
import * as strings from './strings.ts'
import { TagsField } from './TagsField.tsx'
import { useReplace } from './useReplace.ts'

export interface FileDetailsProps {
  id: string
  /** As the library has it, where it has read it. */
  known: LibraryFile | undefined
  /** The project's locales, in their order. */
  locales: readonly string[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One file: what it says in each language, what a crop keeps, where it is used, and what can be done with it. */
export function FileDetails({ id, known, locales, onOpen, onClose }: FileDetailsProps) {
  const { session, project, readsOnly } = useContent()
  const { show } = useToast()
  const [deleting, setDeleting] = useState(false)
  const { data, error, refetch } = useQuery(mediaUsesQuery(project.id, id))
  const { replace, busy } = useReplace(onOpen)
  const chooser = useFileChooser(([file]) => file && data && void replace(data, file), {
    multiple: false,
    label: strings.replacementFile,
  })
  const failed = (message: string) => show({ title: message, tone: 'danger', id: 'content-media' })
  const update = async (patch: Partial<Pick<LibraryFile, 'alt' | 'tags' | 'focal'>>) => {
    const answer = await session.run(mediaOperations.describeMedia, { assetId: id, ...patch })
    if (!answer.ok) failed(sentence(answer.error))
  }
  const file = known ?? data?.file
  if (!file) {
    return (
      <aside className={styles.details} aria-busy={!error}>
        {error ? (
          <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>
        ) : (
          <Skeleton height={180} />
        )}
        <Button size="sm" onClick={onClose}>
          {strings.close}
        </Button>
      </aside>
    )
  }
  const uses = data && mediaUses(project.id, data)
  const isPicture = mediaTypeOf(file.type)?.kind === 'image'
  const remove = async () => {
    const answer = await session.run(mediaOperations.deleteMedia, { assetId: id })
    if (!answer.ok) return sentence(answer.error)
    const { undo } = answer.value
    onClose()
    show({
      title: strings.removed(file.name),
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    return undefined
  }
  const askToDelete = () => {
    void refetch()
    setDeleting(true)
  }
  return (
    <aside className={styles.details} aria-label={strings.details(file.name)}>
      <div className="flex items-start gap-8">
        <h2 className="grow min-w-0 break-anywhere type-heading">{file.name}</h2>
        <PinButton size="sm" pin={{ reference: fileReference(id), title: file.name }} />
        <IconButton label={strings.close} size="sm" onClick={onClose}>
          <X size={14} />
        </IconButton>
      </div>
      <p className={styles.facts}>{`${file.type} · ${sizeInWords(file)}`}</p>
      {isPicture && file.width !== undefined && !readsOnly ? (
        <Focal file={file} onFocal={(focal) => void update({ focal })} />
      ) : (
        <span className={styles.preview}>
          <Thumb projectId={project.id} entry={file} />
        </span>
      )}
      <Committed
        label={strings.name}
        value={file.name}
        disabled={readsOnly}
        onCommit={(name) =>
          name.trim() !== '' && void session.run(mediaOperations.renameMedia, { mediaId: id, name: name.trim() })
        }
      />
      {isPicture &&
        ['*', ...(locales.length > 1 ? locales : [])].map((locale) => (
          <Committed
            key={locale}
            label={
              locale !== '*' ? strings.altTextIn(locale) : locales.length > 1 ? strings.altTextAll : strings.altText
            }
            hint={locale === '*' ? strings.altHint : undefined}
            value={file.alt[locale] ?? ''}
            disabled={readsOnly}
            onCommit={(text) => void update({ alt: { [locale]: text } })}
          />
        ))}
      <TagsField tags={file.tags} disabled={readsOnly} onTags={(tags) => void update({ tags })} />
      <section className={styles.section}>
        <h3 className={styles.heading}>{strings.usedIn}</h3>
        {error && !data ? <p className={styles.facts}>{errorOf(error).message}</p> : <UsesList uses={uses} />}
      </section>
      <div className="row wrap gap-6">
        <Button
          size="sm"
          icon={<Download size={14} />}
          onClick={() => void window.open(`${mediaUrl(project.id, id)}?download`, '_self')}
        >
          {strings.download}
        </Button>
        {!readsOnly && (
          <>
            <Button size="sm" icon={<Replace size={14} />} busy={busy} disabled={!data} onClick={chooser.open}>
              {strings.replace}
            </Button>
            <Button size="sm" icon={<Trash2 size={14} />} onClick={askToDelete}>
              {strings.remove}
            </Button>
          </>
        )}
      </div>
      {chooser.input}
      <DeleteFile open={deleting} onOpenChange={setDeleting} name={file.name} uses={uses} onDelete={remove} />
    </aside>
  )
}

/** How long the keys rest before a focal point is saved, in milliseconds. */
const PAUSE = 400

/** The point that a crop keeps, set by a press or the arrow keys; saved when the keys rest. */
function Focal({ file, onFocal }: { file: LibraryFile; onFocal: (focal: NonNullable<MediaEntry['focal']>) => void }) {
  const { project } = useContent()
  const stored = file.focal && `${file.focal.x * 100}% ${file.focal.y * 100}%`
  const [wanted, setWanted] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<() => void>(undefined)
  const save = (text: string) => {
    const point = readFocalPoint(text)
    latest.current = undefined
    if (point) onFocal({ x: point.x / 100, y: point.y / 100 })
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      latest.current?.()
    },
    [],
  )
  return (
    <div className={styles.focal}>
      <span className={styles.label}>{strings.focalPoint}</span>
      <FocalPointField
        url={mediaUrl(project.id, file.id, 640)}
        value={wanted ?? stored}
        large
        onChange={(text) => {
          setWanted(text)
          clearTimeout(timer.current)
          latest.current = () => save(text)
          timer.current = setTimeout(() => latest.current?.(), PAUSE)
        }}
      />
      <p className={styles.facts}>{strings.focalHint}</p>
    </div>
  )
}

interface CommittedProps {
  label: string
  hint?: string | undefined
  value: string
  disabled: boolean
  onCommit: (value: string) => void
}

/** A line of text that is saved when it is left, or by Enter. */
function Committed({ value, onCommit, ...props }: CommittedProps) {
  const [text, setText] = useState(value)
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    setText(value)
  }
  return (
    <TextField
      {...props}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text !== value && onCommit(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && text !== value) onCommit(text)
        if (event.key === 'Escape') setText(value)
      }}
    />
  )
}
