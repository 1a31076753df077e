import { errorMessage } from '@atelier/operation'
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
  plainText,
  printRuns,
  type Run,
  removeLink,
  sameRuns,
  setLink,
  type TextRange,
  textBeside,
  toggleFormat,
  treeRuns,
} from '@atelier/site'
import { createStore, patchStore } from '../../../documents/store.ts'
import { operations } from '../session/handles.ts'
import type { TextBarState, Typing } from '../session/textState.ts'
import { setBlock } from './blockEdits.ts'
import { isHeading } from './blocks.ts'
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
import { ancestorsOf } from './lostText.ts'
import { startPartTyping, textParams } from './partText.ts'
import type { TypedText, TypingHost, TypingRenderer } from './typedText.ts'
import { createTypingInput } from './typingInput.ts'

/** How long nothing is typed until what was typed becomes one step of undo, in ms. */
const PAUSE_MS = 900
const noFormats: ReadonlySet<Format> = new Set()
const formats = Object.keys(FORMATS) as Format[]

/**
 * Lets a person type in one element of the frame, in its place and with its own look.
 * @param isNew it was made by Enter, and is deleted again if nothing is written in it
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
  /** The text that the element was last shown from, or that was last written from it. */
  let base: readonly Run[] = []
  /** The nodes that the element was last shown from, as they were then. */
  let shown: ReadonlyMap<string, KnownNode> = new Map()
  /** The element's parent and tag when it was last shown. */
  let place = { tag: 'p', within: [] as readonly string[] }
  let hasTyped = false
  let finished = false
  let committing = false
  let queue: Promise<unknown> = Promise.resolve()
  let pause: ReturnType<typeof setTimeout> | undefined

  const node = (): PageNode | undefined => page.model.tree().node(nodeId)
  const element = (): TypedElement => ({
    root,
    nodeOf(dom) {
      const id = renderer.ownId(dom)
      return id === undefined ? undefined : shown.get(id)
    },
  })
  /** Takes the element's content from the document as what further edits start from. */
  function takeBase() {
    const tree = page.model.tree()
    const nodes = new Map<string, KnownNode>()
    for (const each of tree.walk(nodeId)) nodes.set(each.id, knownCopy(tree, each, true))
    shown = nodes
    base = treeRuns(tree, nodeId, true)
    place = { tag: tag(), within: ancestorsOf(tree, nodeId) }
  }
  const range = () => selectedRange(element())
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

  function prepareElement() {
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
   * @param selected what was selected before it changed
   */
  function refresh(selected = range()) {
    const before = positionText(base)
    takeBase()
    const after = positionText(base)
    const moved = (offset: number) => movedOffset(before, after, offset)
    show(selected && { from: moved(selected.from), to: moved(selected.to) })
  }

  function show(selected: TextRange | undefined) {
    takeBase()
    renderer.release(host.canvas(nodeId))
    renderer.hold(nodeId)
    const next = elementOf(renderer, nodeId)
    if (!next) return
    if (next !== root) {
      root = next
      input.listen()
    }
    prepareElement()
    focus()
    if (selected) selectRange(element(), selected)
    showBar()
  }

  function inTurn(work: () => Promise<void>) {
    queue = queue.then(work).catch((error: unknown) => {
      session.problem.set({ message: errorMessage(error) })
    })
    return queue
  }

  /** Runs a change of the page that `follow` is not to take for another person's. */
  async function runOwn<Result>(change: () => Promise<Result>): Promise<Result> {
    committing = true
    try {
      return await change()
    } finally {
      committing = false
    }
  }

  async function write(runs: readonly Run[], from: readonly Run[]): Promise<boolean> {
    if (sameRuns(runs, from)) return true
    hasTyped = true
    const change = { nodeId, html: printRuns(runs), base: printRuns(from) }
    const result = await runOwn(() => session.attempt(operations.setRichText, change))
    if (result.ok) return true
    if (!node()) keepWords(runs)
    else if (result.error?.code === 'text_conflict') {
      const theirs = treeRuns(page.model.tree(), nodeId)
      session.text.conflict.set({ nodeId, mine: runs, theirs, both: mergeRuns(from, runs, theirs).runs })
    } else session.problem.set({ message: result.error?.message ?? '' })
    return false
  }

  /** Keeps what was typed after another person has deleted the element. */
  function keepWords(runs: readonly Run[]) {
    if (hasTyped) session.text.keepLost({ words: plainText(runs), place })
  }

  async function commitTyped() {
    clearTimeout(pause)
    if (finished) return
    const runs = read()
    const from = base
    if (sameRuns(runs, from)) return
    const selected = range()
    const kept = await write(runs, from)
    if (finished) return
    // Elements that the browser made have no node yet, and what was merged is not shown.
    const isShown = kept && printRuns(treeRuns(page.model.tree(), nodeId, true)) === printRuns(readRuns(element()))
    base = runs
    if (isShown) takeBase()
    if (!isShown && !input.isComposing()) refresh(selected)
    else showBar(false)
  }

  /** One edit of what is selected as a step of its own, behind what was typed before it. */
  function edit(change: (runs: readonly Run[], range: TextRange) => readonly Run[]) {
    return inTurn(async () => {
      await commitTyped()
      const selected = range()
      if (!selected || finished) return
      if ((await write(change(base, selected), base)) && !finished) refresh(selected)
    })
  }

  /** Shows the bar for what is selected, if there is something to act on; `false` hides it. */
  function showBar(isWanted = true) {
    const selected = range()
    const runs = read()
    const link = selected && linkAt(runs, selected)
    const hasSubject = selected && (selected.from < selected.to || link !== undefined || linking.get())
    patchStore(bar, {
      box: isWanted && hasSubject ? selectionBox(root) : undefined,
      formats: new Set(selected ? formats.filter((each) => hasFormat(runs, selected, each)) : []),
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

  const text: TypedText = {
    host,
    nodeId,
    root: () => root,
    node,
    base: () => base,
    read,
    range,
    canLink,
    isFinished: () => finished,
    inTurn,
    commitTyped,
    write,
    runOwn,
    show,
    end,
    finish,
    continueIn(id, caret, isNewBlock) {
      end()
      startTyping(host, id, caret, isNewBlock)
    },
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
    setBlock: (kind) => void setBlock(text, kind),
    clear: () =>
      void edit((runs, range) => formats.reduce<readonly Run[]>((all, each) => clearFormat(all, range, each), runs)),
    focus,
  }

  const input = createTypingInput(text, {
    toggle: typing.toggle,
    setBlock: (kind) => canChangeBlock() && typing.setBlock(kind),
    clear: typing.clear,
    openLink() {
      linking.set(true)
      showBar()
    },
    isLinkOpen: () => linking.get(),
    showBar,
    commitAfterPause() {
      clearTimeout(pause)
      pause = setTimeout(() => void inTurn(commitTyped), PAUSE_MS)
    },
    startBeside: (isBackwards) => startBeside(host, nodeId, isBackwards),
  })

  /** Shows what others have changed, or merges it with what is typed. */
  function follow() {
    if (committing || finished) return
    if (!node()) {
      const runs = read()
      hasTyped ||= !sameRuns(runs, base)
      keepWords(runs)
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
    input.stop()
    stopObserving()
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
  input.listen()
  prepareElement()
  focus()
  placeFirst(element(), at)
  const stopObserving = page.model.observe(({ touched }) => {
    const tree = page.model.tree()
    const isHere = (id: string) => {
      for (let each = tree.anyNode(id); each; each = tree.anyNode(each.parent)) if (each.id === nodeId) return true
      return false
    }
    if (!node() || [...touched.fields, ...touched.placed].some(isHere)) follow()
  })
  session.text.typing.set(typing)
  page.document.showTyping(nodeId)
  host.began({ nodeId, finish })
}

/** Begins typing in the text behind or before one, with all of it selected: so the words of a layout are written one by one. */
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
