import { Type } from 'typebox'
import type { StrongerReason } from '../../target/types.ts'

const textInput = (maxLength: number) => Type.String({ maxLength })

/** Where a style is written or read, as a call asks for it. */
export const TargetWishInput = {
  /** A selector that the node matches, or a class that it is to get. Without it: its own best class. */
  selector: Type.Optional(textInput(10_000)),
  /** The width of the frame, in CSS pixels; without it the base of the site. */
  width: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
  /** `:hover`, `::before`. */
  state: Type.Optional(textInput(200)),
  /** Exactly these at-rules, outermost first. */
  conditions: Type.Optional(Type.Array(textInput(2_000), { maxItems: 16 })),
  /** In the base of a mobile-first site: only below the next frame. */
  onlyBelow: Type.Optional(Type.Boolean()),
  /** One standing rule. */
  ruleId: Type.Optional(textInput(200)),
  /** The node's own `style` attribute instead of a rule. */
  attribute: Type.Optional(Type.Boolean()),
}

const Scope = Type.Union([Type.Literal('base'), Type.Literal('width'), Type.Literal('below'), Type.Literal('chosen')])

/** Where a style is written, in a result. */
export const StyleTargetResult = {
  selector: Type.String(),
  state: Type.String(),
  scope: Scope,
  /** The at-rules around the rule without layers, outermost first. */
  conditions: Type.Array(Type.String()),
  layer: Type.String(),
  /** The stylesheet; empty for the site's own. */
  sheet: Type.String(),
  /** The rule, if there is one. */
  ruleId: Type.Optional(Type.String()),
  /** The node's own `style` attribute is edited, and no rule. */
  attribute: Type.Optional(Type.Boolean()),
  /** The widths of the other frames in which it applies too. */
  changes: Type.Array(Type.Number()),
}

const source = {
  nodeId: Type.String(),
  /** Absent for the `style` attribute. */
  ruleId: Type.Optional(Type.String()),
  declarationId: Type.Optional(Type.String()),
  selector: Type.String(),
  conditions: Type.Array(Type.String()),
  state: Type.String(),
  sheet: Type.String(),
  layer: Type.String(),
  /** Its source, if it cannot be edited as a rule. */
  made: Type.Optional(Type.Union([Type.Literal('tokens'), Type.Literal('code')])),
  /** The path of the style among the code. */
  file: Type.Optional(Type.String()),
  property: Type.String(),
  value: Type.String(),
  important: Type.Boolean(),
}

/** A declaration, in a result. */
export const StyleSourceResult = Type.Object(source)

/** Why a declaration outweighs another, in a result. */
export const StrongerReasonResult = Type.Union([
  Type.Literal('important'),
  Type.Literal('style'),
  Type.Literal('layer'),
  Type.Literal('specificity'),
  Type.Literal('order'),
])

/** A declaration that wins, in a result. */
export const StrongerRuleResult = Type.Object({
  ...source,
  reason: StrongerReasonResult,
  /** The longhands that it keeps. */
  longhands: Type.Array(Type.String()),
})

const because: Readonly<Record<StrongerReason, string>> = {
  important: 'it is !important',
  style: 'it is the style attribute of the node',
  layer: 'its cascade layer is stronger',
  specificity: 'its selector is more specific',
  order: 'it comes later',
}

/** The warning that a declaration does not show. */
export const strongerText = (property: string, selector: string, reason: StrongerReason) =>
  `${property} does not show: \`${selector}\` wins, since ${because[reason]}. Edit that one instead.`
