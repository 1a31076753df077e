import type { Format } from '@atelier/site'
import type { BlockKind } from '../session/textState.ts'
import { joinBlockBefore, pasteBlocksInto, setBlock, startNextBlock } from './blockEdits.ts'
import { blockOfKey, blockWish, isContinued, isHeading } from './blocks.ts'
import { positionText } from './domText.ts'
import { typeSpaces } from './spaceKey.ts'
import type { TypedText } from './typedText.ts'

/** The actions of keys and the pointer around an edited text. */
export interface TypingActs {
  toggle(format: Format): void
  /** Makes the text another kind of block, where it may be one. */
  setBlock(kind: BlockKind): void
  /** Takes every format off what is selected. */
  clear(): void
  openLink(): void
  isLinkOpen(): boolean
  /** Shows the bar for what is selected, or hides it. */
  showBar(isShown?: boolean): void
  /** Makes what was typed a step of undo when nothing more is typed for a while. */
  commitAfterPause(): void
  /** Begins typing in the text behind or before this one. */
  startBeside(isBackwards: boolean): void
}

export interface TypingInput {
  /** Listens to the text's element, and no longer to one that had its place before. */
  listen(): void
  stop(): void
  /** Whether an input method is composing a word, which showing the element again would break. */
  isComposing(): boolean
}

const shortcuts: Readonly<Record<string, Format>> = { b: 'strong', i: 'em', e: 'code', 'shift+x': 's', 'shift+s': 's' }

/** The keys, the clipboard and the selection of an element that is typed in. */
export function createTypingInput(text: TypedText, acts: TypingActs): TypingInput {
  const frame = text.root().ownerDocument
  let composing = false
  /** Whether the caret was last moved by typing, which shows no bar. */
  let typed = false
  let stop: () => void = () => undefined

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.isComposing) return
    const key = event.key.toLowerCase()
    const mod = event.ctrlKey || event.metaKey
    const tag = text.node()?.tag ?? ''
    if (key === 'escape') {
      event.preventDefault()
      text.finish()
    } else if (key === 'tab' && !mod && !event.altKey) {
      event.preventDefault()
      text.finish()
      acts.startBeside(event.shiftKey)
    } else if (key === 'enter' && event.shiftKey) {
      event.preventDefault()
      frame.execCommand('insertLineBreak')
    } else if (key === 'enter') {
      event.preventDefault()
      const node = text.node()
      if (node && isContinued(node)) void startNextBlock(text)
      else text.finish()
    } else if (key === 'backspace' && !mod) {
      const range = text.range()
      if (range?.from !== 0 || range.to !== 0) return
      event.preventDefault()
      if (isHeading(tag)) void setBlock(text, 'p')
      else void joinBlockBefore(text)
    } else if (mod) onShortcut(event, key)
  }

  function onShortcut(event: KeyboardEvent, key: string) {
    const kind = blockOfKey(event)
    if (kind) {
      event.preventDefault()
      acts.setBlock(kind)
    }
    if (event.altKey || kind) return
    const format = shortcuts[event.shiftKey ? `shift+${key}` : key]
    if (format) {
      event.preventDefault()
      acts.toggle(format)
    } else if (key === '\\') {
      event.preventDefault()
      acts.clear()
    } else if (key === 'k' && text.canLink()) {
      event.preventDefault()
      acts.openLink()
    } else if (key === 'z' || key === 'y') {
      event.preventDefault()
      const { session } = text.host
      const isUndo = key === 'z' && !event.shiftKey
      void text.inTurn(async () => {
        await text.commitTyped()
        if (isUndo) session.undo()
        else session.redo()
      })
    }
  }

  function onInput() {
    typed = true
    acts.showBar(false)
    acts.commitAfterPause()
    if (text.node()?.tag !== 'p') return
    const wish = blockWish(positionText(text.read()))
    const range = text.range()
    if (wish && range?.from === wish.length && range.to === wish.length) void setBlock(text, wish.kind, wish.length)
  }

  /** Refuses what the browser would do on its own where the studio has an edit for it. */
  function onBeforeInput(event: InputEvent) {
    const { inputType } = event
    if (/^(?:history|format)/.test(inputType) || inputType === 'insertFromDrop' || inputType === 'insertParagraph')
      event.preventDefault()
  }

  function onPaste(event: ClipboardEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (event.clipboardData) void pasteBlocksInto(text, event.clipboardData)
  }

  function onBlur() {
    // The bar and its panel belong to the text. The next focus is known only after the event.
    setTimeout(() => {
      const holder = frame.defaultView?.frameElement
      const focused = holder?.ownerDocument.activeElement
      const isHere = focused === holder && frame.activeElement === text.root()
      if (!acts.isLinkOpen() && !isHere && !focused?.closest('[data-text-bar]')) text.finish()
    })
  }

  function onSelection() {
    if (!text.isFinished() && !typed) acts.showBar()
  }

  function onKeyUp(event: KeyboardEvent) {
    if (/^(?:Arrow|Home|End|Page)/.test(event.key) || (event.shiftKey && event.key !== 'Shift')) typed = false
    onSelection()
  }

  function onPointerDown() {
    typed = false
  }

  function onComposition(event: Event) {
    composing = event.type === 'compositionstart'
  }

  return {
    listen() {
      stop()
      const root = text.root()
      const listening = new AbortController()
      stop = () => listening.abort()
      const { signal } = listening
      typeSpaces(root, signal)
      root.addEventListener('blur', onBlur, { signal })
      root.addEventListener('keydown', onKeyDown, { signal })
      root.addEventListener('keyup', onKeyUp, { signal })
      root.addEventListener('input', onInput, { signal })
      root.addEventListener('beforeinput', onBeforeInput, { signal })
      root.addEventListener('paste', onPaste, { signal })
      root.addEventListener('pointerdown', onPointerDown, { signal })
      root.addEventListener('compositionstart', onComposition, { signal })
      root.addEventListener('compositionend', onComposition, { signal })
      frame.addEventListener('selectionchange', onSelection, { signal })
    },
    stop: () => stop(),
    isComposing: () => composing,
  }
}
