/** Texts of the style panel's fields. */
export const suggestions = 'Suggestions'
export const dragToChange = (label: string) => `${label}: drag to change`
export const notAValueOf = (property: string) => `${property} does not take this value.`
export const mixed = 'mixed'
export const equalsToken = (name: string) => `Equals the token ${name}: use it`
export const propertyAndValue = 'property: value'
