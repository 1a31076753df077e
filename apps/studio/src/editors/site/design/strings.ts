/** What the design tokens say. */
export const colours = 'Colours'
export const addAColour = 'Add a colour'
export const noColoursHintStart = 'None yet. A colour becomes'
export const noColoursHintEnd = 'with shades, tints and a value for dark schemes.'
export const exampleVariable = 'var(--name)'
export const choose = (slug: string | number) => `Choose ${slug}`
export const nameOf = (name: string | number) => `Name of ${name}`
export const valueOfToken = (slug: string | number) => `Value of ${slug}`
export const moreAbout = (name: string | number) => `More about ${name}`
export const copyVar = 'Copy var(--…)'
export const removeTheDarkValue = 'Remove the dark value'
export const giveItADarkValue = 'Give it a dark value'
export const deleteText = 'Delete'
export const chooseDarkValue = (slug: string | number) => `Choose ${slug} in the dark`
export const dark = 'dark'
export const darkValueOfToken = (slug: string | number) => `Value of ${slug} in the dark`
export const darkValuePlaceholder = '#… for dark schemes'
export const copyVariable = (variable: string | number) => `Copy var(--${variable})`
export const fonts = 'Fonts'
export const addAFont = 'Add a font'
export const noFontsHint =
  'None yet. Install a Google font by its name, or upload a font file; the site serves it itself.'
export const fallbackOnly = 'fallback only'
export const thenFallback = 'then'
export const fallbackOf = (name: string | number) => `Fallback of ${name}`
export const noFamily = 'None: the fallback alone'
export const whatItIsFor = 'What it is for'
export const heading = 'Heading'
export const googleFont = 'Google font'
export const googleFontNote = 'Fetched once, then served with the site.'
export const family = 'Family'
export const upload = 'Upload'
export const fontFileToUpload = 'Font file to upload'
export const fallback = 'Fallback'
export const cancel = 'Cancel'
export const addFont = 'Add font'
export const installFont = 'Install font'
export const typeScale = 'Type scale'
export const spacingScale = 'Spacing scale'
export const noTypeScaleHint = 'None yet. Sizes of text that grow with the screen.'
export const noSpacingScaleHint = 'None yet. Distances that grow with the screen.'
export const createScale = (title: string | number) => `Create the ${title}`
export const atPx = (width: string | number) => `at ${width}px`
const ends = { min: 'narrowest', max: 'widest' } as const
export const baseSizeAt = (end: 'min' | 'max') => `Base size at the ${ends[end]} screen, in pixels`
export const ratioAt = (end: 'min' | 'max') => `Ratio at the ${ends[end]} screen`
export const named = 'named'
export const stepNamesOf = (title: string | number) => `Names of the ${title}`
export const deleteScale = (title: string | number) => `Delete the ${title}`
export const uploadedFiles = 'Uploaded files'
