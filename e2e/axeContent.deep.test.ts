/** Slow by design: every screen of the content, at three widths and in both schemes, by every rule. */
import { checkEveryWindow } from './support/everyWindow.ts'
import { contentScreens } from './support/screens/contentScreens.ts'
import { prepare } from './support/screens/prepare.ts'

checkEveryWindow('the content', contentScreens, prepare)
