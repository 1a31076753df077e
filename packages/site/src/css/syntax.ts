/** A comment in the place of a rule or a declaration. Comments inside either stay in its text. */
export interface CommentItem {
  kind: 'comment'
  before: string
  text: string
  start: number
}

export interface DeclarationItem {
  kind: 'declaration'
  /** White space (and stray semicolons) in front. */
  before: string
  /** The property in lower case, escapes resolved; a custom property as it is written. */
  name: string
  /** As authored, without the semicolon: `color: red !important`. */
  text: string
  end: ';' | ''
  start: number
}

/** A rule with a block that was understood: a style rule, or an at-rule whose block holds rules or declarations. */
export type BlockItem = Block<'style'> | Block<'at'>

interface Block<Kind> {
  kind: Kind
  before: string
  /** The at-keyword without `@`, in lower case; empty for a style rule. */
  name: string
  /** Everything up to the `{`, with the white space in front of it. */
  prelude: string
  items: Item[]
  /** White space in front of the `}`. */
  tail: string
  close: '}' | ''
  start: number
}

/** An at-rule that is kept as one text: a statement (`@import …;`), or one with a block of an unknown form. */
export type VerbatimItem = Verbatim<'statement'> | Verbatim<'raw'>

interface Verbatim<Kind> {
  kind: Kind
  before: string
  name: string
  text: string
  start: number
}

/** Text that a browser would drop. It is kept so that it can be reported before it is lost. */
export interface BadItem {
  kind: 'bad'
  before: string
  text: string
  start: number
}

export type Item = CommentItem | DeclarationItem | BlockItem | VerbatimItem | BadItem

/** `line` and `column` count from 1; `column` in UTF-16 units. */
export interface CssError {
  line: number
  column: number
  message: string
}

export interface Sheet {
  items: Item[]
  tail: string
  errors: CssError[]
}

/** At-rules whose blocks hold rules or declarations that can be edited one by one. */
export const structuredAtRules: ReadonlySet<string> = new Set([
  'media',
  'supports',
  'layer',
  'container',
  'scope',
  'starting-style',
  'document',
  '-moz-document',
  'keyframes',
  '-webkit-keyframes',
  '-moz-keyframes',
  '-o-keyframes',
  'font-face',
  'property',
  'counter-style',
  'font-palette-values',
  'position-try',
  'view-transition',
])

/** At-rules that only put a condition, a layer or a scope around rules. */
export const groupingAtRules: ReadonlySet<string> = new Set([
  'media',
  'supports',
  'layer',
  'container',
  'scope',
  'starting-style',
  'document',
  '-moz-document',
])

export const isKeyframes = (name: string) => name === 'keyframes' || name.endsWith('-keyframes')
