export { adaptPasted, type Pasted } from './adapt.ts'
export { CLIP_MARK, clipOf } from './clip.ts'
export { htmlOfText, type TextKind, textKind } from './text.ts'
