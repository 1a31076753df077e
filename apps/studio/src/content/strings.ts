/** What the screens of a project's content say. */
export const content = 'Content'
export const models = 'Models'
export const noSuchProject = 'There is no such project'
export const tryAgain = 'Try again'
export const allProjects = 'All projects'
export const goToTheSite = 'Go to the site'
export const goTo = (name: string) => `Go to ${name}`
export const review = 'Review'
export const settingUp = 'The settings of this content wait for a review.'
export const reviewThem = 'Review them'
export const contentIsBroken = 'The content cannot be written now'
export const setUpContent = 'Set up content'
export const setUpHint =
  'Posts, products, people: what a site shows many of. You and the agent edit it here, beside the site.'
export const languages = 'Languages'
export const languagesHint = 'Codes such as en or pt-BR, with a comma between them. The first one is translated from.'
export const languageIsWrong = (code: string) => `“${code}” is no code of a language, such as en or pt-BR.`
export const languageIsMissing = 'Name at least one language.'
export const askTheAgent = 'Ask the agent'
export const noModels = 'No models yet'
export const noModelsHint =
  'A model says which fields its entries have. Begin with one of these, or describe yours to the agent.'
export const newModel = 'New model'
export const addModel = (name: string) => `Add ${name}`
export const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
export const onlyReading = 'You may read this content, not change it.'
export const askSomebody = 'Ask an owner or an admin of the project to set it up.'
export const overview = 'All models'
export const add = 'Add'
export const openChanges = (count: number) => (count === 1 ? '1 waits for a review' : `${count} wait for a review`)
export const modelsOfThisProject = 'What this project has entries of.'
export const noPageHere = 'The content of the project is open here, and no page of its site.'
export const unexpectedAnswer = 'The server answered in a way that this studio does not know. Reload the page.'
