import { diffArrays } from 'diff'
import type { Node } from 'prosemirror-model'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { createStore, type Store } from '../../../documents/store.ts'
import { blockOf, formats, hasMark, linkAt, pictureAlt, type RichBlock, type TextFormat } from './model/commands.ts'
import type { RichText } from './model/richText.ts'
import { schema } from './model/schema.ts'
import { pictureView, sourceView, tableView } from './nodeViews.ts'
import { createPasting, type PasteNote, type PictureStore } from './paste/pasting.ts'
import { type Alignment, alignmentAt } from './table/tableCommands.ts'
import { typingPlugins } from './typing.ts'

/** The toolbar's state at the caret. */
export interface SurfaceState {
  block: RichBlock
  formats: ReadonlySet<TextFormat>
  /** Where the link leads that the caret is in. */
  href: string | undefined
  /** The alternative text of the picture that is selected. */
  alt: string | undefined
  /** How the column of the table is aligned that the caret is in. */
  column: Alignment | undefined
}

export interface SurfaceOptions {
  text: string
  /** Reads and writes the text: HTML or Markdown. */
  format(document: Document): RichText
  /** Its accessible attributes: its name, and what is wrong with it. */
  attributes(): Record<string, string>
  editable(): boolean
  /** @param over what the surface showed before */
  onText(text: string, over: string): void
  onBlur(): void
  /** The key for links was pressed. */
  onLink(): void
  /** The address at which the studio shows a picture of the text. */
  pictureUrl(src: string): string
  /** Takes pasted pictures into the media. */
  pictures: PictureStore
  /** Pictures were on their way when the surface was closed, and have no address of their own. */
  onPicturesLost(count: number): void
  notes: {
    /** Over a block that is kept as source. */
    source: string
    /** In the place of a picture on its way. */
    pending: string
    /** Why a picture of the clipboard is not taken. */
    unreadable: string
    placeGone: string
  }
}

/** A rich text that is edited in place. */
export interface Surface {
  readonly state: Store<SurfaceState>
  /** How the last paste went; undefined if there is nothing to say. */
  readonly pasted: Store<PasteNote | undefined>
  dismissPasted(): void
  /** Takes pictures into the media and puts them at the caret. */
  addFiles(files: readonly File[]): void
  /** Shows what others have made of the text; the caret stays at its words. */
  show(text: string): void
  run(command: Command): void
  /** Reads the attributes and whether it can be edited again. */
  refresh(): void
  focus(): void
  close(): void
}

export function openSurface(place: HTMLElement, options: SurfaceOptions): Surface {
  const richText = options.format(place.ownerDocument)
  let shown = options.text
  let waiting: string | undefined
  const { notes } = options
  const pasting = createPasting({
    richText,
    pictures: options.pictures,
    unreadable: notes.unreadable,
    placeGone: notes.placeGone,
  })
  const view = new EditorView(place, {
    state: EditorState.create({
      doc: richText.read(options.text),
      plugins: [pasting.plugin, ...typingPlugins(options.onLink)],
    }),
    attributes: options.attributes,
    editable: options.editable,
    nodeViews: {
      source: sourceView(notes.source),
      image: pictureView(options.pictureUrl, notes.pending),
      table: tableView,
    },
    handleDOMEvents: {
      blur() {
        options.onBlur()
        return false
      },
      compositionend() {
        setTimeout(showWaiting)
        return false
      },
      // Keys that the editor handles do not reach the studio's commands.
      keydown(_, event) {
        readSelection()
        if ((event.metaKey || event.ctrlKey) && /^[bik]$/i.test(event.key)) event.stopPropagation()
        return false
      },
    },
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      state.set(surfaceState(view.state))
      if (!transaction.docChanged || transaction.getMeta(OTHERS)) return
      const before = shown
      shown = richText.write(view.state.doc)
      options.onText(shown, before)
    },
  })
  const state = createStore(surfaceState(view.state))

  function show(text: string): void {
    if (text === shown) return
    if (view.composing) {
      waiting = text
      return
    }
    const before = shown
    readSelection()
    // Something was typed that was not read yet: it comes back with this text in it.
    if (shown !== before) return
    shown = text
    const transaction = view.state.tr.setMeta(OTHERS, true).setMeta('addToHistory', false)
    const next = richText.read(text, view.state.doc)
    for (const { from, to, blocks } of changesIn(view.state.doc, next).reverse())
      transaction.replaceWith(from, to, [...blocks])
    view.dispatch(transaction.setDocAttribute('lead', next.attrs.lead).setDocAttribute('tail', next.attrs.tail))
  }

  /**
   * The browser tells of another selection a moment after it was made. Until then the editor would put the one before
   * in its place with whatever it renders, and would apply a key or a command to it.
   */
  const readSelection = () => place.ownerDocument.dispatchEvent(new Event('selectionchange'))

  function showWaiting(): void {
    const text = waiting
    waiting = undefined
    if (text !== undefined && !view.isDestroyed) show(text)
  }

  return {
    state,
    show,
    run(command) {
      readSelection()
      command(view.state, view.dispatch, view)
      view.focus()
    },
    refresh() {
      readSelection()
      view.setProps({})
    },
    focus: () => view.focus(),
    pasted: pasting.note,
    dismissPasted: pasting.dismiss,
    addFiles: (files) => pasting.addFiles(view, files),
    close() {
      const lost = pasting.leave(view)
      if (lost > 0) options.onPicturesLost(lost)
      view.destroy()
    },
  }
}

const OTHERS = 'others'

function surfaceState(state: EditorState): SurfaceState {
  return {
    block: blockOf(state),
    formats: new Set(formats.filter((format) => hasMark(state, schema.marks[format]))),
    href: linkAt(state)?.href,
    alt: pictureAlt(state),
    column: alignmentAt(state),
  }
}

/** The runs of blocks that are other ones in another state of a document, by their place in the first. */
function changesIn(before: Node, after: Node): { from: number; to: number; blocks: readonly Node[] }[] {
  const changes: { from: number; to: number; blocks: readonly Node[] }[] = []
  const sizeOf = (blocks: readonly Node[]) => blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  let at = 0
  let open: { from: number; to: number; blocks: readonly Node[] } | undefined
  for (const { value, added, removed } of diffArrays([...before.children], [...after.children], {
    comparator: (a, b) => a === b,
  })) {
    if (!added && !removed) open = undefined
    else {
      if (!open) {
        open = { from: at, to: at, blocks: [] }
        changes.push(open)
      }
      if (removed) open.to += sizeOf(value)
      else open.blocks = value
    }
    if (!added) at += sizeOf(value)
  }
  return changes
}
