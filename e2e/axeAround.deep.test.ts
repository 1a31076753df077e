/** Slow by design: every screen around the editor, at three widths and in both schemes, by every rule. */
import { checkEveryWindow } from './support/everyWindow.ts'
import { pageScreens } from './support/screens/pageScreens.ts'
import { prepare } from './support/screens/prepare.ts'
import { workScreens } from './support/screens/workScreens.ts'

checkEveryWindow('publishing, versions, comparing and the agent', workScreens, prepare)
checkEveryWindow('the pages around the editor', pageScreens, prepare)
