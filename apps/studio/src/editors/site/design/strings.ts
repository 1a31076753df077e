/** Texts of the design tokens. */
export const colours = 'Colours'
export const addAColour = 'Add a colour'
export const noColoursHintStart = 'None yet. A colour becomes'
export const noColoursHintEnd = 'with shades, tints and a value for dark schemes.'
export const exampleVariable = 'var(--name)'
export const choose = (slug: string | number) => `Choose ${slug}`
export const nameOfToken = (name: string | number) => `Name of ${name}`
export const valueOfToken = (slug: string | number) => `Value of ${slug}`
export const moreAboutLocked = (name: string) => `More about ${name}, locked for the agent`
export const lockForTheAgent = 'Lock for the agent'
export const unlockForTheAgent = 'Unlock for the agent'
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
export const makeRamp = 'Make a ramp of shades'
export const makeRampAgain = 'Derive the shades again'
export const editShades = 'Edit the shades'
export const hideShades = 'Hide the shades'
export const removeRamp = 'Remove the shades'
export const shadesOf = (name: string) => `Shades of ${name}`
export const darkShadesOf = (name: string) => `Shades of ${name} in the dark`
export const stepsFromTo = (first = '', last = '') => `${first}–${last}`
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
export const weights = 'Weights'
export const weightsNote = 'Empty: those that the styles use, as far as the family has them.'
export const installWeights = (weights: string) => `Install the weights used: ${weights}`
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
export const view = 'Tokens or styles'
export const tokens = 'Tokens'
export const styles = 'Styles'
export const radii = 'Radii'
export const addARadius = 'Add a radius'
export const noRadiiHint = 'None yet. How round corners are, under one name for buttons, cards and pictures.'
export const shadows = 'Shadows'
export const addAShadow = 'Add a shadow'
export const noShadowsHint = 'None yet. What lies above the page, always with the same light.'
export const otherTokens = 'Other tokens'
export const addAToken = 'Add a token'
export const noOtherTokensHint = 'None yet. Any value under a name: a duration, a width, a z-index.'
export const whereUsed = 'Show where it is used'
export const usesCount = (count: number) => (count === 0 ? 'Not in styles' : `${count}×`)
export const usedNowhere = 'Nothing uses it.'
export const counting = 'Looking through the site…'
export const onElement = (attribute: string) => `An element, by ${attribute}`
export const repeated = 'Values that repeat'
export const repeatedHint = 'A value under a name is changed in one place.'
export const showFewer = 'Show fewer'
export const showAll = (count: number) => `Show all ${count}`
export const nameOfNewToken = (value: string) => `Name of the token for ${value}`
export const stands = (count: number) => `stands ${count} times`
export const makeToken = 'Make a token'
export const makeTokenOf = (value: string) => `Make a token of ${value}`
export const takeToken = (token: string) => `Use ${token}`
export const takeTokenFor = (token: string, value: string) => `Use ${token} for ${value}`
export const weightsUsed = (weights: string) => `Weights that the styles use: ${weights}`
export const noStyles = 'No styles yet'
export const noStylesHint = 'Style an element in the panel on the right; every rule of the site is listed here then.'
export const searchStyles = 'Search styles'
export const show = 'Show'
export const allStyles = (count: number) => `All ${count}`
export const usedStyles = (count: number) => `Used ${count}`
export const unusedStyles = (count: number) => `Unused ${count}`
export const noUnused = 'Every rule is used somewhere.'
export const nothingFound = 'No rule has this in its selector.'
export const ownSheet = 'Styles of the site'
export const inLayer = (layer: string) => `@layer ${layer}`
export const moreStyles = (count: number) => `${count} more: search to find them.`
export const unused = 'unused'
export const usedBy = (nodes: number, pages: number) =>
  nodes === 0 ? 'no element now' : pages > 1 ? `${nodes} on ${pages} pages` : `${nodes}`
export const rename = 'Rename'
export const duplicate = 'Duplicate'
export const mergeInto = 'Merge into…'
export const mergeTarget = (name: string) => `Merge .${name} into`
export const deleteClass = 'Delete everywhere'
export const deleteRule = 'Delete the rule'
export const usedOn = 'Used on'
export const thisRule = 'This rule'
export const moveRuleUp = 'Move up'
export const moveRuleDown = 'Move down'
export const winsNow = (properties: readonly string[], to: string, from: string, nodes: number) =>
  `${properties.join(', ')} of ${nodes === 1 ? '1 element' : `${nodes} elements`} now comes from ${to}, not from ${from}.`
export const extractFromThis = 'Choose to extract a class'
export const doNotExtract = 'Do not extract'
export const extract = 'Extract a class'
export const chosenStyles = (count: number) => (count === 1 ? '1 rule: choose another' : `${count} rules`)
export const nameOfNewClass = 'Name of the new class'
export const newClass = 'shared'
export const newNameOf = (name: string) => `New name of .${name}`
export const scriptsName = (lines: number, name: string) =>
  lines === 1 ? `1 line of a script still names ${name}.` : `${lines} lines of scripts still name ${name}.`
export const mayMean = (lines: number, name: string) =>
  lines === 1
    ? `1 more line may mean ${name}, and stays as it is:`
    : `${lines} more lines may mean ${name}, and stay as they are:`
const whyUnsure: Readonly<Record<string, string>> = {
  dynamic: 'a name is put together here',
  string: 'a text that may be the class',
  key: 'a key that may be the class',
  data: 'a data attribute',
}
export const unsureLine = (place: string, line: number, reason: string) =>
  `${place}, line ${line}: ${whyUnsure[reason] ?? reason}`
export const thePage = 'The page'
export const done = 'Done'
export const changeThem = 'Change scripts too'
export const leaveThem = 'Leave them'
