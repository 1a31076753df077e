import type { PageTree } from '@atelier/site'
import { patchStore } from '../../../documents/store.ts'
import type { Drop } from '../model/rows.ts'
import type { EditorSession } from '../session/session.ts'
import type { Inserting } from '../session/state.ts'

type PlacesFor = typeof import('./place.ts').placesFor

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
  await insertById(session, itemId, (tree, placesFor) => [place, ...placesFor(tree, place.parentId, 'after')])
}

/** Inserts an item of the palette behind what is selected. */
export async function insertHere(session: EditorSession, itemId: string): Promise<void> {
  await insertById(session, itemId, (tree, placesFor) => placesFor(tree, session.state.get().selected, 'after'))
}

async function insertById(
  session: EditorSession,
  itemId: string,
  places: (tree: PageTree, placesFor: PlacesFor) => readonly Drop[],
): Promise<void> {
  const [{ insertItems }, { insertItem }, { placesFor }, { readForms }, { readParts }] = await Promise.all([
    import('./items.ts'),
    import('./insertItem.ts'),
    import('./place.ts'),
    import('./forms.ts'),
    import('../../../api/parts.ts'),
  ])
  const forms = itemId.startsWith('form:') ? await readForms(session.projectId) : []
  const parts = itemId.startsWith('part:') ? await readParts(session.projectId) : []
  const tree = session.page.get()?.model.tree()
  const view = session.site.get()?.local.view
  const item = view && insertItems(view, session.state.get().documentId, forms, parts).find(({ id }) => id === itemId)
  if (tree && item) await insertItem(session, item, places(tree, placesFor))
}
