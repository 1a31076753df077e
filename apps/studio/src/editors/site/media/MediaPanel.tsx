import { type MediaEntry, mediaEntries, mediaFolders } from '@atelier/site'
import { ChevronRight, Folder, FolderPlus, Images, Search, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { MediaTile } from '../../../media/MediaTile.tsx'
import { columnsOf, tileAfter } from '../../../media/tiles.ts'
import { UploadList } from '../../../media/UploadList.tsx'
import { UploadZone, useFileChooser } from '../../../media/UploadZone.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RenameField } from '../fields/RenameField.tsx'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { bringsMedia, droppedMedia, mediaDragType } from './actions.ts'
import { folderSteps, renamedFolder, splitFolder } from './folders.ts'
import styles from './Media.module.css'
import { MediaDetails } from './MediaDetails.tsx'
import { childFolders, filtered, inFolder } from './shown.ts'
import * as strings from './strings.ts'
import { uploadsOf } from './uploads.ts'

/** So many tiles are shown at first. */
const portion = 120

/** The files of the site: upload, find, describe, put into the page. */
export function MediaPanel() {
  const session = useEditor()
  const uploads = uploadsOf(session)
  const { entries, folders } = useMedia()
  const [folder, setFolder] = useState('')
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<string>()
  const [naming, setNaming] = useState(false)
  const [limit, setLimit] = useState(portion)
  const shown = useMemo(() => filtered(entries, folder, search), [entries, folder, search])
  const open = entries.find(({ id }) => id === selected)
  const inside = search === '' ? childFolders(folders, folder) : []
  const send = (files: readonly File[]) => void uploads.send(files, folder)
  const chooser = useFileChooser(send)

  return (
    <UploadZone className={styles.panel} folder={folder} onFiles={send}>
      <div className={styles.tools}>
        <label className={styles.search}>
          <Search size={13} />
          <input
            type="search"
            aria-label={strings.searchTheMedia}
            placeholder={strings.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              event.stopPropagation()
              if (event.key === 'Escape') setSearch('')
            }}
          />
        </label>
        <IconButton label={strings.newFolder} size="sm" onClick={() => setNaming(true)}>
          <FolderPlus size={15} />
        </IconButton>
        <IconButton label={strings.uploadFiles} size="sm" onClick={chooser.open}>
          <Upload size={15} />
        </IconButton>
        {chooser.input}
      </div>
      {folder !== '' && <Path folder={folder} onOpen={setFolder} />}
      <UploadList uploads={uploads} />
      <div className={styles.files}>
        {naming && (
          <div className={styles.folder}>
            <Folder size={14} />
            <RenameField
              label={strings.nameOfTheNewFolder}
              value=""
              onDone={(name) => {
                setNaming(false)
                if (name) setFolder(inFolder(folder, name))
              }}
            />
          </div>
        )}
        {inside.map((path) => (
          <FolderRow key={path} path={path} onOpen={() => setFolder(path)} />
        ))}
        {shown.length === 0 && inside.length === 0 && !naming ? (
          <Nothing search={search} folder={folder} onChoose={chooser.open} />
        ) : (
          <Grid entries={shown.slice(0, limit)} selected={selected} onSelect={setSelected} />
        )}
        {shown.length > limit && (
          <Button size="sm" className={styles.more} onClick={() => setLimit(limit + portion)}>
            {strings.showMoreOf(Math.min(portion, shown.length - limit), shown.length - limit)}
          </Button>
        )}
      </div>
      {open && <MediaDetails key={open.id} entry={open} folders={folders} onClose={() => setSelected(undefined)} />}
    </UploadZone>
  )
}

/** The media as they are live, the newest first, and their folders. */
export function useMedia(): { entries: readonly MediaEntry[]; folders: readonly string[] } {
  const site = useSite()
  const version = useSiteVersion()
  return useMemo(
    () =>
      site && version >= 0
        ? { entries: mediaEntries(site.local.view), folders: mediaFolders(site.local.view) }
        : { entries: [], folders: [] },
    [site, version],
  )
}

function Path({ folder, onOpen }: { folder: string; onOpen: (folder: string) => void }) {
  return (
    <nav className={styles.path} aria-label={strings.folder}>
      <button type="button" onClick={() => onOpen('')}>
        {strings.allFiles}
      </button>
      {folderSteps(folder).map(({ name, path }) => (
        <span key={path}>
          <ChevronRight size={12} />
          <button type="button" aria-current={path === folder || undefined} onClick={() => onOpen(path)}>
            {name}
          </button>
        </span>
      ))}
    </nav>
  )
}

function FolderRow({ path, onOpen }: { path: string; onOpen: () => void }) {
  const session = useEditor()
  const [renaming, setRenaming] = useState(false)
  const [over, setOver] = useState(false)
  const { name } = splitFolder(path)
  if (renaming) {
    return (
      <div className={styles.folder}>
        <Folder size={14} />
        <RenameField
          label={strings.nameOfTheFolder}
          value={name}
          onDone={(next) => {
            setRenaming(false)
            const to = renamedFolder(path, next)
            if (to !== undefined) void session.run(operations.moveMediaFolder, { folder: path, to })
          }}
        />
      </div>
    )
  }
  return (
    <button
      type="button"
      className={styles.folder}
      data-over={over || undefined}
      title={strings.folderNote(path)}
      onClick={onOpen}
      onDoubleClick={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'F2') return
        event.preventDefault()
        setRenaming(true)
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        setRenaming(true)
      }}
      onDragOver={(event) => {
        if (!bringsMedia(event.dataTransfer)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={async (event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        const isMove = event.dataTransfer.types.includes(mediaDragType)
        const ids = await droppedMedia(session, event.dataTransfer, path)
        if (isMove) for (const mediaId of ids) await session.run(operations.updateMedia, { mediaId, folder: path })
      }}
    >
      <Folder size={14} />
      <span>{name}</span>
      <ChevronRight size={13} />
    </button>
  )
}

function Nothing({ search, folder, onChoose }: { search: string; folder: string; onChoose: () => void }) {
  if (search !== '') return <EmptyState title={strings.nothingFound}>{strings.noFileMatches(search)}</EmptyState>
  return (
    <EmptyState
      icon={<Images size={18} />}
      title={folder === '' ? strings.noFilesYet : strings.thisFolderIsEmpty}
      actions={
        <Button icon={<Upload size={14} />} onClick={onChoose}>
          {strings.uploadFiles}
        </Button>
      }
    >
      {folder === '' ? strings.noFilesHint : strings.emptyFolderHint}
    </EmptyState>
  )
}

export interface GridProps {
  entries: readonly MediaEntry[]
  selected: string | undefined
  onSelect: (id: string) => void
  /** Enter or a double click; by default the same as selecting. */
  onTake?: (id: string) => void
}

/** Tiles; arrow keys walk them. */
export function Grid({ entries, selected, onSelect, onTake }: GridProps) {
  const session = useEditor()
  const walk = (event: React.KeyboardEvent<HTMLFieldSetElement>) => {
    const tiles = [...event.currentTarget.querySelectorAll('button')]
    const at = tiles.indexOf(document.activeElement as HTMLButtonElement)
    if (at < 0) return
    const columns = columnsOf(tiles.map((tile) => tile.offsetTop))
    const next = tileAfter(event.key, at, columns, tiles.length)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    tiles[next]?.focus()
  }
  return (
    <fieldset className={styles.grid} aria-label={strings.files} onKeyDown={walk}>
      {entries.map((entry, index) => (
        <MediaTile
          key={entry.id}
          dense
          projectId={session.projectId}
          file={entry}
          selected={entry.id === selected}
          aria-label={entry.name}
          tabIndex={entry.id === selected || (selected === undefined && index === 0) ? 0 : -1}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData(mediaDragType, JSON.stringify([entry.id]))
            event.dataTransfer.effectAllowed = 'copyMove'
          }}
          onClick={() => onSelect(entry.id)}
          onDoubleClick={() => onTake?.(entry.id)}
        />
      ))}
    </fieldset>
  )
}
