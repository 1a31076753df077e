import type { DragEvent } from 'react'
import { useState } from 'react'

/** A part or a folder of parts that is dragged within the list. */
export interface DraggedItem {
  kind: 'part' | 'folder'
  id: string
}

const TYPE = 'application/x-atelier-parts'

/** The attributes of something that can be dragged. */
export const dragOf = (item: DraggedItem) => ({
  draggable: true,
  onDragStart(event: DragEvent) {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData(TYPE, JSON.stringify(item))
  },
})

/** The attributes of a place that takes parts and folders, and whether something is over it. */
export function useDrop(take: ((item: DraggedItem) => void) | undefined) {
  const [over, setOver] = useState(false)
  if (!take) return { over: false, attributes: {} }
  const attributes = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(TYPE)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false)
      const item = readDragged(event.dataTransfer.getData(TYPE))
      if (!item) return
      event.preventDefault()
      take(item)
    },
  }
  return { over, attributes }
}

function readDragged(text: string): DraggedItem | undefined {
  if (text === '') return undefined
  const { kind, id } = JSON.parse(text)
  return (kind === 'part' || kind === 'folder') && typeof id === 'string' ? { kind, id } : undefined
}
