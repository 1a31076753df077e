/** Texts of the insert palette and its marks on the canvas. */
export const insert = 'Insert'
export const searchWhatToInsert = 'Search elements, layouts, components, media'
export const whatCanBeInserted = 'What can be inserted'
export const nothingMatches = 'Nothing matches. Paste HTML, Markdown or a link on the canvas instead, or ask the agent.'
export const layouts = 'Layouts'
export const elements = 'Elements'
export const components = 'Components'
export const media = 'Media'
export const forms = 'Forms of the content'
export const parts = 'Parts'
export const formOf = (model: string) => `Form: ${model}`
export const savedSections = 'Saved sections'
export const deleteTheSavedSection = 'Delete the saved section'
export const after = 'after'
export const inside = 'inside'
export const before = 'before'
export const atTheMarkedPlace = 'at the marked place'
export const pressTheKeyToPaste = 'The browser hands over its clipboard by its own keys only: press Ctrl+V or ⌘V.'
export const leftOut = (refused: readonly { what: string; why: string }[]) =>
  refused.map(({ what, why }) => `${what} was left out: ${why}.`).join(' ')
export const insertHere = 'Insert here'
export const preview = 'Preview'
export const ask = {
  changeTag: {
    title: 'Change the tag',
    label: 'Tag',
    hint: 'Any element of HTML, such as figcaption, or one with a hyphen.',
    apply: 'Change',
  },
  multiply: { title: 'Multiply', label: 'How many in all', hint: 'From 2 to 51.', apply: 'Multiply' },
} as const
export const slotNamed = (name: string) => (name === '' ? 'Slot' : `Slot “${name}”`)
