import { type MediaEntry, type MediaSource, mediaTypeOf, siteUrl } from '@atelier/site'
import { Copy, Download, Ellipsis, Plus, Replace, Trash2, X } from 'lucide-react'
import { Fragment, useState } from 'react'
import { mediaUrl } from '../../../api/media.ts'
import { DeleteFile } from '../../../media/DeleteFile.tsx'
import { Thumb } from '../../../media/Thumb.tsx'
import { sizeInWords } from '../../../media/tiles.ts'
import { useFileChooser } from '../../../media/UploadZone.tsx'
import { UsesList } from '../../../media/UsesList.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { insertMedia, replaceEverywhere } from './actions.ts'
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

  const chooser = useFileChooser(([file]) => file && void replace(file), {
    multiple: false,
    label: strings.fileToShowInstead,
  })
  const places = uses?.map(({ label, documentId, nodeId }) => ({
    key: `${documentId} ${nodeId} ${label}`,
    label,
    onShow:
      documentId && nodeId
        ? () => {
            session.openPage(documentId)
            session.select(nodeId)
          }
        : undefined,
  }))

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
            { label: strings.replaceIt, icon: <Replace size={14} />, onSelect: () => chooser.open() },
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
      <UsesList uses={places} />
      <div className="flex wrap gap-6">
        <Button size="sm" icon={<Plus size={13} />} onClick={() => void insertMedia(session, [entry.id])}>
          {strings.putIntoThePage}
        </Button>
        <Button size="sm" variant="quiet" busy={busy} onClick={() => chooser.open()}>
          {strings.replace}
        </Button>
      </div>
      {chooser.input}
      <DeleteFile
        open={deleting}
        onOpenChange={setDeleting}
        name={entry.name}
        uses={places}
        onDelete={async () => {
          const result = await session.run(operations.deleteMedia, { mediaId: entry.id })
          if (result.ok) onClose()
          return undefined
        }}
      />
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
