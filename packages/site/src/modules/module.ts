import type { TSchema } from 'typebox'

export type ModuleCategory = 'layout' | 'text' | 'media' | 'forms' | 'data' | 'structure'

/** The part of the HTML that a prop of a module sets. */
export type PropTarget = { attribute: string } | { text: true } | { tag: true }

export interface ModuleProp {
  label: string
  /** JSON Schema of its values. */
  schema: TSchema
  default?: string | number | boolean
  to: PropTarget
}

/**
 * A view of nodes: the name of a kind of element, and its attributes that are props. The nodes themselves are
 * HTML; an attribute without a prop is kept, and can be changed by its own name.
 */
export interface SiteModule {
  id: string
  name: string
  category: ModuleCategory
  /** HTML of a new one, for insertHtml. */
  html: string
  props: Readonly<Record<string, ModuleProp>>
}
