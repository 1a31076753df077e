import type { Touched } from '../model/plan.ts'
import type { EditorSession, OpenPage } from '../session/session.ts'
import { eachFrame } from './schedule.ts'

export type Author = 'self' | 'peer' | 'agent'

export interface PageChanges {
  /** Nodes that look different because of something else than the page. */
  add(touched: Touched): void
  stop(): void
}

/**
 * Gathers what changes in an open page, to be shown at most once in a frame.
 * @param show receives what was touched, and who touched a node or something inside it; undefined if there was no
 * change
 */
export function followChanges(
  session: EditorSession,
  page: OpenPage,
  active: () => boolean,
  show: (touched: Touched, authorOf: (id: string) => Author | undefined) => void,
): PageChanges {
  let pending: Touched | undefined
  const authors = new Map<string, Author>()
  const frames = eachFrame(() => {
    const touched = pending
    pending = undefined
    if (!touched) return
    // An element without a mark represents its content.
    const authorBelow = (id: string) => {
      for (const child of page.model.tree().children(id)) {
        const author = authors.get(child.id)
        if (author !== undefined) return author
      }
      return undefined
    }
    show(touched, (id) => authors.get(id) ?? authorBelow(id))
    authors.clear()
  }, active)
  function add({ fields, placed }: Touched) {
    pending ??= { fields: new Set(), placed: new Set() }
    for (const id of fields) pending.fields.add(id)
    for (const id of placed) pending.placed.add(id)
    frames.ask()
  }
  const stop = page.model.observe(({ touched, origin }) => {
    const written = page.document.author(origin)
    const author = written === 'agent' && session.serverIsAtWork() ? 'self' : written
    for (const id of [...touched.fields, ...touched.placed]) authors.set(id, author)
    add(touched)
  })
  return {
    add,
    stop() {
      stop()
      frames.stop()
    },
  }
}
