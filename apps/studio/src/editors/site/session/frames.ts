import { type Breakpoint, breakpoints } from '@atelier/site'
import type { OpenSite } from './session.ts'
import type { EditorState } from './state.ts'

/** The frames of a site, from the narrowest to the widest: one for each of its breakpoints. */
export function framesOf(site: OpenSite | undefined): readonly Breakpoint[] {
  return site ? breakpoints(site.local.view) : []
}

/** The breakpoint of the frame that one works in; undefined in `fit`, and where the site has lost the breakpoint. */
export function activeFrame({ width }: Pick<EditorState, 'width'>, site: OpenSite | undefined): Breakpoint | undefined {
  return framesOf(site).find(({ id }) => id === width)
}

/** The width of the frame that one works in, in CSS pixels; undefined if it takes what room there is. */
export function activeWidth(state: Pick<EditorState, 'width'>, site: OpenSite | undefined): number | undefined {
  return activeFrame(state, site)?.width
}
