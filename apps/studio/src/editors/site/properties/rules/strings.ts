/** Texts of the list of rules. */
export const noRuleMatches = 'No rule matches'
export const addAClassAbove = (tag: string) =>
  `Add a class above, then a rule for it; or ask the agent to style this ${tag}.`
export const moreAboutThisRule = 'More about this rule'
export const copyAsCss = 'Copy as CSS'
export const backgroundPicture = 'Background picture…'
export const deleteRule = 'Delete rule'
export const addADeclarationTo = (selector: string) => `Add a declaration to ${selector}`
export const propertyAndValue = 'property: value'
export const ruleFor = (name: string) => `Rule for .${name}`
export const switchOn = (name: string) => `Switch ${name} on`
export const switchOff = (name: string) => `Switch ${name} off`
export const property = (name: string) => `Property ${name}`
export const valueOfProperty = (name: string) => `Value of ${name}`
export const chooseAnotherColour = (value: string) => `Choose another colour than ${value}`
export const chooseAPicture = 'Choose a picture'
export const chooseAPictureFor = (property: string) => `Choose a picture for ${property}`
export const chooseAToken = 'Choose a token'
export const chooseATokenFor = (property: string) => `Choose a token for ${property}`
export const removeRulePart = (name: string) => `Remove ${name}`
