import type { PageTree } from '@atelier/site'
import { type DragEvent, useRef, useState } from 'react'
import { insertDragType, ownDragType, setDraggedLayers } from '../insert/dragged.ts'
import { insertDragged } from '../insert/open.ts'
import { type Drop, dropAt, type LayerRow, movesTo } from '../model/rows.ts'
import { outermost } from '../model/selection.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'

type Where = 'before' | 'into' | 'after'

/** Drags layers, all that are selected if one of them is taken, and what comes from the insert palette. */
export function useLayerDrag(session: EditorSession, tree: PageTree | undefined) {
  const [drop, setDrop] = useState<{ id: string; where: Where }>()
  const dragged = useRef<readonly string[]>([])

  function spotOf(event: DragEvent, row: LayerRow): Drop | undefined {
    const isNew = event.dataTransfer.types.includes(insertDragType)
    const box = event.currentTarget.getBoundingClientRect()
    const fraction = (event.clientY - box.top) / box.height
    const place =
      tree && (dragged.current.length > 0 || isNew) ? dropAt(tree, dragged.current, row.id, fraction) : undefined
    const where = place?.parentId === row.id ? 'into' : fraction < 0.5 ? 'before' : 'after'
    setDrop(place ? { id: row.id, where } : undefined)
    return place
  }

  return {
    whereOn: (id: string): Where | undefined => (drop?.id === id ? drop.where : undefined),
    onDragStart(event: DragEvent, row: LayerRow) {
      const { selection } = session.state.get()
      dragged.current = tree && selection.includes(row.id) ? outermost(tree, selection) : [row.id]
      setDraggedLayers(session, dragged.current)
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData(ownDragType, row.id)
    },
    onDragEnd() {
      dragged.current = []
      setDraggedLayers(session, [])
      setDrop(undefined)
    },
    onDragOver(event: DragEvent, row: LayerRow) {
      if (spotOf(event, row)) event.preventDefault()
    },
    onDrop(event: DragEvent, row: LayerRow) {
      event.preventDefault()
      const place = spotOf(event, row)
      const ids = dragged.current
      setDrop(undefined)
      const itemId = event.dataTransfer.getData(insertDragType)
      if (place && itemId !== '') void insertDragged(session, itemId, place)
      if (!place || !tree || ids.length === 0) return
      void session.runEach(operations.moveNode, movesTo(tree, ids, place))
      session.selectAll(ids)
    },
  }
}
