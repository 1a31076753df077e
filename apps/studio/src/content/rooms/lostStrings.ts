/** Texts about references that lead to nothing. */
export const lostReferences = 'References to nothing'
export const lostHint = 'These values name entries that do not exist. Take them out, or choose another entry.'
export const refersTo = (field: string, target: string) => `${field}: ${target}`
export const inLanguage = (title: string, language: string | undefined) =>
  language === undefined ? title : `${title} · ${language}`
export const clear = 'Clear'
export const clearOf = (target: string, title: string) => `Clear ${target} in ${title}`
export const choose = 'Choose another'
export const chooseInstead = (target: string) => `Choose another entry than ${target}`
export const more = (count: number) => `${count} more are listed once these are mended.`
export const mended = 'Mended'
