/** Texts about fields that have one value for all languages. */
export const inAllLanguages = 'Same in all languages'
export const inAllLanguagesHint = 'One value, edited once: for dates, numbers, pictures, relations and tags.'
export const proposal = 'Are these the same in all languages?'
export const proposalHint = (fields: string) =>
  `${fields}. Such a field is edited once and shown in every language. You can take this back.`
export const shareThem = 'Share them'
export const notNow = 'Not now'
export const differTitle = 'Languages have different values'
export const differHint = 'The value of the default language is then shown in all of them. Undo brings the others back.'
export const takeDefault = 'Take the default language’s'
export const shared = (count: number) => (count === 1 ? '1 field is shared now' : `${count} fields are shared now`)
