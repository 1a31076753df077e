/** What the properties of the selected node say. */
export const properties = 'Properties'
export const nothingSelected = 'Nothing selected'
export const clickSomethingOnThePage =
  'Click something on the page to see and change its style. Double click a text to edit it.'
export const style = 'Style'
export const settings = 'Settings'
export const whereItStands = 'Where it stands'
export const textNode = 'text'
export const addAClass = 'Add a class'
export const removeTheClass = (name: string) => `Remove the class ${name}`
export const remove = (name: string) => `Remove ${name}`
export const text = 'Text'
export const picture = 'Picture'
export const attributes = 'Attributes'
export const nameOfANewAttribute = 'Name of a new attribute'
export const nameOfAttribute = 'name'
export const valueOfTheNewAttribute = 'Value of the new attribute'
export const valueThenEnter = 'value, then Enter'
export const textHasNoStyleOfItsOwn = 'Text has no style of its own'
export const selectTheElementAroundIt = 'Select the element around it: press Esc or the left arrow.'
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
export const componentTitle = (title: string) => `Component “${title}”`
export const editComponent = 'Edit component'
export const detach = 'Detach'
export const template = 'Template'
export const standsAround = 'Stands around'
export const nothingItIsAPage = 'Nothing: it is a page'
export const allPages = 'All pages'
export const nothingItIsThe404Page = 'Nothing: it is the 404 page'
export const priority = 'Priority'
export const itHasNoOutletYet = 'It has no outlet yet, so it does not surround any page.'
export const addAnOutlet = 'Add an outlet'
