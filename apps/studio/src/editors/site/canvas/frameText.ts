import { patchStore } from '../../../documents/store.ts'
import type { CanvasTree } from '../model/plan.ts'
import type { EditorSession, OpenPage } from '../session/session.ts'
import type { Renderer } from './renderer.ts'
import * as strings from './strings.ts'
import {
  type FieldText,
  type FirstCaret,
  loadFieldTyping,
  loadTyping,
  type TextEditing,
  type TypingHost,
} from './textEditing.ts'

export interface FrameTextOptions {
  session: EditorSession
  renderer: Renderer
  /** Whether the frame still shows this page. */
  isShown(page: OpenPage): boolean
  /** The page as it is to be shown, with the nodes under one written with their tokens; undefined ends that. */
  canvas(page: OpenPage, shownAsWritten: string | undefined): CanvasTree
  draw(): void
}

/** The text that is typed in a frame. */
export interface FrameText {
  /** The node whose text is typed. */
  nodeId(): string | undefined
  /** Whether a text is requested whose code is being loaded: keys are meant for the text, and not for the page. */
  begins(): boolean
  /** The edited element. */
  element(): Element | undefined
  start(page: OpenPage, nodeId: string, at?: FirstCaret): void
  /** Begins typing in a text that comes from an entry, which is written there. */
  startField(page: OpenPage, field: FieldText): void
  /** Stops, and keeps what was typed. */
  finish(): void
}

export function createFrameText({ session, renderer, isShown, canvas, draw }: FrameTextOptions): FrameText {
  let editing: TextEditing | undefined
  /** The node whose text is about to be typed, while the code for it is loaded. */
  let begins: string | undefined
  const hostOf = (page: OpenPage): TypingHost => ({
    session,
    renderer,
    page,
    canvas: (shownAsWritten) => canvas(page, shownAsWritten),
    began(typing) {
      editing = typing
      session.select(typing.nodeId)
      patchStore(session.state, { editing: typing.nodeId, hovered: undefined })
      draw()
    },
    ended() {
      editing = undefined
      patchStore(session.state, { editing: undefined })
      draw()
    },
  })

  /** Begins once the code is there, if nothing else was begun meanwhile. */
  function begin<Code>(page: OpenPage, nodeId: string, load: () => Promise<Code>, work: (code: Code) => void) {
    if (editing || begins === nodeId) return
    begins = nodeId
    load().then(
      (code) => {
        const isWanted = begins === nodeId && isShown(page) && !editing
        if (begins === nodeId) begins = undefined
        if (isWanted) work(code)
      },
      () => {
        if (begins === nodeId) begins = undefined
        session.problem.set({ message: strings.textCouldNotBeLoaded })
      },
    )
  }

  return {
    nodeId: () => editing?.nodeId,
    begins: () => begins !== undefined,
    element() {
      const dom = editing && (editing.element ?? renderer.domOf(editing.nodeId))
      return dom?.nodeType === 1 ? (dom as Element) : undefined
    },
    start: (page, nodeId, at) =>
      begin(page, nodeId, loadTyping, ({ startTyping }) => startTyping(hostOf(page), nodeId, at)),
    startField: (page, field) =>
      begin(page, field.nodeId, loadFieldTyping, ({ startFieldTyping }) => startFieldTyping(hostOf(page), field)),
    finish() {
      begins = undefined
      editing?.finish()
    },
  }
}
