import { type MediaEntry, type MediaSource, mediaTypeOf, siteUrl } from '@atelier/site'
import { Copy, Download, Ellipsis, Plus, Replace, Trash2, X } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { mediaUrl } from '../../../api/media.ts'
import { Thumb } from '../../../media/Thumb.tsx'
import { sizeInWords } from '../../../media/tiles.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { insertMedia, type MediaUses, replaceEverywhere } from './actions.ts'
import styles from './Media.module.css'
import { creditOf } from './shown.ts'
import * as strings from './strings.ts'
import { uploadsOf } from './uploads.ts'
import { useUses } from './useUses.ts'

export interface MediaDetailsProps {
  entry: MediaEntry
  folders: readonly string[]
  onClose: () => void
}

/** One file: what it is called and says, where it is used, and what can be done with it. */
export function MediaDetails({ entry, folders, onClose }: MediaDetailsProps) {
  const session = useEditor()
  const { show } = useToast()
  const [uses, askUses] = useUses(entry)
  const [deleting, setDeleting] = useState(false)
  const [busy, setBusy] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const isPicture = mediaTypeOf(entry.type)?.kind === 'image'
  const confirmDeleting = () => {
    askUses()
    setDeleting(true)
  }
  const update = (fields: object) => void session.run(operations.updateMedia, { mediaId: entry.id, ...fields })

  const replace = async (file: File) => {
    setBusy(true)
    const [id] = await uploadsOf(session).send([file], entry.folder)
    const done = id !== undefined && id !== entry.id && (await replaceEverywhere(session, entry, id))
    setBusy(false)
    if (done) show({ title: strings.fileReplaced(file.name, entry.name), tone: 'done' })
  }

  return (
    <div className={styles.details}>
      <div className="row gap-4">
        <span className={styles.small}>
          <Thumb projectId={session.projectId} entry={entry} />
        </span>
        <span className={styles.facts}>
          <span>{entry.name}</span>
          <span>{sizeInWords(entry)}</span>
        </span>
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.moreAboutThisFile} size="sm">
              <Ellipsis size={14} />
            </IconButton>
          }
          entries={[
            {
              label: strings.copyItsPath,
              icon: <Copy size={14} />,
              onSelect: () => void navigator.clipboard.writeText(siteUrl(entry.path)),
            },
            {
              label: strings.saveIt,
              icon: <Download size={14} />,
              onSelect: () => void window.open(`${mediaUrl(session.projectId, entry.id)}?download`, '_self'),
            },
            { label: strings.replaceIt, icon: <Replace size={14} />, onSelect: () => chooser.current?.click() },
            { separator: true },
            { label: strings.deleteIt, icon: <Trash2 size={14} />, danger: true, onSelect: confirmDeleting },
          ]}
        />
        <IconButton label={strings.closeTheFile} size="sm" onClick={onClose}>
          <X size={14} />
        </IconButton>
      </div>
      <div className="grid gap-6">
        {isPicture && (
          <div className={styles.field}>
            <span>{strings.altText}</span>
            <CommitInput
              value={entry.alt ?? ''}
              placeholder={strings.whatItShows}
              onCommit={(alt) => update({ alt })}
              aria-label={strings.altText}
            />
          </div>
        )}
        <div className={styles.field}>
          <span>{strings.name}</span>
          <CommitInput value={entry.name} onCommit={(name) => update({ name })} aria-label={strings.nameOfTheFile} />
        </div>
        <div className={styles.field}>
          <span>{strings.folder}</span>
          <CommitInput
            value={entry.folder}
            list="media-folders"
            placeholder={strings.none}
            onCommit={(folder) => update({ folder })}
            aria-label={strings.folderOfTheFile}
          />
        </div>
        <datalist id="media-folders">
          {folders.map((folder) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
      </div>
      {entry.source && <Credit source={entry.source} />}
      <UsesList uses={uses} />
      <div className="flex wrap gap-6">
        <Button size="sm" icon={<Plus size={13} />} onClick={() => void insertMedia(session, [entry.id])}>
          {strings.putIntoThePage}
        </Button>
        <Button size="sm" variant="quiet" busy={busy} onClick={() => chooser.current?.click()}>
          {strings.replace}
        </Button>
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={strings.fileToShowInstead}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void replace(file)
        }}
      />
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={strings.deleteFileNamed(entry.name)}
        confirm={strings.deleteFile}
        onConfirm={async () => {
          const result = await session.run(operations.deleteMedia, { mediaId: entry.id })
          if (result.ok) onClose()
          return undefined
        }}
      >
        {uses && uses.length > 0 ? (
          <>
            {strings.deleteUsedFileEffect(uses.length)}
            <UsesList uses={uses} plain />
          </>
        ) : (
          strings.unused
        )}{' '}
        {strings.deleteFileEffect}
      </ConfirmDialog>
    </div>
  )
}

function Credit({ source }: { source: MediaSource }) {
  return (
    <p className="m-0 quiet">
      {creditOf(source).map(({ text, url }, at) => (
        <Fragment key={text}>
          {at > 0 && ' '}
          {url === undefined ? (
            text
          ) : (
            <a className="color-hand" href={url} target="_blank" rel="noreferrer">
              {text}
            </a>
          )}
        </Fragment>
      ))}
    </p>
  )
}

const shownUses = 8

function UsesList({ uses, plain = false }: { uses: MediaUses | undefined; plain?: boolean }) {
  const session = useEditor()
  if (!uses) return <p className="m-0 quiet">{strings.loadingUses}</p>
  if (uses.length === 0) return <p className="m-0 quiet">{strings.usedNowhereYet}</p>
  return (
    <ul className={styles.uses} aria-label={strings.whereItIsUsed}>
      {uses.slice(0, shownUses).map(({ label, documentId, nodeId }) => (
        <li key={`${documentId} ${nodeId} ${label}`}>
          {documentId && nodeId && !plain ? (
            <button
              type="button"
              onClick={() => {
                session.openPage(documentId)
                session.select(nodeId)
              }}
            >
              {label}
            </button>
          ) : (
            label
          )}
        </li>
      ))}
      {uses.length > shownUses && <li>{strings.andMore(uses.length - shownUses)}</li>}
    </ul>
  )
}
