/** Texts of the bar over a component. */
export const wayBack = 'Way back'
export const backTo = (title: string) => `Back to ${title}`
export const editing = (title: string) => `Component ${title}`
export const usedIn = (count: number | undefined) =>
  count === undefined ? 'Where used' : count === 0 ? 'Not used' : `Used ${count} ${count === 1 ? 'time' : 'times'}`
export const whereUsed = 'Where it is used'
export const notUsedYet = 'It is not used yet. Drag it from the pages’ panel to a place in a page.'
export const timesOn = (title: string, count: number) => (count === 1 ? title : `${title} (${count} times)`)
export const makeAParameterOf = 'Make a parameter of its'
export const pointAtSomething = 'Click a text, a link or a picture to make it a parameter'
export const text = 'text'
export const link = 'link'
export const picture = 'picture'
export const alternativeText = 'alternative text'
export const variants = 'variants…'
export const classesToChooseFrom = 'Classes to choose from'
export const classesHint = 'Such as: plain featured. Each instance takes one of them.'
export const addVariants = 'Add variants'
