/** Texts of the screens of a model. */
import type { FieldType, ModelKind } from '@atelier/content'

export const entriesTitle = (name: string) => `Entries of ${name}`
export const view = 'View'
export const fieldsView = 'Fields'
export const jsonView = 'JSON'
export const fields = 'Fields'
export const settings = 'Settings'
export const onlyAdmins = 'An owner or an admin of the project changes its models.'
export const saving = 'Saving…'
export const allSaved = 'Saved'
export const notSaved = 'Not saved'

export const kinds: Readonly<Record<ModelKind, { name: string; about: string }>> = {
  collection: { name: 'Collection', about: 'Many entries of the same fields: people, products, events.' },
  document: { name: 'Documents', about: 'Many entries with a long text and a slug: posts, pages, guides.' },
  singleton: { name: 'Single entry', about: 'One entry alone: settings, a home page, opening hours.' },
  dictionary: { name: 'Dictionary', about: 'Short texts by key: labels of a site, in each of its languages.' },
}

export const types: Readonly<Record<FieldType, { name: string; about: string }>> = {
  string: { name: 'Short text', about: 'One line: a title, a name.' },
  text: { name: 'Text', about: 'Several lines without formatting.' },
  email: { name: 'Email', about: 'An address of mail.' },
  url: { name: 'Link', about: 'The address of a page, here or elsewhere.' },
  slug: { name: 'Slug', about: 'Small letters, digits and dashes: the end of an address.' },
  color: { name: 'Colour', about: 'A colour as CSS writes it, such as #1f6feb.' },
  phone: { name: 'Phone', about: 'A number to call.' },
  code: { name: 'Code', about: 'Source text in a fixed-width font.' },
  icon: { name: 'Icon', about: 'The name of an icon.' },
  markdown: { name: 'Markdown', about: 'A long text with headings, lists and links.' },
  richtext: { name: 'Rich text', about: 'A long text that is formatted where it is written.' },
  number: { name: 'Number', about: 'Any number.' },
  integer: { name: 'Whole number', about: 'A count or a place in an order.' },
  decimal: { name: 'Decimal', about: 'A price or a measure.' },
  percent: { name: 'Percent', about: 'A number from 0 to 100.' },
  rating: { name: 'Rating', about: 'How many stars.' },
  boolean: { name: 'Yes or no', about: 'A switch.' },
  date: { name: 'Date', about: 'A day.' },
  datetime: { name: 'Date and time', about: 'A moment.' },
  image: { name: 'Image', about: 'A picture of the media library.' },
  video: { name: 'Video', about: 'A film of the media library.' },
  file: { name: 'File', about: 'A document to download.' },
  relation: { name: 'Relation', about: 'One entry of another model, such as the author of a post.' },
  relations: { name: 'Relations', about: 'Several entries of other models.' },
  select: { name: 'Choice', about: 'One of a list that you write.' },
  array: { name: 'List', about: 'Several values of one type, such as tags.' },
  object: { name: 'Group', about: 'Several fields that belong together, such as an address.' },
}

export const typeGroups = {
  text: 'Text',
  number: 'Numbers and times',
  media: 'Media',
  relation: 'Relations and choices',
  nested: 'Nested',
} as const

export const addField = 'Add field'
export const addFieldTitle = 'Add a field'
export const noFieldsYet = 'No fields yet'
export const noFieldsYetHint = 'A field is one thing that each entry has: a title, a price, a picture.'
export const noFieldsOfDictionary = 'A dictionary has no fields: each of its entries is a text by its key.'
export const searchTypes = 'Search types'
export const typeOfField = 'Type'
export const noType = (words: string) => `No type is called “${words}”.`
export const label = 'Label'
export const labelHint = 'What stands above it in the form.'
export const fieldName = 'Name'
export const fieldNameHint = 'Small letters, digits and underscores. Renaming it changes no entry.'
export const fieldNameWrong = 'A name begins with a small letter, and has small letters, digits and underscores.'
export const fieldNameTaken = (name: string) => `There is a field “${name}” already.`
export const description = 'Help text'
export const descriptionHint = 'Stands below it in the form.'
export const required = 'Required'
export const requiredHint = 'An entry is not shown without it.'
export const requiredTitle = 'It names an entry, so that it is always required.'
export const unique = 'Unique'
export const uniqueHint = 'No two entries have the same value.'
export const title = 'Title'
export const minLength = 'At least, characters'
export const maxLength = 'At most, characters'
export const minNumber = 'Smallest'
export const maxNumber = 'Largest'
export const minItems = 'At least, items'
export const maxItems = 'At most, items'
export const noNumber = 'Enter a number, or nothing.'
export const pattern = 'Pattern'
export const patternHint = 'A regular expression that the text matches, such as ^[A-Z]{2}-\\d+$'
export const options = 'Options'
export const optionsHint = 'One on each line.'
export const targets = 'Entries of'
export const noTargets = 'There is no model yet that it could lead to.'
export const accept = 'File types'
export const acceptHint = 'Such as image/png, .pdf'
export const maxSize = 'Largest size, in MB'
export const defaultValue = 'Default'
export const defaultHint = 'What a new entry begins with.'
export const jsonDefault = 'As JSON.'
export const none = 'None'
export const yes = 'Yes'
export const no = 'No'
export const items = 'Items'
export const itemsHint = 'What each item of the list is.'
export const innerFields = 'Fields in it'
export const addInner = 'Add'
export const innerName = 'Name of the field'
export const removeInner = (name: string) => `Remove ${name}`
export const moveField = (name: string) => `Move ${name}`
export const moveHint = 'Drag it, or press Alt and an arrow key.'
export const removeField = (name: string) => `Remove ${name}`
export const remove = 'Remove'
export const movedTo = (name: string, place: number, of: number) => `${name} is ${place} of ${of}`

export const modelName = 'Name'
export const modelId = 'Id'
export const modelIdHint = 'Small letters, digits and dashes: the name of its files.'
export const modelIdTaken = (id: string) => `There is a model “${id}” already.`
export const modelIdWrong = 'Use small letters, digits and dashes, such as blog-post.'
export const modelNameMissing = 'A model has a name.'
export const modelDescription = 'Description'
export const domain = 'Domain'
export const domainHint = 'Groups models here and in the repository.'
export const titleField = 'Title field'
export const titleFieldHint = 'What an entry is called in lists.'
export const translatedModel = 'Translated'
export const translatedHint = 'Its entries have a text in each language.'
export const orderByHand = 'Order by hand'
export const orderByHandHint = 'Entries have a place in the list, which people change by dragging.'
export const contentPath = 'Folder in the repository'
export const contentPathHint = 'Empty for the one of its domain.'
export const route = 'Address of its pages'
export const routeHint = 'Empty if its entries have no pages. They also need a template of the site.'
export const routeExample = (address: string) => `An entry is at ${address}`
export const isPublic = 'Everybody may read it'
export const publicHint = 'What is published of it is read over the read API without a key.'
export const site = 'On the site'
export const deleteModel = 'Delete model'
export const deleteModelTitle = (name: string) => `Delete ${name}?`
export const deleteModelHint = (entries: number) =>
  entries === 0
    ? 'It has no entries. Undo brings it back.'
    : `${entries === 1 ? 'Its only entry goes' : `Its ${entries} entries go`} with it. Undo brings all of it back.`
export const typeToDelete = (id: string) => `Type ${id} to confirm`
export const typeToDeleteWrong = (id: string) => `Type ${id}.`
export const deletedModel = (name: string) => `Deleted ${name}`
export const undo = 'Undo'
export const cancel = 'Cancel'

export const newModel = 'New model'
export const newModelHint = 'Describe your own, or begin with one that is ready.'
export const ownModel = 'Your own'
export const readyModels = 'Ready to use'
export const allAdded = 'All of them are in the project.'
export const kind = 'Kind'
export const createModel = 'Create model'
export const firstField = 'Title'

export const consequences = 'This change breaks entries'
export const mendFirst = 'This cannot be saved yet'
export const consequencesHint = 'Nothing is changed before you save. It is undone in one step.'
export const whatBreaks = (what: string, count: number, of: number) => {
  const entries = of === 1 ? 'the only entry' : `${count} of ${of} entries`
  if (what === 'removed') return `is removed, and ${entries} ${count === 1 ? 'has' : 'have'} a value in it.`
  if (what === 'type changed') return `has another type: the value in ${entries} does not fit.`
  if (what === 'became required' || what === 'added required') return `is required, and ${entries} lack it.`
  if (what === 'became unique') return `is unique, and ${entries} repeat the value of another.`
  if (what === 'i18n') return `Translations are taken away from ${entries}.`
  return `is narrower: the value in ${entries} does not fit.`
}
export const decisionFor = (name: string) => `What becomes of ${name}`
export const convertAll = 'Convert the values'
export const convertSome = (count: number, others: number) => `Convert ${count}, take ${others} away`
export const convertNone = 'Take away what cannot be converted'
export const numberLater = 'Add a number to the later ones'
export const dropLater = 'Take it away from the later ones'
export const leaveEmpty = 'Leave it empty, to be filled in by hand'
export const fillDefault = 'Fill in the default'
export const dropValues = 'Take the values away'
export const movesTo = (count: number, locale: string) => `${count} entries become entries in ${locale}.`
export const moveTo = (locale: string) => `Move them to ${locale}`
export const keepDefaultLocale = (locale: string) => `Keep ${locale} alone`
export const saveChange = 'Save'
export const discard = 'Discard'
export const progress = (done: number, total: number) => `${done} of ${total} entries`
export const leftOver = (count: number) =>
  `${count === 1 ? '1 entry is' : `${count} entries are`} left to be mended by hand.`
export const changedEntries = (count: number) => `Changed ${count === 1 ? '1 entry' : `${count} entries`}`

export const jsonOf = (name: string) => `Model file of ${name}`
export const jsonHint = 'As it stands in the repository. Ctrl+S or ⌘S saves it.'
export const saveJson = 'Save'
export const revert = 'Revert'
export const atLine = (line: number, message: string) => `Line ${line}: ${message}`
export const jsonSyntax = 'This is no JSON from here on.'
export const jsonTwice = (name: string) => `“${name}” stands there twice.`
export const jsonUnsafe = (name: string) => `“${name}” is no name.`
export const jsonDeep = 'It is nested too deep.'
export const jsonObject = 'A model file is an object.'
export const jsonUnknown = (name: string) => `A model has no property “${name}”.`
export const jsonWrong = (name: string, wanted: string) => `“${name}” is ${wanted}.`
export const jsonId = (id: string) => `The id of a model stays: it is “${id}”.`
export const jsonMissing = (name: string) => `“${name}” is missing.`
export const jsonRenamed = (from: string, to: string) => `${from} is taken to be ${to} now; entries keep their values.`

export const inTheForm = 'In the form'
export const section = 'Section'
export const sectionHint = 'Fields of one section are together under its name.'
export const tab = 'Tab'
export const tabHint = 'Fields without a tab are on the first one.'
export const placeholder = 'Placeholder'
export const placeholderHint = 'Shown while the field is empty.'
export const shownWhile = 'Shown while this field has a value'
export const always = 'Always'
export const hasOneOf = 'One of these values'
export const hasOneOfHint = 'With commas between them. Any value if this is empty.'
