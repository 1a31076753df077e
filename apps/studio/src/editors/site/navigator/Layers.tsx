import { useVirtualizer } from '@tanstack/react-virtual'
import {
  Box,
  ChevronRight,
  Component,
  Heading,
  Image,
  LayoutTemplate,
  Link2,
  List,
  type LucideIcon,
  Plus,
  RectangleHorizontal,
  Repeat,
  SquareMousePointer,
  Type as TypeIcon,
} from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { RenameField } from '../fields/RenameField.tsx'
import { insertDragType, ownDragType } from '../insert/dragged.ts'
import { insertDragged, openPalette } from '../insert/open.ts'
import { partName } from '../model/partName.ts'
import { ancestors, type Drop, dropAt, type LayerRow, layerRows, stepFrom } from '../model/rows.ts'
import { useEditor, useEditorState, usePageTree, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { LayerMenu } from './LayerMenu.tsx'
import styles from './Navigator.module.css'
import { RowSkeletons } from './Pages.tsx'
import * as strings from './strings.ts'

const icons: [RegExp, LucideIcon][] = [
  [/^(text|p|span|blockquote|strong|em|small)$/, TypeIcon],
  [/^h[1-6]$/, Heading],
  [/^(img|picture|svg|video|figure)$/, Image],
  [/^a$/, Link2],
  [/^(ul|ol|li|dl|nav)$/, List],
  [/^(button|input|select|textarea|form|label)$/, SquareMousePointer],
  [/^component$/, Component],
  [/^loop$/, Repeat],
  [/^(outlet|slot)$/, LayoutTemplate],
  [/^(section|header|footer|main|article|aside|body)$/, RectangleHorizontal],
]

const iconOf = (kind: string): LucideIcon => icons.find(([tags]) => tags.test(kind))?.[1] ?? Box

/** The page as a tree: select, move by dragging, rename, duplicate, delete; arrows walk it. */
export function Layers() {
  const session = useEditor()
  const tree = usePageTree()
  const selected = useEditorState((state) => state.selected)
  const hovered = useEditorState((state) => state.hovered)
  const agentNode = useEditorState((state) => state.agentNode)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const renaming = useEditorState((state) => state.renaming)
  const setRenaming = (id: string | undefined) => patchStore(session.state, { renaming: id })
  const [menuOf, setMenuOf] = useState<string>()
  const [drop, setDrop] = useState<{ id: string; where: 'before' | 'into' | 'after' }>()
  const dragged = useRef<string | undefined>(undefined)
  const scroller = useRef<HTMLDivElement>(null)
  const root = tree?.root

  const shown = useMemo(() => (root === undefined ? open : new Set([...open, root])), [open, root])
  const site = useSite()
  useSiteVersion()
  const rows = tree ? layerRows(tree, shown, (node) => partName(site?.local.view, node)) : []
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 26,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  })

  // A selection made on the canvas opens the way to it, once; it can be closed again.
  const revealed = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!tree || selected === undefined || revealed.current === selected) return
    revealed.current = selected
    const path = ancestors(tree, selected)
    setOpen((before) => (path.every((id) => before.has(id)) ? before : new Set([...before, ...path])))
  }, [tree, selected])
  const selectedIndex = rows.findIndex((row) => row.id === selected)
  useEffect(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [selectedIndex, virtual])

  if (!tree) return <RowSkeletons />

  const toggle = (id: string, next: boolean) =>
    setOpen((before) => {
      const after = new Set(before)
      if (next) after.add(id)
      else after.delete(id)
      return after
    })

  const step = (id: string, way: 'child' | 'parent') => stepFrom(tree, id, way)

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[selectedIndex]
    const go = (id: string | undefined) => {
      event.preventDefault()
      event.stopPropagation()
      if (id !== undefined) session.select(id)
    }
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'ArrowDown') go((rows[selectedIndex + 1] ?? rows[0])?.id)
    else if (event.key === 'ArrowUp') go(rows[Math.max(0, selectedIndex - 1)]?.id)
    else if (event.key === 'ArrowRight' && row?.branch && !row.open) {
      go(row.id)
      toggle(row.id, true)
    } else if (event.key === 'ArrowRight' && row) go(step(row.id, 'child'))
    else if (event.key === 'ArrowLeft' && row?.open && row.id !== root) {
      go(row.id)
      toggle(row.id, false)
    } else if (event.key === 'ArrowLeft' && row) go(step(row.id, 'parent'))
    else if (event.key === 'Enter' && row && row.id !== root) {
      event.preventDefault()
      setRenaming(row.id)
    }
  }

  function placeOf(event: DragEvent, row: LayerRow): Drop | undefined {
    const isNew = event.dataTransfer.types.includes(insertDragType)
    const box = event.currentTarget.getBoundingClientRect()
    const fraction = (event.clientY - box.top) / box.height
    const place = tree && (dragged.current || isNew) ? dropAt(tree, dragged.current ?? '', row.id, fraction) : undefined
    const where = place?.parentId === row.id ? 'into' : fraction < 0.5 ? 'before' : 'after'
    setDrop(place ? { id: row.id, where } : undefined)
    return place
  }

  /** A click with the second button, or the menu key on the selected row. */
  function openMenu(event: MouseEvent) {
    const row = event.target instanceof Element ? event.target.closest('[role=treeitem]') : undefined
    const id = rows.find((each) => rowId(each.id) === row?.id)?.id ?? selected
    if (id === undefined || id === root || renaming !== undefined) return
    event.preventDefault()
    session.select(id)
    setMenuOf(id)
  }

  return (
    <div
      ref={scroller}
      className={styles.list}
      role="tree"
      aria-label={strings.layers}
      aria-activedescendant={selectedIndex >= 0 ? rowId(selected) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onMouseLeave={() => session.hover(undefined)}
      onContextMenu={openMenu}
    >
      <div className={styles.virtual} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const Icon = iconOf(row.kind)
          return (
            <div
              key={row.id}
              id={rowId(row.id)}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.depth + 1}
              aria-selected={row.id === selected}
              aria-expanded={row.branch ? row.open : undefined}
              className={cx(styles.row, styles.layer)}
              style={{ transform: `translateY(${item.start}px)`, paddingInlineStart: 2 + row.depth * 12 }}
              data-selected={row.id === selected || undefined}
              data-hovered={row.id === hovered || undefined}
              data-agent={row.id === agentNode || undefined}
              data-hidden={row.hidden || undefined}
              data-drop={drop?.id === row.id ? drop.where : undefined}
              draggable={row.id !== root && renaming !== row.id}
              onClick={() => session.select(row.id)}
              onDoubleClick={() => row.id !== root && setRenaming(row.id)}
              onKeyDown={() => undefined}
              onMouseEnter={() => session.hover(row.id)}
              onDragStart={(event) => {
                dragged.current = row.id
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData(ownDragType, row.id)
              }}
              onDragEnd={() => {
                dragged.current = undefined
                setDrop(undefined)
              }}
              onDragOver={(event) => {
                if (placeOf(event, row)) event.preventDefault()
              }}
              onDrop={(event) => {
                event.preventDefault()
                const place = placeOf(event, row)
                const id = dragged.current
                setDrop(undefined)
                const itemId = event.dataTransfer.getData(insertDragType)
                if (place && itemId !== '') void insertDragged(session, itemId, place)
                if (!place || id === undefined) return
                void session.run(operations.moveNode, {
                  nodeId: id,
                  newParentId: place.parentId,
                  newIndex: place.index,
                })
                session.select(id)
              }}
            >
              {row.branch ? (
                <button
                  type="button"
                  className={styles.twist}
                  data-open={row.open || undefined}
                  tabIndex={-1}
                  aria-label={row.open ? strings.fold : strings.unfold}
                  onClick={(event) => {
                    event.stopPropagation()
                    if (row.id !== root) toggle(row.id, !row.open)
                  }}
                >
                  <ChevronRight size={12} />
                </button>
              ) : (
                <span className={styles.twist} />
              )}
              <span className={styles.icon}>
                <Icon size={13} />
              </span>
              {renaming === row.id ? (
                <RenameField
                  label={strings.nameOfTheLayer}
                  value={row.title}
                  onDone={(label) => {
                    setRenaming(undefined)
                    scroller.current?.focus()
                    if (label) void session.run(operations.renameNode, { nodeId: row.id, label })
                  }}
                />
              ) : (
                <span className={styles.title}>{row.title}</span>
              )}
              {row.title !== row.kind && <span className={styles.kind}>{row.kind}</span>}
              {row.id !== root && row.id === selected && (
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
                      scroller.current?.focus()
                    }}
                  />
                </span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function rowId(nodeId: string | undefined): string {
  return `layer-${nodeId}`
}
