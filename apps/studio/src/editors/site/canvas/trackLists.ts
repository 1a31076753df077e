import { readStyle } from '@atelier/site'
import { readTracks } from '../model/tracks.ts'
import { activeWidth } from '../session/frames.ts'
import type { EditorSession } from '../session/session.ts'

/** The tracks of the selected grid as its rule lists them. */
export interface TrackLists {
  /** The list of the rule that wins in this frame; undefined for what is no list, such as `repeat(auto-fill, …)`. */
  read(nodeId: string, property: string): readonly string[] | undefined
  /** Whether there is a list with so many tracks as the browser has laid out, and a line between two of them. */
  has(nodeId: string, property: string, laidOut: number): boolean
}

export function createTrackLists(session: EditorSession): TrackLists {
  /** The last answers: marks are drawn often, and the rules of the page change seldom. */
  const known = new Map<string, readonly string[] | undefined>()
  let knownFor: unknown

  function read(nodeId: string, property: string) {
    const site = session.site.get()
    const page = session.page.get()
    const tree = page?.model.tree()
    if (!site || !page || !tree) return undefined
    const state = session.state.get()
    const wish = state.styleTarget?.nodeId === nodeId ? state.styleTarget.wish : {}
    const width = activeWidth(state, site)
    const { found } = readStyle(
      site.local.view,
      tree,
      nodeId,
      { ...wish, ...(width === undefined ? {} : { width }) },
      page.id,
    )
    const winner = found?.longhands.find((each) => each.property === property && each.status !== 'inherited')
    return winner && readTracks(winner.value)
  }

  return {
    read,
    has(nodeId, property, laidOut) {
      if (laidOut < 2) return false
      const { width, styleTarget } = session.state.get()
      const now = [nodeId, width, styleTarget].join(' ')
      if (knownFor !== now) known.clear()
      knownFor = now
      const key = `${property} ${laidOut}`
      if (!known.has(key)) known.set(key, read(nodeId, property))
      return known.get(key)?.length === laidOut
    },
  }
}
