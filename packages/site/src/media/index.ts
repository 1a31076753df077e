export { type Crop, type CropArea, cropArea, cropByPath, cropPresets, cropsOf } from './crops.ts'
export * from './entries.ts'
export * from './file.ts'
export { letterboxes, type ResponsiveOptions, type ResponsivePage, responsiveImages } from './images.ts'
export { isPublishedPath } from './path.ts'
export { sitePath, siteUrl } from './resolve.ts'
export * from './responsive.ts'
export {
  documentAddress,
  mapAttributeUrls,
  mapCssUrls,
  missingFile,
  type ShownFiles,
  shownFiles,
} from './shown.ts'
export * from './sniff.ts'
export { type CleanSvg, cleanSvg } from './svg.ts'
export * from './types.ts'
