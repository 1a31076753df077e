import type { CompileUtilities } from './utilities.ts'

/** A rectangle in CSS pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** One element as it is rendered; `box` counts from the page's top left corner. */
export interface MeasuredNode {
  nodeId: string
  /** The nearest measured element around it. */
  parent?: string
  tag: string
  /** The beginning of the text directly in it. */
  text?: string
  box: Box
  /** How far its content reaches beyond a box that cuts it off. */
  cut?: { x: number; y: number }
  /** How far its content overflows below a box of fixed height. */
  spill?: number
  /** For an element that shows a picture. */
  picture?: 'shown' | 'broken' | 'waiting'
  /** Why it is not visible. */
  unseen?: 'display' | 'visibility' | 'opacity' | 'size'
}

export interface Measured {
  viewport: { width: number; height: number }
  page: { width: number; height: number }
  /** In document order; of what is not displayed, only the outermost element. */
  nodes: MeasuredNode[]
  /** Notes on this rendering for the reader of a report, as sentences. */
  notes?: string[]
}

export interface Capture {
  mimeType: 'image/png'
  /** Base64. */
  data: string
  /** Pixels of the picture. */
  width: number
  height: number
}

/** A page on show, until it is closed. */
export interface ShownPage {
  measure(): Promise<Measured>
  /** A picture of `area`, whose long edge has at most `maxEdge` pixels; a sentence if none could be made. */
  capture(area: Box, maxEdge: number): Promise<Capture | { problem: string }>
  close(): Promise<void>
}

/** Where pages can be rendered: a studio tab, or a browser without a window. */
export interface ViewSurface {
  /** Whether the requester wants a picture and can see it. The model never decides this. */
  readonly picture: boolean
  /** The URL that it loads the site’s media from, without a slash at its end; absent if it loads none. */
  readonly files?: string
  /** Compiles utility classes elsewhere; in the same thread without it. */
  readonly compileUtilities?: CompileUtilities
  /** Renders a whole HTML document in a viewport of this size, and waits for what it loads. Scripts MUST NOT run in it. */
  show(page: { html: string; width: number; height: number }): Promise<ShownPage>
}
