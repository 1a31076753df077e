import { canHoldChildren, clipOf } from '@atelier/site'
import { isWriting } from '../../../shell/commands/shortcuts.ts'
import { htmlOfMedia } from '../media/actions.ts'
import { uploadsOf } from '../media/uploads.ts'
import { type Drop, isLayer } from '../model/rows.ts'
import { nextAfterDelete, outermost } from '../model/selection.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import { withOwnFiles } from './foreignFiles.ts'
import { insertAtFirst, insertCall } from './insertItem.ts'
import { type Carried, readCarried, readPasted } from './pasted.ts'
import { placesFor } from './place.ts'
import * as strings from './strings.ts'

/** Copies, cuts and pastes nodes with the browser's own keys in a document. Returns how to stop. */
export function followClipboard(session: EditorSession, document: Document): () => void {
  const isOurs = (event: Event) =>
    !event.defaultPrevented &&
    session.state.get().editing === undefined &&
    !isWriting(event.target) &&
    !isInDialog(event.target) &&
    document.getSelection()?.toString() === ''
  const copy = (event: ClipboardEvent): boolean => {
    const clip = isOurs(event) ? copied(session) : undefined
    if (!clip || !event.clipboardData) return false
    event.preventDefault()
    event.clipboardData.setData('text/html', clip.html)
    event.clipboardData.setData('text/plain', clip.text)
    return true
  }
  const onCopy = (event: ClipboardEvent) => void copy(event)
  const onCut = (event: ClipboardEvent) => {
    if (copy(event)) void deleteSelection(session)
  }
  const onPaste = (event: ClipboardEvent) => {
    if (!isOurs(event) || !event.clipboardData) return
    event.preventDefault()
    void pasteCarried(session, readCarried(event.clipboardData))
  }
  document.addEventListener('copy', onCopy)
  document.addEventListener('cut', onCut)
  document.addEventListener('paste', onPaste)
  return () => {
    document.removeEventListener('copy', onCopy)
    document.removeEventListener('cut', onCut)
    document.removeEventListener('paste', onPaste)
  }
}

const isInDialog = (target: EventTarget | null): boolean =>
  target !== null &&
  'closest' in target &&
  (target as Element).closest('[role="dialog"], [role="alertdialog"]') !== null

/** The selected nodes as a clip; undefined if there are none, or only the page itself. */
function copied(session: EditorSession): { html: string; text: string } | undefined {
  const page = session.page.get()
  const view = session.site.get()?.local.view
  if (!page || !view) return undefined
  const tree = page.model.tree()
  const ids = outermost(tree, session.state.get().selection).filter((id) => id !== tree.root)
  if (ids.length === 0) return undefined
  const words = ids.flatMap((id) => [...tree.walk(id)].flatMap(({ kind, text }) => (kind === 'text' ? [text] : [])))
  return { html: clipOf(view, tree, page.id, ids, session.projectId), text: words.join('').trim() }
}

async function deleteSelection(session: EditorSession): Promise<void> {
  const tree = session.page.get()?.model.tree()
  if (!tree) return
  const ids = outermost(tree, session.state.get().selection).filter((id) => id !== tree.root)
  const next = nextAfterDelete(tree, ids)
  const inputs = ids.map((nodeId) => ({ nodeId }))
  const results = await session.runEach(operations.deleteNode, inputs)
  if (results.length > 0) session.select(next)
}

/** The last copy made by a menu, if the browser does not share its clipboard. */
const clips = new WeakMap<EditorSession, Carried>()

/** Copies what is selected without an event of the browser, for a menu. @returns whether there was something */
export async function copyNow(session: EditorSession): Promise<boolean> {
  const clip = copied(session)
  if (!clip) return false
  clips.set(session, { files: [], ...clip })
  const blob = (type: string, text: string) => ({ [type]: new Blob([text], { type }) })
  const item = () => new ClipboardItem({ ...blob('text/html', clip.html), ...blob('text/plain', clip.text) })
  // Only a page of a secure origin has it; what was copied is kept for this tab in any case.
  await navigator.clipboard?.write?.([item()]).catch(() => undefined)
  return true
}

export async function cutNow(session: EditorSession): Promise<void> {
  if (await copyNow(session)) await deleteSelection(session)
}

/** Pastes the browser's clipboard if the page may read it, otherwise what a menu copied here. */
export async function pasteNow(session: EditorSession): Promise<void> {
  const carried = (await readNow().catch(() => undefined)) ?? clips.get(session)
  if (carried) await pasteCarried(session, carried)
  else session.problem.set({ message: strings.pressTheKeyToPaste })
}

async function readNow(): Promise<Carried | undefined> {
  const [item] = (await navigator.clipboard?.read?.()) ?? []
  if (!item) return undefined
  const text = async (type: string) => (item.types.includes(type) ? await (await item.getType(type)).text() : '')
  const picture = item.types.find((type) => type.startsWith('image/'))
  const files = picture
    ? [new File([await item.getType(picture)], `picture.${picture.slice(6)}`, { type: picture })]
    : []
  return { files, html: await text('text/html'), text: await text('text/plain') }
}

/** Pastes behind what is selected, or into it if it is an empty box; at given places instead where something is dropped. */
export async function pasteCarried(session: EditorSession, carried: Carried, at?: readonly Drop[]): Promise<void> {
  const pasted = readPasted(carried)
  const tree = session.page.get()?.model.tree()
  if (!pasted || !tree?.root) return
  const { selected } = session.state.get()
  const node = selected === undefined ? undefined : tree.node(selected)
  const isEmpty = node !== undefined && canHoldChildren(node) && !tree.children(node.id).some(isLayer)
  const places = at ?? placesFor(tree, selected, isEmpty ? 'inside' : 'after')
  if (pasted.kind === 'files') {
    const html = htmlOfMedia(session, await uploadsOf(session).send(pasted.files, ''))
    if (html !== '')
      await insertAtFirst(session, places, (to) => insertCall(session, operations.insertHtml, { html, ...to }))
    return
  }
  const content = await copiedContent(session, pasted)
  await insertAtFirst(session, places, (to) => insertCall(session, operations.pasteContent, { ...content, ...to }))
}

async function copiedContent(
  session: EditorSession,
  { kind, source }: { kind: 'html' | 'text' | 'markdown'; source: string },
): Promise<{ html: string } | { text: string }> {
  if (kind === 'text') return { text: source }
  if (kind === 'html') return { html: await withOwnFiles(session, source) }
  const { htmlOfMarkdown } = await import('./markdown.ts')
  return { text: htmlOfMarkdown(source) }
}
