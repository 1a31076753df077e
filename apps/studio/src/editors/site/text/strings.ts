import type { BlockKind } from '../session/textState.ts'

/** Texts of the bar over a text, and of the choice between two versions of one. */
export const textBar = 'Text'
export const bold = 'Bold'
export const italic = 'Italic'
export const strike = 'Strikethrough'
export const code = 'Code'
export const link = 'Link'
export const clear = 'Clear formatting'
export const turnInto = 'Turn into'
export const blocks: Readonly<Record<BlockKind, string>> = {
  p: 'Paragraph',
  h1: 'Heading 1',
  h2: 'Heading 2',
  h3: 'Heading 3',
  h4: 'Heading 4',
  h5: 'Heading 5',
  h6: 'Heading 6',
  ul: 'List',
  ol: 'Numbered list',
}
export const twoVersions = 'This text was changed twice'
export const somebodyElse =
  'While you were typing, the same words were changed in another way. Nothing is lost: choose what stands on the page.'
export const yours = 'Yours'
export const theirs = 'Theirs'
export const both = 'Both'
export const useYours = 'Use yours'
export const useTheirs = 'Keep theirs'
export const useBoth = 'Use both'
export const placeIsGone = 'The text that you were typing was deleted'
export const wordsAreKept = 'Another person deleted what it stood in. These are your words.'
export const copyWords = 'Copy'
export const putWordsBack = 'Put back'
export const emptyText = 'No text'
export const textOfComponent =
  'This text is the same in every instance of the component. Edit the component, or make the text one of its parameters.'
/** @param locale absent where the model has none */
export const writesField = (model: string, field: string, locale: string | undefined, waits: boolean) =>
  `Writes ${[model, field, ...(locale === undefined ? [] : [locale])].join(' · ')}${waits ? ' · waits for a review' : ''}`
export const comesFrom = (model: string, field: string, locale: string | undefined) =>
  `${[model, field, ...(locale === undefined ? [] : [locale])].join(' · ')}: written in the entry, not here.`
export const madeOfEntry = (field: string) => `“${field}” is made from the entry, and is not typed here.`
export const openEntry = (title: string) => `Open “${title}”`
export const theSite = 'The site'
