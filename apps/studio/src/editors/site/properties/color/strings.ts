/** Texts of the colour picker. */
export const tokens = 'Tokens'
export const otherColours = 'Other colours of the site'
export const tokenWithDark = (name: string, dark: string) => `${name} (dark: ${dark})`
export const hue = 'Hue'
export const alpha = 'Alpha'
export const lightnessAndChroma = 'Lightness and chroma'
export const lightnessChromaOf = (lightness: number, chroma: number) =>
  `Lightness ${Math.round(lightness * 100)} %, chroma ${chroma.toFixed(2)}`
export const asText = (label: string) => `${label}, as text`
export const pickFromTheScreen = 'Pick a colour from the screen'
export const contrastUnknown = 'Contrast unknown: there is a picture behind it.'
export const contrastBehind = {
  text: 'to 1 against what is behind: enough for text',
  largeText: 'to 1 against what is behind: enough for large text only',
  nothing: 'to 1 against what is behind: too little for text',
}
export const contrastText = {
  text: 'to 1 for the text on it: enough',
  largeText: 'to 1 for the text on it: enough for large text only',
  nothing: 'to 1 for the text on it: too little',
}
