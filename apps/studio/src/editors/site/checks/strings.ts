/** Texts of the list of findings. */
export const checks = (counted: string | number) => `Checks: ${counted}`
export const checksTitle = 'Checks'
export const stylesAndTokens = 'Styles and tokens'
export const aPage = 'A page'
export const lookingAtEveryWidth = 'Checking every width…'
export const siteNotChecked = (problem: string | number) =>
  `Only the open page could be checked. ${problem} The rest is checked when this is opened again.`
export const nothingWrongHint =
  'Links, forms, pictures, labels, contrast, headings and widths are looked at while you edit. Problems that visitors would meet are listed here.'
export const nothingIsWrong = 'Nothing is wrong'
export const andMore = (count: number) => `and ${count} more`
export const hideNotes = 'Hide notes'
