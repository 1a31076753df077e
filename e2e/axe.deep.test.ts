/** Slow by design: every screen of the editor, at three widths and in both schemes, by every rule. */
import { checkEveryWindow } from './support/everyWindow.ts'
import { editorScreens } from './support/screens/editorScreens.ts'
import { prepare } from './support/screens/prepare.ts'

checkEveryWindow('the editor', editorScreens, prepare)
