import {
  clearFormat,
  FORMATS,
  type Format,
  hasFormat,
  isComponent,
  isMark,
  joinRuns,
  type KnownNode,
  knownCopy,
  lengthOf,
  linkAt,
  mergeRuns,
  type PageNode,
  printRuns,
  type Run,
  removeLink,
  replaceRange,
  sameRuns,
  setLink,
  splitRuns,
  type TextRange,
  toggleFormat,
  treeRuns,
} from '@atelier/site'
import { createStore, patchStore } from '../../../documents/store.ts'
import type { CanvasTree, Touched } from '../model/plan.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession, OpenPage } from '../session/session.ts'
import type { BlockKind, TextBarState, Typing } from '../session/textState.ts'
import { blockWish, changedBlock, isContinued, isHeading, leaveList, splitBlock } from './blocks.ts'
import { type FirstCaret, placeFirst, selectionBox } from './caret.ts'
import {
  movedOffset,
  positionText,
  readRuns,
  selectedRange,
  selectRange,
  type TypedElement,
  withoutTypedSpaces,
} from './domText.ts'
import { textBeside } from './editable.ts'
import { startPartTyping, textParams } from './partText.ts'

/** The frame's renderer, as far as typing goes. */
export interface TypingRenderer {
  domOf(id: string): Node | undefined
  ownId(dom: Node): string | undefined
  /** Leaves an element alone until it is released, which shows it again as the tree has it. */
  hold(id: string): void
  release(tree: CanvasTree): void
  update(tree: CanvasTree, touched: Touched): unknown
}

export interface TypingHost {
  session: EditorSession
  renderer: TypingRenderer
  page: OpenPage
  /** The page as it is to be shown, with the nodes under one written with their tokens; undefined ends that. */
  canvas(written: string | undefined): CanvasTree
  /** Typing has begun, here or in the element that follows. */
  began(editing: TextEditing): void
  /** Typing has ended; the element is shown as the document has it. */
  ended(): void
}

export interface TextEditing {
  readonly nodeId: string
  /** Stops, and keeps what was typed. */
  finish(): void
}

/** How long nothing is typed until what was typed becomes one step of undo, in ms. */
const PAUSE_MS = 900
const noFormats: ReadonlySet<Format> = new Set()
const formats = Object.keys(FORMATS) as Format[]

/**
 * Lets a person type in one element of the frame, in its place and with its own look.
 * @param isNew it was made by Enter, and goes again if nothing is written in it
 */
export function startTyping(host: TypingHost, nodeId: string, at: FirstCaret, isNew = false): void {
  const { session, renderer, page } = host
  const instance = page.model.tree().node(nodeId)
  if (instance && isComponent(instance)) {
    startPartTyping(host, instance, at, (isBackwards) => startBeside(host, nodeId, isBackwards))
    return
  }
  const first = elementOf(renderer, nodeId)
  if (!first) return
  let root: HTMLElement = first
  const frame = root.ownerDocument
  /** What the element was last shown from, and written from. */
  let base: readonly Run[] = []
  let shown: ReadonlyMap<string, KnownNode> = new Map()
  let finished = false
  let committing = false
  let composing = false
  let queue: Promise<unknown> = Promise.resolve()
  let pause: ReturnType<typeof setTimeout> | undefined
  let typed = false
  const stops: (() => void)[] = []

  const node = (): PageNode | undefined => page.model.tree().node(nodeId)
  const element = (): TypedElement => ({
    root,
    nodeOf(dom) {
      const id = renderer.ownId(dom)
      return id === undefined ? undefined : shown.get(id)
    },
  })
  /** Takes the element's content from the document as what further edits begin with. */
  function takeBase() {
    const tree = page.model.tree()
    const nodes = new Map<string, KnownNode>()
    for (const each of tree.walk(nodeId)) nodes.set(each.id, knownCopy(tree, each, true))
    shown = nodes
    base = treeRuns(tree, nodeId, true)
  }
  const read = () => withoutTypedSpaces(joinRuns(readRuns(element())), base)
  const tag = () => node()?.tag ?? ''
  const canChangeBlock = () => tag() === 'p' || isHeading(tag())
  const canLink = () => {
    const tree = page.model.tree()
    for (let each = node(); each; each = tree.node(each.parent))
      if (each.tag === 'a' || each.tag === 'button') return false
    return true
  }

  const linking = createStore(false)
  const bar = createStore<TextBarState>({
    box: undefined,
    formats: noFormats,
    link: undefined,
    tag: tag(),
    canChangeBlock: canChangeBlock(),
    canLink: canLink(),
  })

  function dress() {
    root.setAttribute('contenteditable', 'true')
    // The page's own focus ring would show beside the studio's; showing the element again removes it.
    root.style.outline = 'none'
    const now = element()
    for (const each of root.querySelectorAll('*')) {
      const known = now.nodeOf(each)
      if (known && known.tag !== 'br' && !isMark(known)) each.setAttribute('contenteditable', 'false')
    }
    // A break at the end has no height of its own.
    const last = base.at(-1)
    if (last?.atom?.tag === 'br' || base.length === 0) root.append(frame.createElement('br'))
  }

  /**
   * Shows the element as the document has it.
   * @param range what was selected before it changed
   */
  function refresh(range = selectedRange(element())) {
    const before = positionText(base)
    takeBase()
    const after = positionText(base)
    const to = range && movedOffset(before, after, range.to)
    show(range && to !== undefined ? { from: movedOffset(before, after, range.from), to } : undefined)
  }

  /** The same, with this range selected. */
  function show(range: TextRange | undefined) {
    takeBase()
    renderer.release(host.canvas(nodeId))
    renderer.hold(nodeId)
    const next = elementOf(renderer, nodeId)
    if (!next) return
    if (next !== root) {
      leaveElement()
      root = next
      listen()
    }
    dress()
    focus()
    if (range) selectRange(element(), range)
    showBar()
  }

  /** Runs one edit after the other: each begins from what the one before it has made of the document. */
  function inTurn(work: () => Promise<void>) {
    queue = queue.then(work).catch((error: unknown) => {
      session.problem.set({ message: error instanceof Error ? error.message : String(error) })
    })
    return queue
  }

  /** Writes a new content, from what it was begun with; what others wrote since is merged. */
  async function write(runs: readonly Run[], from: readonly Run[]): Promise<boolean> {
    if (sameRuns(runs, from)) return true
    committing = true
    const input = { nodeId, html: printRuns(runs), base: printRuns(from) }
    const result = await session.attempt(operations.setRichText, input)
    committing = false
    if (result.ok) return true
    if (result.error?.code === 'text_conflict') {
      const theirs = treeRuns(page.model.tree(), nodeId)
      session.text.conflict.set({ nodeId, mine: runs, theirs, both: mergeRuns(from, runs, theirs).runs })
    } else session.problem.set({ message: result.error?.message ?? '' })
    return false
  }

  /** Makes what was typed one step of undo. */
  async function commitTyped() {
    clearTimeout(pause)
    if (finished) return
    const runs = read()
    const from = base
    if (sameRuns(runs, from)) return
    const range = selectedRange(element())
    const kept = await write(runs, from)
    if (finished) return
    // Elements that the browser made have no node yet, and what was merged is not shown.
    const isShown = kept && printRuns(treeRuns(page.model.tree(), nodeId, true)) === printRuns(readRuns(element()))
    base = runs
    if (isShown) takeBase()
    if (!isShown && !composing) refresh(range)
    else showBar(false)
  }

  /** One edit of the whole content as a step of its own, behind what was typed before it. */
  function edit(change: (runs: readonly Run[], range: TextRange) => readonly Run[], range?: TextRange) {
    return inTurn(async () => {
      await commitTyped()
      const now = selectedRange(element())
      const where = range ?? now
      if (!where || finished) return
      const next = change(base, where)
      if (!(await write(next, base)) || finished) return
      refresh({ from: where.from, to: where.to })
    })
  }

  /** Another element in the place of this one, or blocks behind it: one step of undo. */
  async function rewrite(html: string, id = nodeId): Promise<readonly string[] | undefined> {
    committing = true
    const result = await session.run(operations.setRichText, { nodeId: id, html })
    committing = false
    const tree = page.model.tree()
    const parent = tree.node(id)?.parent
    if (!result.ok || parent === undefined) return undefined
    renderer.update(host.canvas(id === nodeId ? nodeId : undefined), {
      fields: new Set([id]),
      placed: new Set([parent, id]),
    })
    return result.data?.nodeIds ?? []
  }

  function setBlock(kind: BlockKind, cut = 0) {
    return inTurn(async () => {
      await commitTyped()
      const own = node()
      if (!own || finished || (own.tag === kind && cut === 0)) return
      const range = selectedRange(element()) ?? { from: 0, to: 0 }
      const rest = cut > 0 ? replaceRange(base, { from: 0, to: cut }, []) : base
      if ((await rewrite(changedBlock(own, kind, rest))) === undefined || finished) return
      const moved = { from: Math.max(0, range.from - cut), to: Math.max(0, range.to - cut) }
      if (kind === 'ul' || kind === 'ol') {
        const [item] = page.model.tree().children(nodeId)
        if (item) leaveFor(item.id, moved.from)
        return
      }
      show(moved)
    })
  }

  /** Ends here, and goes on in another element. */
  function leaveFor(id: string, caret: 'start' | 'end' | number, made = false) {
    end()
    startTyping(host, id, caret, made)
  }

  /** Enter in a paragraph or an item: the next one, with what stands behind the caret. */
  function nextBlock() {
    return inTurn(async () => {
      const range = selectedRange(element())
      await commitTyped()
      const own = node()
      if (!own || !range || finished) return
      const tree = page.model.tree()
      const list = tree.node(own.parent)
      if (own.tag === 'li' && list && lengthOf(base) === 0) {
        const isLast = tree.children(list.id).findLast(({ kind }) => kind === 'element')?.id === nodeId
        if (!isLast) return finish()
        end()
        const [next] = (await rewrite(leaveList(tree, list, nodeId), list.id)) ?? []
        startTyping(host, next ?? list.id, 'start')
        return
      }
      const rest = replaceRange(base, range, [])
      const [before, behind] = splitRuns(rest, range.from)
      const [next] = (await rewrite(splitBlock(own, before, behind))) ?? []
      if (next !== undefined) leaveFor(next, 'start', true)
    })
  }

  /** Backspace at the start: a heading becomes a paragraph again, a paragraph or item joins the one before it. */
  function joinBefore() {
    return inTurn(async () => {
      await commitTyped()
      const own = node()
      const tree = page.model.tree()
      if (!own || finished) return
      const siblings = tree.children(own.parent).filter(({ kind }) => kind === 'element')
      const previous = siblings[siblings.findIndex(({ id }) => id === nodeId) - 1]
      if (!previous || !(isContinued(previous) || isHeading(previous.tag)) || !isContinued(own)) return
      const before = treeRuns(tree, previous.id, true)
      const calls = [
        {
          name: operations.setRichText.id,
          input: {
            nodeId: previous.id,
            html: printRuns(joinRuns([...before, ...base])),
            base: printRuns(before),
          },
        },
        { name: operations.deleteNode.id, input: { nodeId } },
      ]
      committing = true
      const result = await session.run(operations.batch, { calls })
      committing = false
      if (!result.ok) return
      end()
      renderer.update(host.canvas(undefined), { fields: new Set(), placed: new Set([own.parent, previous.id]) })
      startTyping(host, previous.id, lengthOf(before))
    })
  }

  async function paste(data: DataTransfer) {
    const [html, text] = [data.getData('text/html'), data.getData('text/plain')]
    const { pastedBlocks, pasteBlocks } = await import('./paste.ts')
    const blocks = pastedBlocks(html, text, { links: canLink() })
    if (blocks.length === 0) return
    await inTurn(async () => {
      await commitTyped()
      const [own, range] = [node(), selectedRange(element())]
      if (!own || !range || finished) return
      const result = pasteBlocks(own, base, range, blocks)
      if (result.html === undefined) {
        if (!(await write(result.runs, base)) || finished) return
        show({ from: result.caret, to: result.caret })
        return
      }
      const behind = await rewrite(result.html)
      if (!behind || finished) return
      const last = behind.at(-1)
      if (last === undefined) {
        show({ from: result.caret, to: result.caret })
        return
      }
      const [item] = page.model
        .tree()
        .children(last)
        .filter(({ tag: each }) => each === 'li')
        .slice(-1)
      leaveFor(item?.id ?? last, result.caret)
    })
  }

  function showBar(show = true) {
    const now = element()
    const range = selectedRange(now)
    const runs = read()
    const link = range && linkAt(runs, range)
    const isShown = show && range !== undefined && (range.from < range.to || link !== undefined || linking.get())
    patchStore(bar, {
      box: isShown ? selectionBox(root) : undefined,
      formats: new Set(range ? formats.filter((each) => hasFormat(runs, range, each)) : []),
      link,
      tag: tag(),
      canChangeBlock: canChangeBlock(),
      canLink: canLink(),
    })
  }

  function focus() {
    frame.defaultView?.focus()
    root.focus({ preventScroll: true })
  }

  const typing: Typing = {
    nodeId,
    bar,
    linking,
    toggle: (format) => void edit((runs, range) => toggleFormat(runs, range, format)),
    setLink(values) {
      linking.set(false)
      void edit((runs, range) => setLink(runs, range, values)).then(focus)
    },
    removeLink() {
      linking.set(false)
      void edit((runs, range) => removeLink(runs, range)).then(focus)
    },
    setBlock: (kind) => void setBlock(kind),
    clear: () =>
      void edit((runs, range) => formats.reduce<readonly Run[]>((all, each) => clearFormat(all, range, each), runs)),
    focus,
  }

  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.isComposing) return
    const key = event.key.toLowerCase()
    const mod = event.ctrlKey || event.metaKey
    const done = () => event.preventDefault()
    if (key === 'escape') {
      done()
      finish()
    } else if (key === 'tab' && !mod && !event.altKey) {
      done()
      finish()
      startBeside(host, nodeId, event.shiftKey)
    } else if (key === 'enter' && event.shiftKey) {
      done()
      frame.execCommand('insertLineBreak')
    } else if (key === 'enter') {
      done()
      const own = node()
      if (own && isContinued(own)) void nextBlock()
      else finish()
    } else if (key === 'backspace' && !mod) {
      const range = selectedRange(element())
      if (range?.from !== 0 || range.to !== 0) return
      done()
      if (isHeading(tag())) void setBlock('p')
      else void joinBefore()
    } else if (mod && !event.altKey) {
      const format: Format | undefined = shortcuts[event.shiftKey ? `shift+${key}` : key]
      if (format) {
        done()
        typing.toggle(format)
      } else if (key === 'k' && canLink()) {
        done()
        openLink()
      } else if (key === 'z' || key === 'y') {
        done()
        const back = key === 'z' && !event.shiftKey
        void inTurn(async () => {
          await commitTyped()
          if (back) session.undo()
          else session.redo()
        })
      }
    }
  }

  function openLink() {
    linking.set(true)
    showBar()
  }

  const onInput = () => {
    typed = true
    showBar(false)
    clearTimeout(pause)
    pause = setTimeout(() => void inTurn(commitTyped), PAUSE_MS)
    if (tag() !== 'p') return
    const wish = blockWish(positionText(read()))
    const range = selectedRange(element())
    if (wish && range?.from === wish.length && range.to === wish.length) void setBlock(wish.kind, wish.length)
  }
  const onBeforeInput = (event: InputEvent) => {
    if (event.inputType === 'historyUndo' || event.inputType === 'historyRedo' || /^format/.test(event.inputType))
      event.preventDefault()
    if (event.inputType === 'insertFromDrop' || event.inputType === 'insertParagraph') event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (event.clipboardData) void paste(event.clipboardData)
  }
  const onBlur = () => {
    // The bar and its panel belong to the text.
    setTimeout(() => {
      const holder = frame.defaultView?.frameElement
      const focused = holder?.ownerDocument.activeElement
      const isHere = focused === holder && frame.activeElement === root
      if (!linking.get() && !isHere && !focused?.closest('[data-text-bar]')) finish()
    })
  }
  const onSelection = () => {
    if (!finished && !typed) showBar()
  }
  const onPointer = () => {
    typed = false
  }
  const onComposition = (event: Event) => {
    composing = event.type === 'compositionstart'
  }

  let leaveElement: () => void = () => undefined
  function listen() {
    const at = root
    const on = (kind: string, listener: (event: never) => void) => {
      at.addEventListener(kind, listener as EventListener)
      return () => at.removeEventListener(kind, listener as EventListener)
    }
    const leaves = [
      on('blur', onBlur),
      on('keydown', onKey),
      on('input', onInput),
      on('beforeinput', onBeforeInput),
      on('paste', onPaste),
      on('pointerdown', onPointer),
      on('keyup', onKeyUp),
      on('compositionstart', onComposition),
      on('compositionend', onComposition),
    ]
    leaveElement = () => {
      for (const leave of leaves) leave()
    }
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (/^(?:Arrow|Home|End|Page)/.test(event.key) || (event.shiftKey && event.key !== 'Shift')) typed = false
    onSelection()
  }

  /** Others have changed the page: shows it, or merges it with what is typed. */
  function follow() {
    if (committing || finished) return
    if (!node()) {
      end()
      return
    }
    void inTurn(async () => {
      if (finished) return
      const theirs = treeRuns(page.model.tree(), nodeId, true)
      if (sameRuns(theirs, base)) {
        if (elementOf(renderer, nodeId)?.localName !== tag()) refresh()
        return
      }
      if (sameRuns(read(), base)) refresh()
      else await commitTyped()
    })
  }

  function end() {
    if (finished) return
    finished = true
    clearTimeout(pause)
    leaveElement()
    for (const stop of stops) stop()
    frame.getSelection()?.removeAllRanges()
    root.blur()
    renderer.release(host.canvas(undefined))
    session.text.typing.set(undefined)
    page.document.showTyping(undefined)
    host.ended()
  }

  function finish() {
    if (finished) return
    const runs = read()
    const from = base
    end()
    void inTurn(async () => {
      if (isNew && lengthOf(runs) === 0) await session.run(operations.deleteNode, { nodeId })
      else await write(runs, from)
    })
  }

  renderer.hold(nodeId)
  renderer.release(host.canvas(nodeId))
  renderer.hold(nodeId)
  takeBase()
  listen()
  dress()
  focus()
  placeFirst(element(), at)
  frame.addEventListener('selectionchange', onSelection)
  stops.push(
    () => frame.removeEventListener('selectionchange', onSelection),
    page.model.observe(({ touched }) => {
      const tree = page.model.tree()
      const isHere = (id: string) => {
        for (let each = tree.anyNode(id); each; each = tree.anyNode(each.parent)) if (each.id === nodeId) return true
        return false
      }
      if (!node() || [...touched.fields, ...touched.placed].some(isHere)) follow()
    }),
  )
  session.text.typing.set(typing)
  page.document.showTyping(nodeId)
  host.began({ nodeId, finish })
}

const shortcuts: Readonly<Record<string, Format>> = { b: 'strong', i: 'em', e: 'code', 'shift+x': 's', 'shift+s': 's' }

/** Goes on in the text behind or before one, with all of it selected: the words of a layout are written one by one. */
function startBeside(host: TypingHost, nodeId: string, isBackwards: boolean): void {
  const tree = host.page.model.tree()
  const site = host.session.site.get()
  const next = textBeside(
    tree,
    nodeId,
    isBackwards,
    (node) => site !== undefined && textParams(site.local.view, node).length > 0,
  )
  const node = next === undefined ? undefined : tree.node(next)
  if (!node) return
  startTyping(host, node.id, isBackwards && isComponent(node) ? 'end' : undefined)
  elementOf(host.renderer, node.id)?.scrollIntoView({ block: 'nearest' })
}

function elementOf(renderer: TypingRenderer, nodeId: string): HTMLElement | undefined {
  const dom = renderer.domOf(nodeId)
  return dom && 'contentEditable' in dom ? (dom as HTMLElement) : undefined
}
