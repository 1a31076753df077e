import type { ListedPart, PartFolder } from '@atelier/api'
import { folderPath } from '@atelier/cad'
import { Pencil, Trash2 } from 'lucide-react'
import type { MenuEntry } from '../../ui/index.ts'
import { useToast } from '../../ui/index.ts'
import type { ListSession } from '../session/listSession.ts'
import * as strings from '../strings.ts'
import type { DraggedItem } from './dragging.ts'
import { FolderCard } from './FolderCard.tsx'
import { FolderPath } from './FolderPath.tsx'
import type { NameRequest } from './NameDialog.tsx'
import { PartCard } from './PartCard.tsx'
import styles from './Parts.module.css'

interface PartsGridProps {
  projectId: string
  parts: readonly ListedPart[]
  folders: readonly PartFolder[]
  /** The folder that is shown; undefined is the top. */
  folder: string | undefined
  /** Words that names hold: then the parts of all folders are searched. */
  words: string
  /** Absent where the person may only read. */
  session: ListSession | undefined
  askName(request: NameRequest): void
}

/** The folders and parts in a folder, or the parts that a search finds in all of them. */
export function PartsGrid({ projectId, parts, folders, folder, words, session, askName }: PartsGridProps) {
  const menus = useMenus(session, folders, askName)
  const isSearch = words !== ''
  const shown = parts.filter((part) => (isSearch ? part.name.toLowerCase().includes(words) : part.folder === folder))
  const inside = isSearch ? [] : folders.filter(({ parent }) => parent === folder)
  const countIn = (id: string) =>
    parts.filter((part) => part.folder === id).length + folders.filter(({ parent }) => parent === id).length
  const drop = session && ((into: string | undefined, item: DraggedItem) => moveItem(session, item, into))
  return (
    <>
      {!isSearch && folder !== undefined && (
        <FolderPath projectId={projectId} path={folderPath(folders, folder)} onDrop={drop} />
      )}
      {inside.length > 0 && (
        <ul className={styles.folders} aria-label={strings.folders}>
          {inside.map((each) => (
            <li key={each.id}>
              <FolderCard
                projectId={projectId}
                folder={each}
                count={countIn(each.id)}
                entries={menus?.ofFolder(each)}
                onDrop={drop && ((item) => drop(each.id, item))}
              />
            </li>
          ))}
        </ul>
      )}
      {shown.length > 0 ? (
        <ul className={styles.grid}>
          {shown.map((part) => (
            <li key={part.id}>
              <PartCard projectId={projectId} part={part} entries={menus?.ofPart(part)} />
            </li>
          ))}
        </ul>
      ) : (
        (isSearch || inside.length === 0) && (
          <p className="color-secondary">{isSearch ? strings.nothingFound : strings.emptyFolder}</p>
        )
      )}
    </>
  )
}

function moveItem(session: ListSession, { kind, id }: DraggedItem, into: string | undefined): void {
  if (kind === 'part') session.move(id, into)
  else session.moveFolder(id, into)
}

/** The menus of parts and folders; undefined where the person may only read. */
function useMenus(
  session: ListSession | undefined,
  folders: readonly PartFolder[],
  askName: (request: NameRequest) => void,
) {
  const { show } = useToast()
  if (!session) return undefined
  const undo = { label: strings.undo, onSelect: session.undo }
  const destinations = (isThere: (folder: string | undefined) => boolean, move: (to: string | undefined) => void) =>
    [undefined, ...folders.map(({ id }) => id)].flatMap((id): MenuEntry[] => {
      if (isThere(id)) return []
      const label = [strings.parts, ...folderPath(folders, id).map(({ name }) => name)].join(' / ')
      return [{ label, onSelect: () => move(id) }]
    })
  const entries = (item: {
    rename(): void
    remove(): void
    destinations: readonly MenuEntry[]
  }): readonly MenuEntry[] => [
    { label: strings.rename, icon: <Pencil size={14} />, onSelect: item.rename },
    ...(item.destinations.length > 0 ? [{ label: strings.moveTo, entries: item.destinations }] : []),
    { label: strings.deletePart, icon: <Trash2 size={14} />, danger: true, onSelect: item.remove },
  ]
  return {
    ofPart: ({ id, name, folder }: ListedPart) =>
      entries({
        rename: () =>
          askName({
            title: strings.renamePart,
            name,
            verb: strings.rename,
            done: (next) => session.rename(id, next),
          }),
        remove() {
          if (session.remove(id)) show({ title: strings.deleted(name), id: 'part-deleted', action: undo })
        },
        destinations: destinations(
          (each) => each === folder,
          (to) => session.move(id, to),
        ),
      }),
    ofFolder: ({ id, name, parent }: PartFolder) =>
      entries({
        rename: () =>
          askName({
            title: strings.renameFolder,
            name,
            verb: strings.rename,
            done: (next) => session.renameFolder(id, next),
          }),
        remove() {
          if (session.removeFolder(id)) show({ title: strings.deletedFolder(name), id: 'part-deleted', action: undo })
        },
        destinations: destinations(
          (each) => each === parent || folderPath(folders, each).some((step) => step.id === id),
          (to) => session.moveFolder(id, to),
        ),
      }),
  }
}
