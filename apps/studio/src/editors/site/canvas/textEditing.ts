import { warmUp } from '../../../ui/lazyWhenIdle.ts'

export type { FirstCaret } from '../text/caret.ts'
export { editableAt } from '../text/editable.ts'
export type { TextEditing } from '../text/typedText.ts'

/** What is needed to type in the canvas is loaded after the page is there, or by the first double click. */
export const loadTyping = () => import('../text/typing.ts')

warmUp(loadTyping, 1_500)
