/** Texts of the workspace's settings. */
export const people = 'People'
export const account = 'Account'
export const settings = 'Settings'
export const addAnAiProvider = 'Add an AI provider'
export const cancel = 'Cancel'
export const addAndTest = 'Add and test'
export const close = 'Close'
export const providerTested = (tested: string | number) => `${tested} You can test it again or delete it in the list.`
export const providerAddedUnanswered = 'It is added, but it does not answer yet'
export const provider = 'Provider'
export const optionalKey = 'Key (if it asks for one)'
export const gatewayAddress = 'Address (only for a gateway)'
export const nameInLists = 'Name in lists'
export const providers = 'Providers'
export const providersLead = 'Keys are encrypted on this server and never leave it, not even to this page.'
export const defaults = 'Defaults'
export const defaultsLead = 'Which model a new chat begins with. Every chat can choose another.'
export const services = 'Services'
export const servicesLead =
  'Where the agent finds pictures and facts. Without any of these it draws simple pictures itself and uses what its model knows.'
export const picturesComeFrom = 'Pictures come from'
export const picturesUnchosen = 'Pexels, or Together AI if only that has a key'
export const pictureSearch = 'Pexels: photographs, free'
export const pictureModel = (model: string) => `Together AI: ${model}`
export const pictureCost = (usd: number) => `$${usd} a picture`
export const serviceKey = (label: string) => `Key for ${label}`
export const pasteAKey = 'Paste a key'
export const getAKey = 'Get a key'
export const getAKeyFor = (label: string) => `Get a key for ${label} (opens in a new tab)`
export const addKeyAndTest = 'Add and test'
export const useEnvironmentKey = 'Use the key in the server’s environment'
export const replaceKey = 'Replace key'
export const replaceKeyOf = (label: string) => `Replace key of ${label}`
export const testKeyOf = (label: string) => `Test the key for ${label}`
export const deleteKeyOf = (label: string) => `Delete the key for ${label}`
export const deleteKeyQuestion = (label: string) => `Delete the key for ${label}?`
export const deleteKey = 'Delete key'
export const deleteKeyEffect =
  'The agent stops using this service. The key goes from this server for good; you can add it again.'
export const keptAllTheSame = (message: string) => `${message} The key is kept: test it again, replace it or delete it.`
export const limits = 'Limits'
export const limitsLead =
  'How much the agent may use. The worst case is set aside before each request, so that no limit is passed.'
export const usage = 'Usage'
export const usageLead = 'What the agent used, for what and for whom, and what was done in these settings.'
export const ai = 'AI'
export const addProvider = 'Add provider'
export const askAnAdmin =
  'Ask one of them to add a provider or to change a limit. Until there is a provider the rehearsal shows how the studio works.'
export const adminsOnly = 'Only an owner or an admin manages AI'
export const aiSettings = 'AI settings'
export const addAProviderFirst = 'Add a provider first. Its best model then becomes the default by itself.'
export const noModelYet = 'No model to choose from yet'
export const keyEndsIn = 'key ends in'
export const test = 'Test'
export const deleteProviderNamed = (label: string | number) => `Delete ${label}`
export const deleteProviderQuestion = (label: string | number) => `Delete “${label}”?`
export const deleteProvider = 'Delete provider'
export const deleteProviderEffect =
  'Its key goes from this server for good. Chats that used it stay, and continue with another model. This cannot be undone; you can add the key again.'
export const oneMessage = 'One message'
export const oneMessageMeaning = 'From a message until the agent stops.'
export const oneChat = 'One chat'
export const oneChatMeaning = 'All messages of a chat together.'
export const theWorkspacePerMonth = 'The workspace, per month'
export const workspaceMonthMeaning = 'The use of everyone in a calendar month (UTC).'
export const tryAgain = 'Try again'
export const limitsSaved = 'Saved. They apply from the next request on.'
export const noLimit = 'No limit'
export const unpricedModelNote =
  'A model without a known price, such as one of Ollama, is limited by its tokens wherever there is a limit of money.'
export const nothingWasChanged = 'Nothing was changed.'
export const saveLimits = 'Save limits'
export const fillInDefaults = 'Fill in the usual ones'
export const noProviderHint = 'Add a key, or an Ollama on your own machine, so that the agent can answer anything.'
export const noProviderYet = 'No provider yet'
export const window = (tokens: string | number) => `${tokens} window`
export const noDefaultModel = 'None'
export const chosenInEachChat = 'chosen in each chat'
export const defaultUnchanged = 'The default is as it was.'
export const defaultModels = 'Default models'
export const otherPlaces = 'Other places'
export const otherPlacesNote = 'Chats are held in the site editor today. These are kept for the other editors.'
export const today = 'Today'
export const time = 'Time'
export const noUsageHint =
  'Every request to a model is counted here, with its tokens and what it cost. Rehearsals cost nothing and are not counted.'
export const noUsage = 'Nothing used in this time'
export const cost = 'Cost'
export const requests = 'Requests'
export const inputTokens = 'Input tokens'
export const outputTokens = 'Output tokens'
export const unpricedRequests = (formatNumber: string | number) =>
  `${formatNumber} of the requests went to models without a known price. `
export const estimatedRequests = (formatNumber: string | number) =>
  `${formatNumber} are estimates, because they were cut off before the provider reported their use.`
export const byModel = 'By model'
export const byPerson = 'By person'
export const byPlace = 'By place'
export const events = 'Events'
export const noEvents =
  'Nothing was done in this time. Changes to providers, limits and keys, and the ends of runs, are noted here.'
export const showMore = 'Show more'
export const costPerDay = 'Cost per day'
export const tokensPerDay = 'Tokens per day'
export const highest = 'highest'
export const input = 'Input'
export const fromCache = 'From cache'
export const output = 'Output'
export const money = 'Money'
export const tokens = 'Tokens'
export const rounds = 'Rounds'
export const toolCalls = 'Tool calls'
export const positiveNumberExpected = 'A number above 0, or nothing'
export const wholeNumberExpected = 'A whole number, or nothing'
export const chooseAProvider = 'Choose a provider.'
export const pasteTheKey = 'Paste the key.'
export const keyHasNoSpaces = 'A key has no spaces in it.'
export const enterTheAddress = 'Enter the address.'
export const siteEditor = 'Site editor'
export const plansAndPages = 'Sites from a prompt'
export const contentAssistant = 'Content assistant'
export const changedAProvider = 'Changed a provider'
export const deletedAProvider = 'Deleted a provider'
export const testedWorkingProvider = 'Tested a provider: it answers'
export const testedFailingProvider = 'Tested a provider: it does not answer'
export const addedServiceKey = (label: string) => `Set the key of ${label}`
export const deletedServiceKey = (label: string) => `Deleted the key of ${label}`
export const testedService = (label: string, ok: boolean) =>
  `Tested ${label}: ${ok ? 'it answers' : 'it does not answer'}`
export const defaultModelSet = (text: string | number, scopeLabel: string | number) =>
  `Made ${text} the default of ${scopeLabel}`
export const defaultModelCleared = (scopeLabel: string | number) => `Cleared the default of ${scopeLabel}`
export const deletedAnApiKey = 'Deleted an API key'
export const decidedOn = 'Decided on'
