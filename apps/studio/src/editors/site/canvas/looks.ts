import type { Attribute } from '@atelier/site'
import type { EditorSession } from '../session/session.ts'
import { shownState } from '../session/state.ts'
import type { ShownAs } from './shownAs.ts'

/** Shows the page in a frame in a scheme and a state of the editor's choice. Nothing of it is in the document. */
export interface Looks {
  css(text: string): string
  attributes(own: readonly Attribute[]): readonly Attribute[]
  /** Marks the selected element again, after it may have been written anew. */
  mark(): void
  stop(): void
}

export interface LooksOptions {
  session: EditorSession
  document: Document
  /** The element that is shown in the state. */
  selected: () => Element | undefined
  /** The stylesheets, and with another scheme the attributes `media`, are to be written again. */
  changed: () => void
}

export function createLooks({ session, document, selected, changed }: LooksOptions): Looks {
  let code: typeof import('./shownAs.ts') | undefined
  let shown: ShownAs = {}
  let stopped = false

  const wanted = (): ShownAs => {
    const state = session.state.get()
    return { scheme: state.pageScheme, state: shownState(state) }
  }

  function mark() {
    code?.markState(document, selected(), shown.state)
  }

  async function follow() {
    const { scheme, state } = wanted()
    if (!code && scheme === undefined && state === undefined) return
    // Where it cannot be loaded, the page is shown as it is until something is chosen again.
    code ??= await import('./shownAs.ts').catch(() => undefined)
    if (stopped) return
    const next = wanted()
    if (code && (next.scheme !== shown.scheme || next.state !== shown.state)) {
      shown = next
      changed()
    }
    mark()
  }

  const stopState = session.state.subscribe(() => void follow())
  void follow()
  return {
    css: (text) => code?.cssShownAs(text, shown) ?? text,
    attributes(own) {
      const { scheme } = shown
      if (!code || scheme === undefined) return own
      const { mediaShownAs } = code
      return own.map(([name, value]): Attribute => [name, name === 'media' ? mediaShownAs(value, scheme) : value])
    },
    mark,
    stop() {
      stopped = true
      stopState()
    },
  }
}
