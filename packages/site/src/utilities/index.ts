export { isFrameworkClass, isUnstyled, MANY_FRAMEWORK_CLASSES } from './frameworkClass.ts'
export { siteUtilities } from './settings.ts'
export { utilityCss } from './sheet.ts'
