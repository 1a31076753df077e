export { readPageCascade } from './cascade.ts'
export { conditionChoices, type SelectorChoice, selectorChoices, stateChoices } from './choices.ts'
export type { StyleDeclarations } from './editRule.ts'
export { type ReadStyle, readStyle } from './read.ts'
export { resolveTarget } from './resolve.ts'
export type {
  LonghandStyle,
  StrongerReason,
  StrongerRule,
  StyleSource,
  StyleTarget,
  TargetRefusal,
  TargetScope,
  TargetWish,
} from './types.ts'
export { refuseNode } from './unstyled.ts'
export { frameWidths } from './widths.ts'
export {
  previewStyle,
  type StyleOutcome,
  type WrittenProperty,
  type WrittenStyle,
  writeStyle,
} from './write.ts'
