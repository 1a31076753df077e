/** Texts about the cost of a translation by the agent. */
export const whatIsTranslated = 'What is translated'
export const toTranslate = 'To translate'
export const modelWord = 'Model'
export const noModelForAgent = 'None yet: choose one in the AI settings'
export const expectedTokens = 'Tokens'
export const aboutTokens = (count: string) => `about ${count}`
export const noTokens = 'none: a scripted demonstration'
export const expectedCost = 'Cost'
export const aboutCost = (amount: string) => `about ${amount}`
export const noCost = '$0'
export const priceUnknown = 'not known: the model has no price here'
export const cancel = 'Cancel'
export const translateNow = 'Translate'
