/** Texts of the selected node's properties. */
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
export const removeItem = (name: string) => `Remove ${name}`
export const text = 'Text'
export const picture = 'Picture'
export const attributes = 'Attributes'
export const nameOfANewAttribute = 'Name of a new attribute'
export const nameOfAttribute = 'name'
export const valueOfTheNewAttribute = 'Value of the new attribute'
export const valueThenEnter = 'value, then Enter'
export const notSet = 'Not set'
export const componentTitle = (title: string) => `Component “${title}”`
export const slot = (name: string) => (name === '' ? 'Content' : `Slot ${name}`)
export const fillSlot = 'Fill…'
export const addToSlot = 'Add to it…'
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
export const pageOfEachEntry = (model: string) => `The page of each entry of ${model}`
export const source = 'Source'
export const orderedBy = 'Ordered by'
export const asTheyAre = 'As they are'
export const language = 'Language'
export const thatOfThePage = 'That of the page'
export const onlyEntriesWith = 'Only entries with'
export const addAFilter = 'Add a filter…'
export const onlyWhere = (field: string) => `Only entries of this value: ${field}`
export const takeFromField = (name: string) => `Take ${name} from a field`
export const showsField = 'Shows'
export const textOfThePage = 'Text of the page'
