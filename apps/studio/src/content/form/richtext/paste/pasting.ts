import { isHistoryTransaction } from 'prosemirror-history'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type EditorState, Plugin, Selection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { createStore, type Store } from '../../../../documents/store.ts'
import { blockOf } from '../model/commands.ts'
import type { RichText } from '../model/richText.ts'
import { isPending, pendingAddress, schema } from '../model/schema.ts'
import { TooManyCells } from '../model/tableAt.ts'
import { insertPasted, plainParagraphs, withHeads } from './insertPasted.ts'
import type { LeftOut } from './leftOut.ts'
import { type Pasted, pasteBlocks } from './pasteBlocks.ts'
import { pastedHref } from './pastedLinks.ts'
import { type PastedNode, pastedElements, readPastedDom, wordsOf } from './pastedNode.ts'
import { dataPicture, type PastedPicture, pictureFile, rtfPictures } from './pastedPictures.ts'

/** A picture that is in the media now: the address that a text names it by. */
export type TakenPicture = { ok: true; src: string } | { ok: false; reason: string }

/** Takes pictures into the media. */
export interface PictureStore {
  upload(file: File): Promise<TakenPicture>
  /** Has the server read it from the web. */
  fetch(url: string): Promise<TakenPicture>
}

/** How the last paste went. */
export interface PasteNote {
  /** It is being read. */
  busy: boolean
  /** Nothing was pasted: its table has so many cells. */
  tooManyCells?: number
  leftOut: LeftOut
  /** Pictures on their way. */
  waiting: number
  added: number
  /** Those that stay at their address on the web, and why. */
  remote: readonly string[]
  /** Those that are not in the text, and why. */
  failed: readonly string[]
}

const NOTHING: PasteNote = { busy: false, leftOut: new Map(), waiting: 0, added: 0, remote: [], failed: [] }

export interface Pasting {
  readonly note: Store<PasteNote | undefined>
  dismiss(): void
  plugin: Plugin
  /** Inserts files, for the button and for a drop. */
  addFiles(view: EditorView, files: readonly File[]): void
  /** Leaves pictures that are still on their way at their address on the web; how many have none. */
  leave(view: EditorView): number
}

export interface PastingOptions {
  richText: RichText
  pictures: PictureStore
  /** Why a picture of the clipboard cannot be read. */
  unreadable: string
  /** Its place is gone: it is in the media only. */
  placeGone: string
}

/** From this size on, in characters, the note is shown before HTML is read. */
const LONG = 400_000
const AT_ONCE = 3

/** Takes what is pasted and dropped, and says what became of it. */
export function createPasting({ richText, pictures, unreadable, placeGone }: PastingOptions): Pasting {
  const note = createStore<PasteNote | undefined>(undefined)
  const turn = createPictureQueue()
  const waiting = new Map<string, PastedPicture>()
  /** Where pictures are that came; undefined for those that did not. */
  const arrived = new Map<string, string | undefined>()
  let count = 0

  const say = (change: (before: PasteNote) => PasteNote) => note.update((before) => change(before ?? NOTHING))

  function insert(view: EditorView, { blocks, leftOut, pictures: own }: Pasted, rtf: string): void {
    const adapted = richText.kind === 'markdown' ? withHeads(blocks) : blocks
    note.set({ ...NOTHING, leftOut, waiting: own.length })
    for (const picture of own) waiting.set(pendingAddress(picture.key), picture)
    if (blocks.length > 0) view.dispatch(insertPasted(view.state, adapted).setMeta('paste', true))
    if (own.length > 0) void takeAll(view, own, rtf)
    else if (leftOut.size === 0) note.set(undefined)
  }

  async function takeAll(view: EditorView, own: readonly PastedPicture[], rtf: string): Promise<void> {
    const files = own.filter(({ from }) => from === 'file')
    const inRtf = files.length > 0 ? rtfPictures(rtf) : []
    // Without as many pictures it is not known which is which.
    const listed = [files, own.filter(({ from }) => from !== 'web')].find(({ length }) => length === inRtf.length)
    const blobs = new Map((listed ?? []).map(({ key }, at) => [key, inRtf[at]]))
    await Promise.all(own.map((picture) => turn(async () => place(view, picture, await take(picture, blobs)))))
  }

  async function take(
    { key, from, src, alt }: PastedPicture,
    blobs: ReadonlyMap<number, Blob | undefined>,
  ): Promise<TakenPicture> {
    if (from === 'web') return pictures.fetch(src)
    const blob = from === 'data' ? dataPicture(src) : from === 'blob' ? await readBlob(src) : blobs.get(key)
    return blob ? pictures.upload(pictureFile(blob, alt)) : { ok: false, reason: unreadable }
  }

  /** Puts a picture in the place that waits for it. */
  function place(view: EditorView, picture: PastedPicture, taken: TakenPicture): void {
    const address = pendingAddress(picture.key)
    if (view.isDestroyed || !waiting.has(address)) return
    waiting.delete(address)
    const src = taken.ok ? taken.src : picture.from === 'web' ? picture.src : undefined
    arrived.set(address, src)
    const tr = settled(view.state)
    if (tr) view.dispatch(tr.setMeta('addToHistory', false))
    const isLost = taken.ok && !tr
    say((before) => ({
      ...before,
      waiting: before.waiting - 1,
      added: before.added + (taken.ok && tr ? 1 : 0),
      remote: taken.ok || src === undefined ? before.remote : [...before.remote, taken.reason],
      failed: isLost
        ? [...before.failed, placeGone]
        : taken.ok || src !== undefined
          ? before.failed
          : [...before.failed, taken.reason],
    }))
  }

  /** Puts the pictures that came in the places that wait for them; undefined if there is none. */
  function settled(state: EditorState): Transaction | undefined {
    const places: { position: number; node: Node }[] = []
    state.doc.descendants((node, position) => {
      if (node.type === schema.nodes.image && arrived.has(String(node.attrs.src))) places.push({ position, node })
    })
    if (places.length === 0) return undefined
    const { tr } = state
    for (const { position, node } of places.reverse()) {
      const src = arrived.get(String(node.attrs.src))
      if (src === undefined) tr.delete(position, position + node.nodeSize)
      else tr.setNodeMarkup(position, null, { ...node.attrs, src }, node.marks)
    }
    return tr
  }

  function addFiles(view: EditorView, files: readonly File[], alt = ''): void {
    const own: PastedPicture[] = files.map((file) => {
      count += 1
      return { key: count, from: 'blob', src: file.name, alt }
    })
    note.set({ ...NOTHING, waiting: own.length })
    for (const picture of own) waiting.set(pendingAddress(picture.key), picture)
    const images = own.map(({ key }) => schema.nodes.image.create({ src: pendingAddress(key), alt }))
    const inline = view.state.selection.$from.parent.inlineContent
    const blocks = inline ? images : [schema.nodes.paragraph.create(null, images)]
    view.dispatch(view.state.tr.replaceSelection(new Slice(Fragment.from(blocks), 0, 0)).setMeta('paste', true))
    for (const [at, picture] of own.entries()) {
      const file = files[at]
      if (file) void turn(async () => place(view, picture, await pictures.upload(file)))
    }
  }

  /** @returns whether the clipboard is taken here */
  function takeClipboard(view: EditorView, data: DataTransfer): boolean {
    const html = data.getData('text/html')
    if (html.includes('data-pm-slice')) return false
    if (blockOf(view.state) === 'pre') return false
    const text = data.getData('text/plain')
    const files = [...data.files].filter(({ type }) => type.startsWith('image/'))
    if (html === '' && files.length > 0) {
      addFiles(view, files)
      return true
    }
    if (html === '') return text !== '' && insertText(view, text)
    const rtf = data.getData('text/rtf')
    const read = () => {
      const body = readPastedDom(new DOMParser().parseFromString(html, 'text/html').body)
      const [picture, ...others] = pastedElements(body, 'img')
      // A picture that was copied by itself: its bytes are there as well.
      if (files.length === 1 && picture && others.length === 0 && wordsOf(body).trim() === '')
        return addFiles(view, files, picture.attributes.alt ?? '')
      insertHtml(view, body, text, rtf)
    }
    if (html.length < LONG) read()
    else {
      note.set({ ...NOTHING, busy: true })
      // The note is shown before the work begins.
      requestAnimationFrame(() => setTimeout(() => !view.isDestroyed && read()))
    }
    return true
  }

  function insertHtml(view: EditorView, body: readonly PastedNode[], text: string, rtf: string): void {
    try {
      const pasted = pasteBlocks(body, count + 1)
      count += pasted.pictures.length
      if (pasted.blocks.length === 0 && pasted.leftOut.size === 0) {
        note.set(undefined)
        insertText(view, text)
      } else insert(view, pasted, rtf)
    } catch (error) {
      if (!(error instanceof TooManyCells)) throw error
      note.set({ ...NOTHING, tooManyCells: error.cells })
    }
  }

  function insertText(view: EditorView, text: string): boolean {
    const blocks = richText.fromPlain?.(text) ?? plainParagraphs(text)
    if (blocks.length > 0) view.dispatch(insertPasted(view.state, blocks).setMeta('paste', true))
    return true
  }

  return {
    note,
    dismiss: () => note.set(undefined),
    addFiles,
    leave(view) {
      let lost = 0
      for (const [address, { from, src }] of waiting) {
        arrived.set(address, from === 'web' ? src : undefined)
        if (from !== 'web') lost += 1
      }
      waiting.clear()
      const tr = settled(view.state)
      if (tr) view.dispatch(tr.setMeta('addToHistory', false))
      return lost
    },
    plugin: new Plugin({
      props: {
        // HTML of others is read from the clipboard itself, below.
        transformPastedHTML: (html) => (html.includes('data-pm-slice') ? html : ''),
        transformPasted: (slice) => new Slice(ownFragment(slice.content), slice.openStart, slice.openEnd),
        handlePaste: (view, event) => event.clipboardData !== null && takeClipboard(view, event.clipboardData),
        handleDrop(view, event, _slice, moved) {
          if (moved || !event.dataTransfer) return false
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (!at) return false
          const $at = view.state.doc.resolve(at.pos)
          view.dispatch(view.state.tr.setSelection(Selection.near($at)))
          event.preventDefault()
          return takeClipboard(view, event.dataTransfer)
        },
      },
      // Undo brings back the places of pictures that came since.
      appendTransaction: (transactions, _, state) =>
        arrived.size > 0 && transactions.some(isHistoryTransaction) ? settled(state) : undefined,
    }),
  }
}

/** Runs a few at a time, in their order. */
function createPictureQueue(): (work: () => Promise<void>) => Promise<void> {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve))
    running += 1
    try {
      await work()
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }
}

async function readBlob(src: string): Promise<Blob | undefined> {
  try {
    const blob = await (await fetch(src)).blob()
    return blob.type.startsWith('image/') ? blob : undefined
  } catch {
    return undefined
  }
}

/** A slice of a surface without links and pictures that may not be in a text. */
function ownFragment(fragment: Fragment): Fragment {
  const { link } = schema.marks
  const kept: Node[] = []
  fragment.forEach((node) => {
    const marks = node.marks.filter(({ type, attrs }) => type !== link || isAllowed(String(attrs.href)))
    if (node.type === schema.nodes.image && isPending(node.attrs.src)) return
    kept.push((node.isText ? node : node.copy(ownFragment(node.content))).mark(marks))
  })
  return Fragment.from(kept)
}

/** Also addresses within the site, which are allowed in a text. */
const isAllowed = (href: string) => href.startsWith('#') || href === '' || pastedHref(href) !== undefined
