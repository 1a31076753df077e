export { isUtilityKey, siteUtilities, type Utilities } from './settings.ts'
export { utilityCss } from './sheet.ts'
