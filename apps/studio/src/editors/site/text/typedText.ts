import type { PageNode, Run, TextRange } from '@atelier/site'
import type { CanvasTree, Touched } from '../model/plan.ts'
import type { EditorSession, OpenPage } from '../session/session.ts'

/** The frame's renderer, as far as typing goes. */
export interface TypingRenderer {
  domOf(id: string): Node | undefined
  ownId(dom: Node): string | undefined
  /** Keeps an element untouched until it is released, which shows it again as the tree has it. */
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
  /** The edited element, if it is not the element of the node itself. */
  readonly element?: Element
  /** Stops, and keeps what was typed. */
  finish(): void
}

/** An element of the page while a person types in it, as edits of whole blocks and the keys act on it. */
export interface TypedText {
  readonly host: TypingHost
  readonly nodeId: string
  /** The element in the frame. Changing its tag puts another one in its place. */
  root(): HTMLElement
  /** The element's node; undefined after another person deleted it. */
  node(): PageNode | undefined
  /** The content that edits start from: what the element was last shown from, or what was last written from it. */
  base(): readonly Run[]
  /** The content as the element shows it, with what was typed since. */
  read(): readonly Run[]
  /** The selected range, in characters of the content; undefined if the selection is elsewhere. */
  range(): TextRange | undefined
  /** Whether the element may hold links. */
  canLink(): boolean
  isFinished(): boolean
  /** Runs one edit after the other: each starts from the document that the one before it left. */
  inTurn(work: () => Promise<void>): Promise<unknown>
  /** Makes what was typed one step of undo. */
  commitTyped(): Promise<void>
  /**
   * Writes a new content that was made from `from`, and merges it with what others wrote since.
   * @returns whether it is in the document; if not, the user has seen the reason
   */
  write(runs: readonly Run[], from: readonly Run[]): Promise<boolean>
  /** Runs a change of the page that is not to be taken for another person's. */
  runOwn<Result>(change: () => Promise<Result>): Promise<Result>
  /** Shows the element as the document has it, with a range selected. */
  show(range: TextRange | undefined): void
  /** Ends typing without writing what was typed. */
  end(): void
  /** Ends typing, and keeps what was typed. */
  finish(): void
  /**
   * Ends typing here and begins it in another element.
   * @param isNew it was made by Enter, and is deleted again if nothing is written in it
   */
  continueIn(nodeId: string, caret: 'start' | 'end' | number, isNew?: boolean): void
}
