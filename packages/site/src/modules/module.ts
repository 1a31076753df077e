import type { TSchema } from 'typebox'

export type ModuleCategory = 'layout' | 'text' | 'media' | 'forms' | 'data' | 'structure'

/** What a prop of a module is in the HTML. */
export type PropTarget = { attribute: string } | { text: true } | { tag: true }

export interface ModuleProp {
  label: string
  /** JSON Schema of its values. */
  schema: TSchema
  default?: string | number | boolean
  to: PropTarget
}

/**
 * A view of nodes: what a kind of element is called, and which of its attributes are props. The nodes themselves are
 * HTML; what no prop names is still there, and can be changed by its attribute's name.
 */
export interface SiteModule {
  id: string
  name: string
  category: ModuleCategory
  /** HTML of a new one, for insertHtml. */
  html: string
  props: Readonly<Record<string, ModuleProp>>
}
