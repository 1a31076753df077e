export { countTokenUses, type Token, tokens } from './all.ts'
export { type KnownColor, printColor, type ReadColor, readColor } from './color.ts'
export { type AuthoredToken, authoredTokens, customPropertyNames, tokenDigest } from './digest.ts'
export { type FrameworkOptions, fontFiles, frameworkCss, siteFramework } from './framework.ts'
export { kindOfProperty, kindOfValue, type ValueKind } from './kinds.ts'
export { type TokenLock, tokenLock } from './lock.ts'
export {
  fromOklch,
  fromSrgb,
  isInSrgb,
  type Oklch,
  oklchToSrgb,
  readOklch,
} from './oklch.ts'
export { type ColorRamp, colorRamps } from './ramps.ts'
export { isTokenKey } from './records.ts'
export { type RepeatedKind, type RepeatedValue, repeatedValues } from './repeated.ts'
export { rootFontSize } from './rootSize.ts'
export {
  defaultScales,
  type Scale,
  type ScaleEnd,
  type ScaleKind,
  type ScaleStep,
  scaleSteps,
  stepName,
} from './scale.ts'
export { lightAndDark, printSchemes, resolveVariables } from './schemes.ts'
export { contrast, over, type Srgb, toSrgb } from './srgb.ts'
export { suggestName } from './suggestName.ts'
export {
  type ColorToken,
  type DesignSystem,
  designSystem,
  type FontFamily,
  type FontFile,
  type FontToken,
  isEmptySystem,
  tokenSlug,
} from './system.ts'
export { collectUses, type Uses } from './uses.ts'
export { type Framework, fontStack, frameworkOf, type TokenKind, type Utility, type Variable } from './variables.ts'
export { colorVariants, defaultVariants, type Variant, type VariantSettings } from './variants.ts'
export { fontWeights } from './weights.ts'
