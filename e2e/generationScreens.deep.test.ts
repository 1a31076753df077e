/** Slow by design: every state of a plan, at three widths and in both schemes, by every rule. */
import { checkEveryWindow } from './support/everyWindow.ts'
import { planScreens } from './support/screens/planScreens.ts'

checkEveryWindow('plans', planScreens)
