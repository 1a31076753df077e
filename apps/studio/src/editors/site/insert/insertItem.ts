import { type Envelope, errorText } from '@atelier/operation'
import { htmlOf } from '../media/actions.ts'
import type { Drop } from '../model/rows.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import type { InsertItem } from './items.ts'

interface Inserted {
  nodeId?: string
  nodeIds?: string[]
}

/**
 * Inserts something at the first of some places that can hold it, as one step of undo, and selects it. What is refused
 * everywhere is shown.
 */
export async function insertItem(session: EditorSession, item: InsertItem, places: readonly Drop[]): Promise<void> {
  await insertAtFirst(session, places, (place) => runItem(session, item, place))
}

/** Tries places in turn: where HTML does not allow the content, the next one. Selects what was inserted. */
export async function insertAtFirst(
  session: EditorSession,
  places: readonly Drop[],
  run: (place: Drop) => Promise<Envelope<Inserted>>,
): Promise<void> {
  let first: Envelope<Inserted> | undefined
  for (const place of places) {
    const result = await run(place)
    if (result.ok) {
      const { nodeId, nodeIds = [] } = result.data ?? {}
      session.selectAll(nodeId === undefined ? nodeIds : [nodeId])
      return
    }
    first ??= result
    if (result.error?.code !== 'misplaced') break
  }
  const message = first && errorText(first)
  if (message !== undefined) session.problem.set({ message })
}

function runItem(session: EditorSession, item: InsertItem, place: Drop): Promise<Envelope<Inserted>> {
  if (item.kind === 'components')
    return session.attempt(operations.insertComponent, { componentId: item.componentId, ...place })
  if (item.kind === 'media') return session.attempt(operations.insertHtml, { html: htmlOf(item.entry), ...place })
  return session.attempt(operations.insertLayout, { layout: item.layout, ...place })
}
