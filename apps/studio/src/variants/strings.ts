/** Texts of the dialog in which a section is written again in three variants. */
export const title = 'Section again, in three variants'
export const variantsTitle = (section: string) => `Three variants of “${section}”`
export const description = 'The page stays as it is until you take one.'
export const wish = 'What should be different?'
export const wishHint = 'Leave it empty for three usual directions: another arrangement, quieter, bolder.'
export const make = 'Make three variants'
export const makeNew = 'Make three new ones'
export const cancel = 'Cancel'
export const rehearsal =
  'A rehearsal plays, not AI: it arranges the section’s own words and pictures in three ready ways.'
export const model = (name: string) => `Written by ${name}, in one run.`
export const making = 'Three variants are being written'
export const makingHint = 'You may close this: they are kept, and found again by this command.'
export const stop = 'Stop'
export const present = 'Present'
export const keepPresent = 'Keep the present one'
export const take = 'Take this one'
export const takeNamed = (name: string) => `Take this one: ${name}`
export const sampleOf = (name: string) => `Sample of ${name}`
export const noSample = 'This variant cannot be shown.'
export const variants = 'Variants'
export const waiting = 'Variants that wait for a choice'
export const nothingWaits = 'No variants wait for a choice'
export const nothingWaitsHint = 'Select a section on the page, then use this command again.'
export const states: Readonly<Record<string, string>> = {
  making: 'Being written',
  ready: 'Ready to choose from',
  failed: 'Not made',
}
export const failed = 'No variants were made'
export const notTaken = 'It was not taken'
export const undo = 'Undo'
export const taken = (name: string) => `“${name}” is on the page`
