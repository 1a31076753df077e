import type { PageNode, PageTree, StyleSource, StyleTarget } from '@atelier/site'
import { createContext, use } from 'react'
import type { StyleWish } from '../../session/state.ts'
import type { Vocabulary } from '../fields/useVocabulary.ts'
import type { FieldValue, StrongerValues } from './values.ts'
import type { WrittenRule } from './writtenRules.ts'

/** Declarations by property; null takes one away. */
export type Declarations = Readonly<Record<string, string | null>>

/** The effect of one property's value at the target. */
export interface Outlook {
  property: string
  stronger: readonly StrongerValues[]
  /** The widths of the other frames in which it changes something, and of those where the target applies and a rule wins. */
  changes: readonly number[]
  keeps: readonly number[]
}

/** The values that the style panel's fields read and write: the style of the selected elements at the target. */
export interface StyleEditing {
  readonly tree: PageTree
  /** The selected elements, the one that was selected last first. */
  readonly nodes: readonly [PageNode, ...PageNode[]]
  readonly target: StyleTarget | undefined
  /** The rules that an edit writes: where elements have rules of their own, several. */
  readonly writes: readonly WrittenRule[]
  readonly vocabulary: Vocabulary
  /** The reason why the last edit was refused, and the property of its field. */
  readonly problem: { property: string; message: string } | undefined
  /** The value of a property for all selected elements. */
  read(property: string): FieldValue
  /** The browser's computed values of the first selected element in the active frame; empty where no frame shows it. */
  computed(property: string): string
  /** The element that shows the first selected node. */
  element(): Element | undefined
  /** The token whose value a text is, or that it refers to, without dashes. */
  tokenOf(property: string, value: string): string | undefined
  /** The longhands that the target's rule sets. */
  readonly setHere: ReadonlySet<string>
  /** The properties by which the target's rule sets the longhands of a field: `padding` for `padding-top`. */
  declaredAs(property: string): readonly string[]
  /** Makes the rule of a value the target, on the element that it styles. */
  goTo(source: StyleSource): void
  /** Writes to the target as one step of undo. Answers whether it was taken; if not, `problem` says why. */
  set(declarations: Declarations, field?: string): Promise<boolean>
  /**
   * Writes into the rule that is the target, for the element that was selected last and no other. Answers with a
   * sentence if it was refused.
   */
  setRule(declarations: Declarations): Promise<string | undefined>
  /** Shows values without writing them; undefined ends it. */
  preview(declarations: Declarations | undefined): void
  clearProblem(): void
  /** Shows why something cannot be written, as if it had been refused. Answers false. */
  refuse(field: string, message: string): Promise<boolean>
  /** The properties with a value of the elements' own that are not among these. */
  others(shown: ReadonlySet<string>): readonly string[]
  /** A field of this property gets the focus, so that its outlook is named; undefined when the panel is left. */
  enter(property: string | undefined): void
  /** The effect of a value written now, for the field that was focused last. */
  readonly outlook: Outlook | undefined
  /** The rules that win over what is written to the target, with the properties that they keep. */
  stronger(): readonly StrongerValues[]
  /** The declarations of the target's rule as text. */
  copied(): string
  /** Sets the declarations of a text: of a rule, or without one. */
  paste(text: string): Promise<boolean>
  /** The chosen parts of the target for these elements; empty for what the target's own rules choose. */
  readonly wish: StyleWish
  choose(wish: StyleWish): void
}

export const StyleContext = createContext<StyleEditing | undefined>(undefined)

/** @throws outside of the style panel, which is a mistake of the author */
export function useStyle(): StyleEditing {
  const editing = use(StyleContext)
  if (!editing) throw new Error('useStyle stands outside of the style panel')
  return editing
}

/** The target of a property's field: what was typed for another target goes. */
export const subjectOf = ({ nodes, target }: Pick<StyleEditing, 'nodes' | 'target'>, property: string): string =>
  [...nodes.map(({ id }) => id), target?.selector, target?.state, ...(target?.conditions ?? []), property].join(' ')
