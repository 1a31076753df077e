import { diffArrays } from 'diff'
import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, Node } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState, type Plugin } from 'prosemirror-state'
import { EditorView, type NodeViewConstructor } from 'prosemirror-view'
import { createStore, type Store } from '../../../documents/store.ts'
import type { RichText } from './blocks.ts'
import { cleanHtml, cleanPlain } from './clean.ts'
import {
  blockKinds,
  blockOf,
  formats,
  hasMark,
  linkAt,
  pictureAlt,
  type RichBlock,
  type TextFormat,
  toggleFormat,
  turnInto,
} from './commands.ts'
import { schema } from './schema.ts'

const { nodes } = schema

/** The toolbar's state at the caret. */
export interface SurfaceState {
  block: RichBlock
  formats: ReadonlySet<TextFormat>
  /** Where the link leads that the caret is in. */
  href: string | undefined
  /** The alternative text of the picture that is selected. */
  alt: string | undefined
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
  /** Over a block that is kept as source. */
  sourceNote: string
}

/** A rich text that is edited in place. */
export interface Surface {
  readonly state: Store<SurfaceState>
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
  const view = new EditorView(place, {
    state: EditorState.create({ doc: richText.read(options.text), plugins: plugins(options.onLink) }),
    attributes: options.attributes,
    editable: options.editable,
    nodeViews: { source: sourceView(options.sourceNote), image: pictureView(options.pictureUrl) },
    transformPastedHTML: (html) => (html.includes('data-pm-slice') ? html : cleanHtml(html)),
    handlePaste(target, event) {
      // Plain text only: as paragraphs, unless it goes into code.
      const data = event.clipboardData
      if (data?.getData('text/html') !== '' || blockOf(target.state) === 'pre') return false
      const text = data.getData('text/plain')
      return /\n/.test(text) && target.pasteHTML(cleanPlain(text), event)
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
    close: () => view.destroy(),
  }
}

const OTHERS = 'others'

function surfaceState(state: EditorState): SurfaceState {
  return {
    block: blockOf(state),
    formats: new Set(formats.filter((format) => hasMark(state, schema.marks[format]))),
    href: linkAt(state)?.href,
    alt: pictureAlt(state),
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

function plugins(onLink: () => void): Plugin[] {
  const insertBreak: Command = chainCommands(exitCode, (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
    return true
  })
  const blockKeys = Object.fromEntries(
    blockKinds.flatMap((kind) => {
      const key = kind === 'p' ? 'Mod-Alt-0' : /^h\d$/.test(kind) ? `Mod-Alt-${kind.slice(1)}` : undefined
      return key === undefined ? [] : [[key, turnInto(kind)]]
    }),
  )
  return [
    inputRules({
      rules: [
        textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
        textblockTypeInputRule(/^```$/, nodes.code_block),
        wrappingInputRule(/^[-*]\s$/, nodes.bullet_list),
        wrappingInputRule(/^1[.)]\s$/, nodes.ordered_list),
        wrappingInputRule(/^>\s$/, nodes.blockquote),
        markRule(/\*\*([^*]+)\*\*$/, schema.marks.strong),
        markRule(/(?<!\*)\*([^*]+)\*$/, schema.marks.em),
        markRule(/~~([^~]+)~~$/, schema.marks.s),
        markRule(/`([^`]+)`$/, schema.marks.code),
      ],
    }),
    history(),
    keymap({
      'Mod-z': undo,
      'Mod-Shift-z': redo,
      'Mod-y': redo,
      'Mod-b': toggleFormat('strong'),
      'Mod-i': toggleFormat('em'),
      'Mod-Shift-x': toggleFormat('s'),
      'Mod-`': toggleFormat('code'),
      'Mod-k': () => {
        onLink()
        return true
      },
      ...blockKeys,
      'Mod-Shift-7': turnInto('ol'),
      'Mod-Shift-8': turnInto('ul'),
      'Mod-Shift-9': turnInto('blockquote'),
      'Shift-Enter': insertBreak,
      Tab: sinkListItem(nodes.list_item),
      'Shift-Tab': liftListItem(nodes.list_item),
      'Mod-]': sinkListItem(nodes.list_item),
      'Mod-[': liftListItem(nodes.list_item),
      Enter: splitListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
  ]
}

/** Turns words between signs into words with a mark; signs next to white space are only signs. */
const markRule = (pattern: RegExp, type: MarkType) =>
  new InputRule(pattern, (state, match, start, end) => {
    const words = match[1] ?? ''
    if (words.trim() !== words || words === '' || !state.doc.resolve(start).parent.type.allowsMarkType(type))
      return null
    const signs = match[0].indexOf(words)
    const tr = state.tr
    // The last sign is not in the document yet.
    if (end > start + signs + words.length) tr.delete(start + signs + words.length, end)
    tr.delete(start, start + signs)
    return tr.addMark(start, start + words.length, type.create()).removeStoredMark(type)
  })

/** A picture, at the address where the studio has it. */
const pictureView =
  (url: (src: string) => string): NodeViewConstructor =>
  (node, view) => {
    const dom = view.dom.ownerDocument.createElement('img')
    dom.src = url(String(node.attrs.src))
    dom.alt = typeof node.attrs.alt === 'string' ? node.attrs.alt : ''
    if (typeof node.attrs.title === 'string') dom.title = node.attrs.title
    return { dom }
  }

/** A block that the surface does not know: its source, with a line that says so. */
function sourceView(note: string): NodeViewConstructor {
  return (node, view) => {
    const { ownerDocument } = view.dom
    const dom = ownerDocument.createElement('figure')
    dom.dataset.source = ''
    const line = ownerDocument.createElement('figcaption')
    line.textContent = note
    const code = ownerDocument.createElement('pre')
    code.textContent = String(node.attrs.html)
    dom.append(line, code)
    return { dom, ignoreMutation: () => true }
  }
}
