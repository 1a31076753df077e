import type { GenerationState, GenerationStep, PartState } from '@atelier/generate/plan'

/** Texts of a plan's page. */
export const thePlan = 'Plan'
export const noSuchPlan = 'There is no such plan.'
export const stillLoading = 'The plan is still loading.'
export const readOnly = 'You may look at this plan, and not change it.'
export const changedSince = (count: number) =>
  count === 1
    ? 'One field was changed since, and is left as it is.'
    : `${count} fields were changed since, and are left as they are.`
export const undo = 'Undo'
export const redo = 'Redo'
export const openInTheEditor = 'Open in the editor'
export const brief = 'What was asked for'

export const planningTitle = 'Making the plan'
export const planningText = 'Pages, sections, colours and fonts come from what you wrote. It takes a minute at most.'
export const planFailed = 'There is no plan yet'
export const planStopped = 'Planning was stopped'
export const planAgain = 'Plan again'

export const pages = 'Pages'
export const addAPage = 'Add a page'
export const newPage = 'New page'
export const titleOfThePage = 'Title'
export const fileOfThePage = 'File'
export const moreFor = (title: string) => `More for ${title}`
export const editPage = (title: string) => `Details of ${title}`
export const fold = 'Less'
export const pageDescription = 'For search engines'
export const purpose = 'What a visitor comes for'
export const removePage = 'Remove the page'
export const removed = (title: string) => `“${title}” is out of the plan.`
export const movePageLeft = 'Move it to the front'
export const movePageRight = 'Move it to the back'
export const addASection = 'Add a section'
export const newSection = 'New section'
export const sectionsOf = (title: string) => `Sections of ${title}`
export const noSections = 'No sections: the page is made from its title and purpose.'
export const section = (name: string, type: string) => `${name}, ${type}`
export const moveHint = 'Alt and arrow keys move it'
export const inThreeVariants = (name: string) => `${name} again, in three variants`
export const brand = 'Brand'
export const brandOf = (source: string) => `Taken from ${source}`
export const brandHint = 'Begin with the logo and the colours of the business: from a picture, or from its site.'
export const brandColor = (color: string) => `Colour of the brand: ${color}`
export const logoAlt = 'Logo'
export const uploadLogo = 'Picture…'
export const logoFile = 'Picture with the logo'
export const fromLibrary = 'From the library'
export const chooseFromLibrary = 'Choose a picture'
export const brandAddress = 'Address of its site'
export const takeFromSite = 'Take'
export const brandTaken = 'The design begins with these colours now'
export const furtherLanguages = 'Further languages, such as de, ar'
export const pageInLanguage = (page: string, language: string) => `${page}, translated: ${language}`
export const removeSection = (name: string) => `Remove ${name}`
export const sectionName = 'Name'
export const sectionSays = 'What it says'
export const sectionFacts = 'Facts, numbers and names to use'
export const sectionType = 'Type'
export const sectionLayout = 'Layout'
export const sectionMedia = 'Pictures'
export const moved = (name: string, page: string, position: number) => `${name} is now ${position} on ${page}.`

export const site = 'Site'
export const siteName = 'Name'
export const siteDescription = 'Description'
export const language = 'Language'
export const tone = 'Tone'
export const callToAction = 'What visitors are to do'
export const design = 'Design'
export const primaryColor = 'Primary'
export const secondaryColor = 'Secondary'
export const accentColor = 'Accent'
export const backgroundColor = 'Background'
export const surfaceColor = 'Surface'
export const textColor = 'Text'
export const textMutedColor = 'Quiet text'
export const inTheDark = (name: string, color: string) => `${name} in dark: ${color}`
export const colourAs = (name: string) => `${name} as hex`
export const headingFont = 'Font of headings'
export const bodyFont = 'Font of text'
export const visualStyle = 'Style'
export const surfaceTreatment = 'Surfaces'
export const borderRadius = 'Corners'
export const mood = 'Mood'
export const directions = 'Three other looks'
export const directionNames = { quiet: 'Quiet', clear: 'Clear', bold: 'Bold' } as const
export const chooseDirection = (name: string) => `Use the look “${name}”`
export const sample = 'Sample'
export const sampleLight = 'Light'
export const sampleDark = 'Dark'
export const sampleFonts = 'Fonts that cannot be fetched show as the ones that stand in for them.'
export const sources = 'What was read'
export const notes = 'Put right in the plan'

export const progress = 'How far it is'
export const makeTheSite = 'Make the site'
export const stop = 'Stop'
export const resume = 'Resume'
export const undoTidy = 'Undo only this'
export const redoTidy = 'Bring it back'
export const nothingTidied = 'Nothing was made shared here.'
export const undoAll = 'Undo all'
export const undoAllTitle = 'Undo everything that was made?'
export const undoAllText =
  'All pages, parts and styles of this generation are taken back in one step. What people have changed since stays, and you can bring everything back.'
export const bringBack = 'Bring back'
export const openTheSite = 'Open the site'
export const publish = 'Publish'
export const published = 'The site is online'
export const heldTitle = 'The checks hold this site back'
export const heldText = 'Open it in the editor: “Checks” lists what to mend, and publishes all the same.'
export const leftAsItIs = (count: number) =>
  count === 1 ? 'One thing was changed since and stays.' : `${count} things were changed since and stay.`

export const states: Record<GenerationState, string> = {
  planning: 'Planning',
  'awaiting-approval': 'The plan is ready. Change what you like, then make the site.',
  running: 'Making the site',
  stopped: 'Stopped. What is finished stays.',
  complete: 'The site is made',
  error: 'It did not work out',
}
/** The state of a generation that has ended, by the problems of its pages. */
export const madeWithProblems = (count: number) =>
  count === 1 ? 'Written, with one problem' : `Written, with ${count} problems`
export const doneWithProblems = (count: number) => (count === 1 ? 'Done with 1 problem' : `Done with ${count} problems`)
export const problems = 'What is wrong with this page'
export const haveItMended = 'Have it mended'
/** The state of a generation that has ended, if pages of its plan are not there. */
export const madeInPart = (done: number, all: number) => `${done} of ${all} pages are done`
export const undone = 'Everything was taken back'
export const steps: Record<GenerationStep, string> = {
  generate: 'Plan',
  components: 'Shared parts',
  assets: 'Styles',
  pages: 'Pages',
  tidy: 'Finishing',
}
export const parts: Record<PartState, string> = {
  waiting: 'Waiting',
  writing: 'Writing',
  stands: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  adopted: 'Adopted',
  discarded: 'Discarded',
  undone: 'Taken back',
}
export const stepStates = {
  done: 'done',
  now: 'at work',
  stopped: 'stopped',
  failed: 'failed',
  waiting: 'waiting',
} as const
export const pagesDone = (done: number, all: number) => `${done} of ${all}`
export const rehearsal = 'Rehearsal, not AI: it costs nothing'
export const spent = (usd: string) => `${usd} spent`
export const spentOf = (usd: string, budget: string) => `${usd} spent of ${budget}`
export const expected = (usd: string) => `about ${usd} to come`

export const budget = 'Most it may cost, in dollars'
export const noBudget = 'No limit'
export const budgetWrong = '0.01 to 1000'

export const writeAgain = 'Write it again'
export const adopt = 'Adopt'
export const discard = 'Discard'
export const openChat = 'Open the chat'
export const openPage = 'Open in the editor'
export const preview = (title: string) => `Preview of ${title}`
export const tryAgain = 'Try again'
