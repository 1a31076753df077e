export {
  applyingRules,
  bareClass,
  canMatch,
  classNames,
  type PageSummary,
  summarize,
} from './applying.ts'
export type { CssChange } from './change.ts'
export {
  addDeclaration,
  type EditOutcome,
  findRule,
  removeDeclaration,
  removeRule,
  setDeclaration,
  setPrelude,
  switchDeclaration,
  switchedOff,
} from './edit.ts'
export { elementsOf } from './elements.ts'
export { longhandsOf } from './longhands.ts'
export { canonical } from './normalize.ts'
export { overlap } from './overlap.ts'
export { parseBlock, parseCss, propertyName } from './parse.ts'
export { printCss, printRules } from './printCss.ts'
export * from './records.ts'
export { type Declaration, type Rule, readDeclaration, readRules, walkRules } from './rules.ts'
export { cssRefusal as refusal } from './safety.ts'
export { type ComplexSelector, parseSelectors, type Specificity, specificityOf } from './selector.ts'
export { type ElementTree, matchSelectors, type States } from './selectorMatch.ts'
export type { CssError, Item, Sheet } from './syntax.ts'
export { escapeName, tokenize, unescapeName, urlText } from './tokenize.ts'
