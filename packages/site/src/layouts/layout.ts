/** One class of a ready layout: what it is for, as CSS for a site that has no such class yet. */
export interface LayoutPart {
  /** Other names under which sites have the same thing. */
  also?: readonly string[]
  /**
   * Declarations, one a line. `{space:24}` is a length in CSS pixels that the site's nearest token replaces; `{color:line}`
   * is a colour by its role. A `?` (`{radius?:8}`) drops the declaration when the site has no such token.
   */
  css: string
  /** Declarations for wide frames only, and what takes their place on phones when the site's base is the widest frame. */
  wide?: string
  narrow?: string
  /** Declarations under a state, such as `:hover`. */
  states?: Readonly<Record<string, string>>
  /** The properties that a class of the site has to set to be used instead; without it, the first ones of `css`. */
  needs?: readonly string[]
}

export type LayoutGroup = 'elements' | 'layouts'

/** An element or a ready layout that can be inserted. */
export interface Layout {
  id: string
  label: string
  group: LayoutGroup
  /** Further words by which people look for it. */
  keywords: string
  /** Its classes are names of `parts`; a class that is no part stays as it is. */
  html: string
  parts?: Readonly<Record<string, LayoutPart>>
}
