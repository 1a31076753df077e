import type { Format, LinkValues, Run, TextLink } from '@atelier/site'
import { createStore, type Store } from '../../../documents/store.ts'

/** The kinds that a paragraph can become. */
export type BlockKind = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'ul' | 'ol'

/** A box in CSS pixels of the window. */
export interface WindowBox {
  left: number
  top: number
  width: number
  height: number
}

/** The state that the bar over a text shows. */
export interface TextBarState {
  /** Where the selection stands; undefined while there is nothing to show the bar for. */
  box: WindowBox | undefined
  formats: ReadonlySet<Format>
  /** The link around or in the selection. */
  link: TextLink | undefined
  /** The tag of the element, and whether it can become a heading or a list. */
  tag: string
  canChangeBlock: boolean
  /** Whether the element may hold links. */
  canLink: boolean
}

/** A text that is being typed, as the bar over it acts on it. */
export interface Typing {
  readonly nodeId: string
  readonly bar: Store<TextBarState>
  /** Whether the panel for a link is open; what is selected then stays so. */
  readonly linking: Store<boolean>
  toggle(format: Format): void
  setLink(values: LinkValues): void
  removeLink(): void
  setBlock(kind: BlockKind): void
  /** Takes all formatting of the selection away. */
  clear(): void
  /** Gives the keyboard back to the text. */
  focus(): void
}

/** A text that two people changed in the same words: what was typed here is in no document yet. */
export interface TextConflict {
  nodeId: string
  mine: readonly Run[]
  theirs: readonly Run[]
  /** Both versions of each word that both changed, theirs first. */
  both: readonly Run[]
}

/** The note beside a text that comes from an entry. */
export interface FieldNote {
  /** The text's box. */
  box: WindowBox
  message: string
  /** Whether it is being typed; otherwise it is written somewhere else. */
  isTyped: boolean
  /** The entry in the content. */
  link?: { to: string; label: string }
}

/** Words that were typed into something that another person has deleted meanwhile. */
export interface LostText {
  words: string
  /** Where they can be put back, if they were a text of the page: its tag, and what it stood in, the nearest first. */
  place?: { tag: string; within: readonly string[] }
}

/** The editor's state of texts that are typed in the canvas. */
export interface TextState {
  readonly typing: Store<Typing | undefined>
  readonly conflict: Store<TextConflict | undefined>
  readonly field: Store<FieldNote | undefined>
  /** Words that stand nowhere any more, until a person has copied, put back or left them. */
  readonly lost: Store<readonly LostText[]>
  /** Keeps words whose place is gone. */
  keepLost(text: LostText): void
}

export function createTextState(): TextState {
  const lost = createStore<readonly LostText[]>([])
  return {
    lost,
    keepLost(text) {
      const isKept = lost.get().some(({ words }) => words === text.words)
      if (text.words.trim() !== '' && !isKept) lost.update((all) => [...all, text])
    },
    typing: createStore<Typing | undefined>(undefined),
    conflict: createStore<TextConflict | undefined>(undefined),
    field: createStore<FieldNote | undefined>(undefined),
  }
}
