import { patchStore } from '../../../documents/store.ts'
import type { Drop } from '../model/rows.ts'
import type { EditorSession } from '../session/session.ts'
import type { Inserting } from '../session/state.ts'

interface Point {
  x: number
  y: number
}

const pointers = new WeakMap<EditorSession, Point>()

/** Remembers where the pointer is over the page, in window coordinates: the palette opens there. */
export function movePointer(session: EditorSession, at: Point | undefined): void {
  if (at) pointers.set(session, at)
  else pointers.delete(session)
}

/** Opens the insert palette, by itself at the pointer or in the middle. */
export function openPalette(session: EditorSession, at: Partial<Inserting> = {}): void {
  const middle = { x: window.innerWidth / 2, y: window.innerHeight / 3 }
  patchStore(session.state, { inserting: { ...(pointers.get(session) ?? middle), ...at } })
}

/** Inserts the item of the palette that was dragged, with code that has come by then. */
export async function insertDragged(session: EditorSession, itemId: string, place: Drop): Promise<void> {
  const [{ insertItems }, { insertItem }, { placesFor }] = await Promise.all([
    import('./items.ts'),
    import('./insertItem.ts'),
    import('./place.ts'),
  ])
  const tree = session.page.get()?.model.tree()
  const view = session.site.get()?.local.view
  const item = view && insertItems(view, session.state.get().documentId).find(({ id }) => id === itemId)
  if (tree && item) await insertItem(session, item, [place, ...placesFor(tree, place.parentId, 'after')])
}
