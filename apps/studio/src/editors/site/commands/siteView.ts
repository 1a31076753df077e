import { page as pageEntry } from '@atelier/site'
import type { EditorSession } from '../session/session.ts'

/**
 * The target of a zoom: a step nearer or farther, all frames, the selected node or back from it, or a factor (1 is 100
 * %).
 */
export type ZoomWish = 'in' | 'out' | 'fit' | 'selection' | number

/** The state that the commands of the site editor act on. */
export interface SiteView {
  readonly session: EditorSession
  /** Begins to edit the text of a node on the canvas. */
  editText(nodeId: string): void
  zoom(to: ZoomWish): void
  /** Moves what the canvas shows, by shares of its width and height. */
  pan(across: number, down: number): void
  showPanel(panel: 'navigator' | 'properties'): void
  /** Opens the content of the project in place of its site. */
  openContent(): void
}

/** The open page's tree and the selected node in it. */
export function selection({ session }: SiteView) {
  const tree = session.page.get()?.model.tree()
  const { selected } = session.state.get()
  return { tree, node: selected === undefined ? undefined : tree?.node(selected) }
}

/** The selected nodes without the body of the page. */
export function selectedIds(view: SiteView): readonly string[] {
  const root = selection(view).tree?.root
  return view.session.state.get().selection.filter((id) => id !== root)
}

/** Whether the site has a page, template or component of this id. */
export function hasDocument({ session }: SiteView, id: string): boolean {
  const view = session.site.get()?.local.view
  return view !== undefined && pageEntry(view, id) !== undefined
}

/** All of the ids with a list, or without it if all are in it. */
export function switched(list: readonly string[], ids: readonly string[]): string[] {
  const rest = list.filter((id) => !ids.includes(id))
  return ids.every((id) => list.includes(id)) ? rest : [...rest, ...ids]
}
