import { isLocked, lockedNodes } from '@atelier/site'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { useListWindow } from '../../../ui/listWindow.ts'
import { switched } from '../commands/siteView.ts'
import { openPalette } from '../insert/open.ts'
import { partName } from '../model/partName.ts'
import { ancestors, layerRows, stepFrom } from '../model/rows.ts'
import { rangeOf } from '../model/selection.ts'
import { besideRules, useEditor, useEditorState, usePageTree, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { LayerItem, rowId } from './LayerItem.tsx'
import { LayerMenu } from './LayerMenu.tsx'
import { LayersHead } from './LayersHead.tsx'
import { useLayerDrag } from './layerDrag.ts'
import { useFoundLayers } from './layerSearch.ts'
import styles from './Navigator.module.css'
import { RowSkeletons } from './Pages.tsx'
import { problemsOf } from './problems.ts'
import * as strings from './strings.ts'

/** In CSS pixels, as in `Navigator.module.css`. */
const rowHeight = 26

/** The page as a tree: search, select, move by dragging, hide, lock, rename; arrows walk it. */
export function Layers() {
  const session = useEditor()
  const tree = usePageTree()
  const selected = useEditorState((state) => state.selected)
  const selection = useEditorState((state) => state.selection)
  const hovered = useEditorState((state) => state.hovered)
  const agentNode = useEditorState((state) => state.agentNode)
  const open = useEditorState((state) => state.unfolded)
  const query = useEditorState((state) => state.layerSearch)
  const locked = useEditorState((state) => state.locked)
  const hiddenHere = useEditorState((state) => state.hiddenHere)
  const findings = useEditorState((state) => state.findings)
  const documentId = useEditorState((state) => state.documentId)
  const renaming = useEditorState((state) => state.renaming)
  const setRenaming = (id: string | undefined) => patchStore(session.state, { renaming: id })
  const [menuOf, setMenuOf] = useState<string>()
  const [menuIn, setMenuIn] = useState(documentId)
  // A menu that led to another document must not be open when one comes back.
  if (menuIn !== documentId) {
    setMenuIn(documentId)
    setMenuOf(undefined)
  }
  const scroller = useRef<HTMLDivElement>(null)
  const anchor = useRef<string | undefined>(undefined)
  const drag = useLayerDrag(session, tree)
  const root = tree?.root

  const shown = useMemo(() => (root === undefined ? open : new Set([...open, root])), [open, root])
  const problems = useMemo(() => problemsOf(findings, documentId), [findings, documentId])
  const view = useSite()?.local.view
  const version = useSiteVersion(besideRules)
  const found = useFoundLayers(tree, view, query)
  // The names of components are the site's: they may change with each of its versions.
  const all = useMemo(
    () => (tree && version >= 0 ? layerRows(tree, shown, (node) => partName(view, node)) : []),
    [tree, shown, view, version],
  )
  // A lock of the body is one of its page.
  const agentLocks = useMemo(() => {
    if (!view || documentId === undefined || version < 0) return new Set<string>()
    return new Set([...lockedNodes(view, documentId), ...(isLocked(view, documentId) ? [root] : [])])
  }, [view, documentId, root, version])
  const rows = found ?? all
  const { first, end, reveal } = useListWindow(scroller, rows.length, rowHeight)

  const unfold = (change: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
    patchStore(session.state, { unfolded: change(session.state.get().unfolded) })

  // A selection made on the canvas opens the way to it, once; it can be closed again.
  const revealed = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!tree || selected === undefined || revealed.current === selected) return
    revealed.current = selected
    const path = ancestors(tree, selected)
    const { unfolded } = session.state.get()
    if (!path.every((id) => unfolded.has(id))) patchStore(session.state, { unfolded: new Set([...unfolded, ...path]) })
  }, [tree, selected, session])
  const selectedIndex = rows.findIndex((row) => row.id === selected)
  useEffect(() => {
    if (selectedIndex >= 0) reveal(selectedIndex)
  }, [selectedIndex, reveal])

  if (!tree) return <RowSkeletons />

  const toggle = (id: string, next: boolean) =>
    unfold((before) => {
      const after = new Set(before)
      if (next) after.add(id)
      else after.delete(id)
      return after
    })

  /** Selects only one, or the range from the last one. */
  function choose(id: string, { range = false, add = false } = {}) {
    if (range) {
      const ids = rows.map((row) => row.id)
      session.selectAll(rangeOf(ids, anchor.current ?? selected, id))
      return
    }
    anchor.current = id
    session.select(id, { add })
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[selectedIndex]
    const go = (id: string | undefined) => {
      event.preventDefault()
      event.stopPropagation()
      if (id !== undefined) choose(id, { range: event.shiftKey })
    }
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'ArrowDown') go((rows[selectedIndex + 1] ?? rows[0])?.id)
    else if (event.key === 'ArrowUp') go(rows[Math.max(0, selectedIndex - 1)]?.id)
    else if (event.key === 'ArrowRight' && row?.branch && !row.open) {
      go(row.id)
      toggle(row.id, true)
    } else if (event.key === 'ArrowRight' && row) go(tree && stepFrom(tree, row.id, 'child'))
    else if (event.key === 'ArrowLeft' && row?.open && row.id !== root) {
      go(row.id)
      toggle(row.id, false)
    } else if (event.key === 'ArrowLeft' && row) go(tree && stepFrom(tree, row.id, 'parent'))
    else if (event.key === 'Enter' && row && row.id !== root) {
      event.preventDefault()
      setRenaming(row.id)
    }
  }

  /** A click with the second button, or the menu key on the selected row. */
  function openMenu(event: MouseEvent) {
    const row = event.target instanceof Element ? event.target.closest('[role=treeitem]') : undefined
    const id = rows.find((each) => rowId(each.id) === row?.id)?.id ?? selected
    if (id === undefined || id === root || renaming !== undefined) return
    event.preventDefault()
    if (selection.includes(id)) session.selectAll([...selection.filter((each) => each !== id), id])
    else choose(id)
    setMenuOf(id)
  }

  return (
    <div className="column min-h-0 h-full">
      <LayersHead
        onLeave={(take) => {
          scroller.current?.focus()
          const first = rows[0]?.id
          if (take && selectedIndex < 0 && first !== undefined) choose(first)
        }}
      />
      {found?.length === 0 && <p className={styles.hint}>{strings.noLayerMatches(query ?? '')}</p>}
      <div
        ref={scroller}
        className={styles.list}
        role="tree"
        aria-label={strings.layers}
        aria-multiselectable="true"
        aria-activedescendant={selectedIndex >= 0 ? rowId(selected) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onMouseLeave={() => session.hover(undefined)}
        onContextMenu={openMenu}
      >
        <div className="w-full relative" style={{ height: rows.length * rowHeight }}>
          {rows.slice(first, end).map((row, index) => {
            const isRoot = row.id === root
            return (
              <LayerItem
                key={row.id}
                row={row}
                top={(first + index) * rowHeight}
                isRoot={isRoot}
                isSelected={selection.includes(row.id)}
                isRenaming={renaming === row.id}
                isLocked={locked.includes(row.id)}
                isLockedForAgent={agentLocks.has(row.id)}
                isHiddenHere={hiddenHere.includes(row.id)}
                problem={problems.get(row.id)}
                data-hovered={row.id === hovered || undefined}
                data-agent={row.id === agentNode || undefined}
                data-drop={drag.whereOn(row.id)}
                draggable={!isRoot && renaming !== row.id && !found}
                onClick={(event) => choose(row.id, { range: event.shiftKey, add: event.metaKey || event.ctrlKey })}
                onDoubleClick={() => !isRoot && setRenaming(row.id)}
                onMouseEnter={() => session.hover(row.id)}
                onDragStart={(event) => drag.onDragStart(event, row)}
                onDragEnd={drag.onDragEnd}
                onDragOver={(event) => drag.onDragOver(event, row)}
                onDrop={(event) => drag.onDrop(event, row)}
                onFold={() => !isRoot && toggle(row.id, !row.open)}
                onRenamed={(label) => {
                  setRenaming(undefined)
                  scroller.current?.focus()
                  if (label) void session.run(operations.renameNode, { nodeId: row.id, label })
                }}
                onHide={() => void session.run(operations.setHidden, { nodeIds: [row.id], hidden: !row.hidden })}
                onHideHere={() => patchStore(session.state, { hiddenHere: switched(hiddenHere, [row.id]) })}
                onLock={() => patchStore(session.state, { locked: switched(locked, [row.id]) })}
                onLockForAgent={() => {
                  const ids = [isRoot && documentId !== undefined ? documentId : row.id]
                  void session.run(operations.setLocked, { ids, locked: !agentLocks.has(row.id) })
                }}
                actions={
                  !isRoot &&
                  row.id === selected && (
                    <span className={styles.actions}>
                      <IconButton
                        label={strings.insertAfter(row.title)}
                        size="sm"
                        tabIndex={-1}
                        onClick={(event) => {
                          event.stopPropagation()
                          const { left, bottom } = event.currentTarget.getBoundingClientRect()
                          openPalette(session, { x: left, y: bottom, target: row.id })
                        }}
                      >
                        <Plus size={14} />
                      </IconButton>
                      <LayerMenu
                        key={menuOf === row.id ? 'open' : 'shut'}
                        title={row.title}
                        open={menuOf === row.id}
                        onClose={() => {
                          setMenuOf(undefined)
                          // An action begun since, such as a new name, keeps the focus.
                          if (!(document.activeElement instanceof HTMLInputElement)) scroller.current?.focus()
                        }}
                      />
                    </span>
                  )
                }
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
