/** Where a style is to be written, as a person or an agent asks for it. The rules of the target choose omitted parts. */
export interface TargetWish {
  /**
   * A selector that the element matches (`.card`, `h2`, `.card > p`), or a class that it is to get (`.card-wide`).
   * Without it: the class that `selectorChoices` lists first.
   */
  selector?: string
  /** The width of the frame one works in, in CSS pixels. Without it, the base frame. */
  width?: number
  /** The part behind the selector: `:hover`, `::before`, `:hover::after`. */
  state?: string
  /** Exactly these at-rules around the rule, outermost first: `@container (min-width: 30rem)`. `[]` is none. */
  conditions?: readonly string[]
  /** In the base of a mobile-first site: only below the next frame. */
  onlyBelow?: boolean
  /** One standing rule, which outweighs all the others: what a `StrongerRule` offers. */
  ruleId?: string
  /** The element's own `style` attribute instead of a rule, which has neither a state nor conditions. */
  attribute?: boolean
}

/**
 * The kind of width that a target writes for: `base` is all widths, `width` the frame and those away from the base,
 * `below` those below the next frame, `chosen` at-rules that were chosen.
 */
export type TargetScope = 'base' | 'width' | 'below' | 'chosen'

/** Where a style is written. */
export interface StyleTarget {
  nodeId: string
  /** The selector without the state; `style` for the attribute. */
  selector: string
  /** `:hover`, `::before`, or empty. */
  state: string
  scope: TargetScope
  /** The at-rules around it without layers, outermost first: `@media (min-width: 48rem)`. */
  conditions: string[]
  /** The cascade layer; empty outside layers. */
  layer: string
  /** The stylesheet: a sheet's id, a page's id, or empty for the site's own. */
  sheet: string
  /** The rule that is edited; undefined if a new one is made. */
  rule?: { ruleId: string }
  /** The element's own `style` attribute is edited, and no rule. */
  attribute?: true
  /** The class that the element gets, because it does not have it yet. */
  addsClass?: string
  /** The widths of the other frames in which the target applies too, narrowest first. */
  changes: number[]
  /** In the base of a mobile-first site: the width below which `onlyBelow` restricts the target. */
  below?: number
}

/** Why a target cannot be resolved: a sentence, and what to do instead. */
export interface TargetRefusal {
  error: string
  hint: string
}

/** A declaration that applies to an element. */
export interface StyleSource {
  /** The element that it styles: an ancestor if the value is inherited. */
  nodeId: string
  /** Absent for the element's `style` attribute, and for a rule that is `made`. */
  ruleId?: string
  declarationId?: string
  /** As written; `style` for the attribute. */
  selector: string
  /** The at-rules around it, layers too, outermost first. */
  conditions: string[]
  /** The states and the pseudo-element of the selector: `:hover`, `::before`. */
  state: string
  /** The stylesheet: a sheet's id, a page's id, or empty for the site's own. */
  sheet: string
  layer: string
  /** The rule's source, if it cannot be edited as a rule: design tokens, or a style among the code. */
  made?: 'tokens' | 'code'
  /** The path of the style among the code. */
  file?: string
  /** The property and its value as they are written there: a shorthand if that sets the longhand. */
  property: string
  value: string
  important: boolean
}

/** Why one declaration outweighs another (CSS Cascade 5, 6.1), the first that decides. */
export type StrongerReason = 'important' | 'style' | 'layer' | 'specificity' | 'order'

/** A declaration that would win over what is written to a target. */
export interface StrongerRule extends StyleSource {
  reason: StrongerReason
  /** The longhands of the property that it keeps. */
  longhands: string[]
}

/** One longhand of an element, with its winner in one frame and state. */
export interface LonghandStyle {
  /** The longhand, or a custom property. */
  property: string
  /** The longhand's own part of what was declared; all of it where a shorthand cannot be taken apart. */
  value: string
  /**
   * `here`: the target's rule sets it and wins. `overridden`: that rule sets it and `source` wins. `elsewhere`: another
   * rule of the element sets it. `inherited`: an ancestor does.
   */
  status: 'here' | 'overridden' | 'elsewhere' | 'inherited'
  /** The declaration that wins. */
  source: StyleSource
  /** Why `source` would also win over a value that is written to the target; absent if that value would show. */
  stronger?: StrongerReason
  /** The weaker declarations of the same element, strongest first. */
  overridden: StyleSource[]
  /** The custom properties that the declaration names. */
  variables: string[]
}
