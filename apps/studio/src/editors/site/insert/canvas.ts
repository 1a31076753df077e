import { bringsMedia, droppedMedia, htmlOfMedia, mediaDragType } from '../media/actions.ts'
import type { Drop } from '../model/rows.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import type { InsertSurface } from './attach.ts'
import { followClipboard, pasteCarried } from './clipboard.ts'
import { draggedLayers, insertDragType, ownDragType } from './dragged.ts'
import { dropOf, moveTo, spotOn } from './dropMoves.ts'
import type { Box, DropSpot } from './dropSpot.ts'
import { insertAtFirst, insertCall } from './insertItem.ts'
import { createMarks } from './marks.ts'
import { insertDragged, movePointer, openPalette } from './open.ts'
import { readCarried } from './pasted.ts'
import { placesFor } from './place.ts'
import * as strings from './strings.ts'

/** So near to a gap between blocks, in pixels of the screen, its "+" shows. */
const NEAR = 7

/**
 * The kinds that can be dropped: tiles of the palette, files, and HTML, text or links from other programs and pages.
 */
const TAKEN: ReadonlySet<string> = new Set([
  insertDragType,
  mediaDragType,
  'Files',
  'text/html',
  'text/uri-list',
  'text/plain',
])

/** Shows where dragged things land on a frame and inserts them, and offers a "+" between blocks. Returns how to stop. */
export function followInserts(session: EditorSession, surface: InsertSurface): () => void {
  const { document, overlay, nodeAt, elementOf, nameOf, scale } = surface
  const marks = createMarks(overlay)
  const treeNow = () => session.page.get()?.model.tree()

  const boxOf = (nodeId: string): Box | undefined => {
    const element = elementOf(nodeId)
    if (!element?.isConnected) return undefined
    const { left, top, width, height } = element.getBoundingClientRect()
    return width === 0 && height === 0 ? undefined : { left, top, width, height }
  }
  const onScreen = ({ left, top, width, height }: Box): Box => {
    const by = scale()
    return { left: left * by, top: top * by, width: width * by, height: height * by }
  }
  const spotAt = (event: MouseEvent): DropSpot | undefined => {
    const tree = treeNow()
    const target = nodeAt(event) ?? tree?.root
    return tree && target !== undefined
      ? spotOn(tree, { boxOf, elementOf }, target, { x: event.clientX, y: event.clientY })
      : undefined
  }
  const windowPoint = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = overlay.getBoundingClientRect()
    return { x: left + clientX * scale(), y: top + clientY * scale() }
  }

  const takes = (transfer: DataTransfer | null): transfer is DataTransfer => {
    const types = transfer?.types ?? []
    return !types.includes(ownDragType) && types.some((type) => TAKEN.has(type))
  }

  /** The layers of the navigator that a drag brings. */
  const layersOf = (transfer: DataTransfer | null): readonly string[] =>
    transfer?.types.includes(ownDragType) ? draggedLayers(session) : []

  /** The gap under a drag of layers; nothing where they cannot go. */
  const layerSpot = (event: DragEvent, nodeIds: readonly string[]): DropSpot | undefined => {
    const tree = treeNow()
    const point = { x: event.clientX, y: event.clientY }
    return tree && dropOf(tree, { boxOf, elementOf }, nodeIds, nodeAt(event) ?? tree.root, point)
  }

  function onDragOver(event: DragEvent) {
    const layers = layersOf(event.dataTransfer)
    if (!event.dataTransfer || (layers.length === 0 && !takes(event.dataTransfer))) return
    const spot = layers.length > 0 ? layerSpot(event, layers) : spotAt(event)
    if (layers.length > 0 && !spot) return marks.clear()
    event.preventDefault()
    event.dataTransfer.dropEffect = layers.length > 0 ? 'move' : 'copy'
    const parent = spot && (spot.around?.box ?? boxOf(spot.parentId))
    if (!spot || !parent) return marks.clear()
    marks.drop(onScreen(spot.line), onScreen(parent), spot.around?.name ?? nameOf(spot.parentId))
  }

  function moveLayers(event: DragEvent, nodeIds: readonly string[]): void {
    event.preventDefault()
    marks.clear()
    const tree = treeNow()
    const spot = layerSpot(event, nodeIds)
    if (tree && spot) void moveTo(session, tree, nodeIds, spot)
    session.selectAll(nodeIds)
  }

  async function onDrop(event: DragEvent) {
    const { dataTransfer: transfer } = event
    const layers = layersOf(transfer)
    if (layers.length > 0) return moveLayers(event, layers)
    if (!takes(transfer)) return
    event.preventDefault()
    const spot = spotAt(event)
    marks.clear()
    const tree = treeNow()
    if (!tree) return
    const place = spot ? dropPlace(spot) : placesFor(tree, undefined, 'after')[0]
    if (!place) return
    const itemId = transfer.getData(insertDragType)
    if (itemId !== '') return insertDragged(session, itemId, place)
    const places = [place, ...placesFor(tree, place.parentId, 'after')]
    if (!bringsMedia(transfer)) return pasteCarried(session, readCarried(transfer), places)
    const html = htmlOfMedia(session, await droppedMedia(session, transfer))
    if (html !== '')
      await insertAtFirst(session, places, (to) => insertCall(session, operations.insertHtml, { html, ...to }))
  }

  /** The "+" between two blocks of the page, or beside what is selected, when the pointer is at their gap. */
  function onMove(event: MouseEvent) {
    movePointer(session, windowPoint(event))
    if (event.buttons !== 0 || session.state.get().editing !== undefined) return marks.clear()
    const tree = treeNow()
    const spot = spotAt(event)
    const { selected } = session.state.get()
    const isBlockGap =
      tree !== undefined &&
      spot?.level === true &&
      (spot.parentId === tree.root ||
        spot.parentId === (selected === undefined ? undefined : tree.node(selected)?.parent) ||
        /^(main|article|section)$/.test(tree.node(spot.parentId)?.tag ?? ''))
    const by = scale()
    if (!spot || !isBlockGap || Math.abs(event.clientY - spot.line.top) * by > NEAR) return marks.clear()
    marks.between(onScreen(spot.line), strings.insertHere, (at) =>
      openPalette(session, { ...at, place: dropPlace(spot) }),
    )
  }
  const onLeave = (event: Event) => {
    if (event.type === 'mouseleave') movePointer(session, undefined)
    marks.leave()
  }
  const stopClipboard = followClipboard(session, document)
  const drop = (event: DragEvent) => void onDrop(event)
  const root = document.documentElement
  document.addEventListener('dragover', onDragOver)
  document.addEventListener('dragleave', onLeave)
  document.addEventListener('drop', drop)
  document.addEventListener('mousemove', onMove, true)
  document.addEventListener('scroll', marks.clear, true)
  root.addEventListener('mouseleave', onLeave)
  return () => {
    document.removeEventListener('dragover', onDragOver)
    document.removeEventListener('dragleave', onLeave)
    document.removeEventListener('drop', drop)
    document.removeEventListener('mousemove', onMove, true)
    document.removeEventListener('scroll', marks.clear, true)
    root.removeEventListener('mouseleave', onLeave)
    stopClipboard()
    marks.destroy()
  }
}

const dropPlace = ({ parentId, index, slot }: DropSpot): Drop => ({
  parentId,
  index,
  ...(slot === undefined ? {} : { slot }),
})
