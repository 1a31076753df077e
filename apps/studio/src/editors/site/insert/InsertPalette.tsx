import { Popover as Base } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { Search, Trash2 } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { contentQuery } from '../../../api/content.ts'
import { partsQuery } from '../../../api/parts.ts'
import { patchStore } from '../../../documents/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Kbd } from '../../../ui/Kbd.tsx'
import popup from '../../../ui/popup.module.css'
import { useActiveOption } from '../../../ui/useActiveOption.ts'
import { useTakeFocus } from '../../../ui/useTakeFocus.ts'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import type { Inserting } from '../session/state.ts'
import { insertDragType } from './dragged.ts'
import { formsOf } from './forms.ts'
import styles from './Insert.module.css'
import { insertItem } from './insertItem.ts'
import { type InsertItem, insertItems, matchingGroups } from './items.ts'
import { Preview } from './Preview.tsx'
import { placesFor, type Where } from './place.ts'
import * as strings from './strings.ts'

/** The palette of elements to insert, at the pointer or the "+" that was pressed. */
export function InsertPalette({ at }: { at: Inserting }) {
  const session = useEditor()
  const site = useSite()
  const version = useSiteVersion()
  const id = useId()
  const listId = `${id}-list`
  const [typed, setTyped] = useState('')
  const [dragging, setDragging] = useState(false)
  const takenFocus = useTakeFocus()
  const documentId = useEditorState((state) => state.documentId)
  const content = useQuery({ ...contentQuery(session.projectId), staleTime: 0 })
  const models = content.data?.models
  const listed = useQuery({ ...partsQuery(session.projectId), staleTime: 0 })
  const parts = listed.data?.parts
  const items = useMemo(
    () => (site && version >= 0 ? insertItems(site.local.view, documentId, formsOf(models ?? []), parts) : []),
    [site, version, documentId, models, parts],
  )
  const groups = useMemo(() => matchingGroups(items, typed), [items, typed])
  const flat = groups.flatMap((group) => group.items)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }), [at])
  const optionId = (item: InsertItem) => `${id}-${item.id}`

  const close = () => patchStore(session.state, { inserting: undefined })
  const choose = (item: InsertItem, where: Where) => {
    const tree = session.page.get()?.model.tree()
    close()
    if (!tree?.root) return
    const target = at.target ?? session.state.get().selected
    void insertItem(session, item, at.place ? [at.place] : placesFor(tree, target, where))
  }
  const { current, setActive, field, list } = useActiveOption({
    options: flat,
    listId,
    optionId,
    stepOf,
    onChoose: (item, event) => choose(item, whereOf(event)),
    onLeave: close,
  })

  return (
    <Base.Root open onOpenChange={(open) => !open && !dragging && close()}>
      <Base.Portal>
        <Base.Positioner
          className={cx(popup.positioner, dragging && styles.aside)}
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup
            className={cx(popup.popup, styles.palette)}
            data-dragging={dragging || undefined}
            aria-label={strings.insert}
            finalFocus={takenFocus.finalFocus}
          >
            <label className={styles.search}>
              <Search size={14} aria-hidden="true" />
              <input
                ref={takenFocus.field}
                {...field}
                aria-label={strings.searchWhatToInsert}
                placeholder={strings.searchWhatToInsert}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setActive(0)
                }}
              />
            </label>
            <div ref={list} id={listId} className={styles.list} role="listbox" aria-label={strings.whatCanBeInserted}>
              {groups.map((group) => (
                <fieldset key={group.heading} className={styles.group} aria-label={group.heading}>
                  <div className={styles.heading} aria-hidden="true">
                    {group.heading}
                  </div>
                  <div className={styles.tiles}>
                    {group.items.map((item) => (
                      <div
                        key={item.id}
                        id={optionId(item)}
                        className={styles.tile}
                        role="option"
                        tabIndex={-1}
                        aria-selected={item === current}
                        draggable
                        onClick={(event) => choose(item, whereOf(event))}
                        onKeyDown={() => undefined}
                        onPointerMove={() => setActive(flat.indexOf(item))}
                        onDragStart={(event) => {
                          event.dataTransfer.effectAllowed = 'copy'
                          event.dataTransfer.setData(insertDragType, item.id)
                          // The palette makes room once the browser has taken its picture of the tile.
                          setTimeout(() => setDragging(true))
                        }}
                        onDragEnd={close}
                      >
                        <span className={styles.picture} aria-hidden="true">
                          <Preview item={item} projectId={session.projectId} />
                        </span>
                        <span className={styles.label}>{item.label}</span>
                      </div>
                    ))}
                  </div>
                </fieldset>
              ))}
              {flat.length === 0 && (
                <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} className={styles.empty}>
                  {strings.nothingMatches}
                </div>
              )}
            </div>
            {current?.kind === 'saved' && (
              <div className={styles.keys}>
                <Button
                  size="sm"
                  variant="quiet"
                  icon={<Trash2 size={13} />}
                  onClick={() => void session.run(operations.deleteSection, { sectionId: current.sectionId })}
                >
                  {strings.deleteTheSavedSection}
                </Button>
              </div>
            )}
            <div className={styles.keys} aria-hidden="true">
              {at.place ? (
                <span>
                  <Kbd shortcut="enter" /> {strings.atTheMarkedPlace}
                </span>
              ) : (
                <>
                  <span>
                    <Kbd shortcut="enter" /> {strings.after}
                  </span>
                  <span>
                    <Kbd shortcut="shift+enter" /> {strings.inside}
                  </span>
                  <span>
                    <Kbd shortcut="alt+enter" /> {strings.before}
                  </span>
                </>
              )}
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Where an item goes that a click or Enter chooses: Shift and Alt say otherwise than behind the selection. */
const whereOf = ({ shiftKey, altKey }: { shiftKey: boolean; altKey: boolean }): Where =>
  shiftKey ? 'inside' : altKey ? 'before' : 'after'

/** The tile that an arrow key leads to, by where the tiles stand; undefined for another key. */
function stepOf(key: string, active: number, list: HTMLElement | null): number | undefined {
  const tiles = [...(list?.querySelectorAll('[role=option]') ?? [])].map((tile) => tile.getBoundingClientRect())
  const from = tiles[active]
  if (!from) return undefined
  if (key === 'ArrowRight') return Math.min(tiles.length - 1, active + 1)
  if (key === 'ArrowLeft') return Math.max(0, active - 1)
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const down = key === 'ArrowDown'
  const beyond = tiles
    .map((box, index) => ({
      index,
      across: Math.abs(box.left - from.left),
      along: down ? box.top - from.top : from.top - box.top,
    }))
    .filter(({ along }) => along > 1)
    .sort((a, b) => a.along - b.along || a.across - b.across)
  return beyond[0]?.index ?? active
}
