import { warmUp } from '../../../ui/lazyWhenIdle.ts'

export type { FirstCaret } from '../text/caret.ts'
export type { FieldText } from '../text/fieldTyping.ts'
export type { TextEditing, TypingHost } from '../text/typedText.ts'

/** The code for typing in the canvas is loaded after the page is shown, or by the first double click. */
export const loadTyping = () => import('../text/typing.ts')
/** The same of texts that come from entries. */
export const loadFieldTyping = () => import('../text/fieldTyping.ts')

warmUp(loadTyping, 1_500)
