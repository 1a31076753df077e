import { type Envelope, errorText, type OperationHandle } from '@atelier/operation'
import { PART_TAG } from '@atelier/site'
import { htmlOf } from '../media/actions.ts'
import type { Drop } from '../model/rows.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import type { InsertItem } from './items.ts'
import * as strings from './strings.ts'

type Place = Omit<Drop, 'slot'>

interface Inserted {
  nodeId?: string
  nodeIds?: string[]
  refused?: { what: string; why: string }[]
}

/**
 * Inserts something at the first of some places that can hold it, as one step of undo, and selects it. A refusal of all
 * targets is shown.
 */
export async function insertItem(session: EditorSession, item: InsertItem, places: readonly Drop[]): Promise<void> {
  await insertAtFirst(session, places, (place) => callOf(session, item, place))
}

/** One call that inserts, at a place that it names. */
export interface InsertCall {
  name: string
  input: object
  attempt(): Promise<Envelope<Inserted>>
}

export const insertCall = <Input extends object>(
  session: EditorSession,
  operation: OperationHandle<Input, Inserted>,
  input: Input,
): InsertCall => ({ name: operation.id, input, attempt: () => session.attempt(operation, input) })

/** The id of the slot that `callsInSlot` makes, for its calls. */
export const MADE_SLOT = '$0.nodeIds.0'

/** Calls for `batch` that make a slot in an instance and continue in it. */
export function callsInSlot(instanceId: string, slot: string, calls: readonly { name: string; input: object }[]) {
  const element = document.createElement('atelier-slot')
  element.setAttribute('name', slot)
  const made = { name: operations.insertHtml.id, input: { parentId: instanceId, html: element.outerHTML } }
  return [made, ...calls.map(({ name, input }) => ({ name, input }))]
}

async function attemptInSlot(
  session: EditorSession,
  instanceId: string,
  slot: string,
  call: InsertCall,
): Promise<Envelope<Inserted>> {
  const result = await session.attempt(operations.batch, { calls: callsInSlot(instanceId, slot, [call]) })
  if (!result.ok) return result
  const data = result.data?.results.at(-1)?.data
  return { ...result, data: isInserted(data) ? data : {} }
}

const isInserted = (data: unknown): data is Inserted =>
  typeof data === 'object' && data !== null && ('nodeIds' in data || 'nodeId' in data)

/** Tries places in turn: where HTML does not allow the content, the next one. Selects what was inserted. */
export async function insertAtFirst(
  session: EditorSession,
  places: readonly Drop[],
  callAt: (place: Place) => InsertCall,
): Promise<void> {
  let first: Envelope<Inserted> | undefined
  for (const { slot, ...place } of places) {
    const result =
      slot === undefined
        ? await callAt(place).attempt()
        : await attemptInSlot(session, place.parentId, slot, callAt({ parentId: MADE_SLOT, index: 0 }))
    if (result.ok) {
      const { nodeId, nodeIds = [], refused = [] } = result.data ?? {}
      const message = strings.leftOut(refused.slice(0, 9))
      if (message) session.problem.set({ message })
      session.selectAll(nodeId === undefined ? nodeIds : [nodeId])
      return
    }
    first ??= result
    if (result.error?.code !== 'misplaced') break
  }
  const message = first && errorText(first)
  if (message !== undefined) session.problem.set({ message })
}

function callOf(session: EditorSession, item: InsertItem, place: Place): InsertCall {
  if (item.kind === 'components')
    return insertCall(session, operations.insertComponent, { componentId: item.componentId, ...place })
  if (item.kind === 'media') return insertCall(session, operations.insertHtml, { html: htmlOf(item.entry), ...place })
  if (item.kind === 'parts') return insertCall(session, operations.insertHtml, { html: partHtml(item), ...place })
  if (item.kind === 'forms')
    return insertCall(session, operations.insertLayout, { layout: 'form', html: item.html, ...place })
  return insertCall(session, operations.insertLayout, { layout: item.layout, ...place })
}

/** A part as it is inserted: its name is the text for who cannot see it, until somebody writes a better one. */
export function partHtml({ partId, label }: { partId: string; label: string }): string {
  const element = document.createElement(PART_TAG)
  element.setAttribute('part', partId)
  const image = document.createElement('img')
  image.alt = label
  element.append(image)
  return element.outerHTML
}
