export { siteUtilities } from './settings.ts'
export { utilityCss } from './sheet.ts'
