import { type PageTree, printRuns } from '@atelier/site'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import type { LostText } from '../session/textState.ts'

/** Returns the ancestors of a node, the nearest first. */
export function ancestorsOf(tree: PageTree, nodeId: string): string[] {
  const found: string[] = []
  for (let node = tree.node(nodeId); node && tree.node(node.parent); node = tree.node(node.parent))
    found.push(node.parent)
  return found
}

/** The nearest element that a lost text stood in and that is still there; undefined if it has no place on this page. */
export function placeFor(tree: PageTree | undefined, { place }: LostText): string | undefined {
  return place?.within.find((id) => tree?.node(id) !== undefined)
}

/** Puts a lost text back as a new element, at the end of what is left of its surroundings. Returns whether it is there. */
export async function putBack(session: EditorSession, text: LostText): Promise<boolean> {
  const parentId = placeFor(session.page.get()?.model.tree(), text)
  if (parentId === undefined || !text.place) return false
  const { tag } = text.place
  const lines = text.words.split('\n').map((line) => printRuns([{ text: line, marks: [] }]))
  const result = await session.run(operations.insertHtml, { parentId, html: `<${tag}>${lines.join('<br>')}</${tag}>` })
  if (result.ok) forget(session, text)
  return result.ok
}

export function forget({ text: { lost } }: EditorSession, text: LostText): void {
  lost.update((all) => all.filter((each) => each !== text))
}
