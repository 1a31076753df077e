/** Texts of the agent's panel. */
export const thePlanOf = (name: string) => `The plan of ${name}`
export const writingAPlan = 'Writing a plan'
export const anAnswerInJson = 'An answer in JSON'
export const readingEarlierMessages = 'Reading earlier messages'
export const showAll = 'Show all'
export const showLess = 'Show less'
export const tryAgain = 'Try again.'
export const agent = 'Agent'
export const newChat = 'New chat'
export const theConnectionWasCutWhatThe =
  'The connection was lost. The agent keeps working, and its work will be shown here.'
export const reconnecting = 'Reconnecting'
export const waitsForYou = 'Waiting for you'
export const aiSettings = 'AI settings'
export const thisChatCannotBeRead = 'This chat cannot be read.'
export const whatTheAgentDidInThe = 'What the agent did in the site is kept.'
export const yourTextIsKeptSendIt = 'Your text is kept. Send it when the agent is done, or stop it first.'
export const theAgentIsStillAtWork = 'The agent is still at work on the last request'
export const nothingWasSentAndYourText = 'Nothing was sent and your text is kept. Try again.'
export const whatThisChatHasCostSo = 'What this chat has cost so far'
export const thisChatHasCost = (cost: string | number) => `This chat has cost ${cost}`
export const addAiCredentialsToStart = 'Add AI credentials to start chatting'
export const chooseAModelBelowToStart = 'Choose a model below to start'
export const addAiCredentialsFirst = 'Add AI credentials first'
export const chooseAModelFirst = 'Choose a model first'
export const message = 'Message'
export const messageToTheAgent = 'Message to the agent'
export const tellTheAgentSomethingForWhen = 'Answer yes or no, or say what to do instead'
export const tellTheAgentSomethingWhileIt = 'Tell the agent something while it works'
export const askAboutThisSiteOrPress = 'Ask about this site, or press / from anywhere'
export const askForAChangeOrPress = 'Ask for a change, or press / from anywhere'
export const stopTheAgent = 'Stop the agent'
export const tellTheAgentNow = 'Tell the agent now'
export const atADayAndTimeOf = 'At a day and time of your choice'
export const beforeItsNextRound = 'Before its next round'
export const afterThis = 'After this'
export const asARequestOfItsOwn = 'As a request of its own'
export const whenToSayIt = 'When to say it'
export const ofTokensOfContextUsed = (tokens: string | number, tokens2: string | number) =>
  `${tokens} of ${tokens2} tokens of context used`
export const connectAnAiProvider = 'Connect an AI provider'
export const theAgentNeedsAModelTo = 'The agent needs a model to work with.'
export const chooseAModelToGetStarted = 'Choose a model to get started'
export const pickOneBelowOrSetA = 'Pick one below, or set a default for every new chat.'
export const setADefaultInAiSettings = 'Set a default in AI settings'
export const whatDoYouWantToKnow = 'What do you want to know?'
export const whatShallWeMake = 'What shall we make?'
export const theAgentReadsThisSiteWith = 'The agent reads this site with you. Its editors can have it changed.'
export const theAgentEditsThisSiteBeside =
  'The agent edits this site beside you. Every request can be compared and undone in one step.'
export const scriptedNoAiItPlaysThe = 'scripted, no AI. It plays the requests above through the real studio.'
export const thisIsARehearsal = 'This is a rehearsal:'
export const untilThenARehearsal = 'Until then a rehearsal answers:'
export const scriptedNoAiItPlaysThese = 'scripted, no AI. It plays these requests through the real studio.'
export const use = (label: string | number) => `Use ${label}`
export const foundInTheServersEnvironment = 'Found in the server’s environment.'
export const foundOnThisMachine = 'Found on this machine.'
export const addAnotherProvider = 'Add another provider'
export const addAnAiProvider = 'Add an AI provider'
export const chats = 'Chats'
export const deleteThisChat = 'Delete this chat?'
export const deleteChat = 'Delete chat'
export const chatGoesForGood = (title: string, messages: number) =>
  `“${title}” and its ${messages} messages are deleted for good. What the agent changed in the site stays, but can no longer be undone from here.`
export const tryAgainButton = 'Try again'
export const findAChat = 'Find a chat'
export const noChatsYet = 'No chats yet'
export const noChatWithTheseWords = 'No chat with these words'
export const whatYouAndTheAgentSay = 'What you and the agent say is kept here, for every tab and every day.'
export const waitingForYouMark = 'waiting for you'
export const working = 'working'
export const rename = 'Rename'
export const deleteText = 'Delete'
export const titleOfTheChat = 'Title of the chat'
export const model = (label: string | number) => `Model: ${label}`
export const itsModelsCannotBeListedNow = 'Its models cannot be listed now. Test the key in the AI settings.'
export const builtIn = 'Built in'
export const rehearsal = 'Rehearsal'
export const scriptedNoAi = 'scripted, no AI'
export const manageProviders = 'Manage providers'
export const window = (tokens: string | number) => `${tokens} window`
export const auto = 'Auto'
export const asTheProviderDoesByItself = 'As the provider does by itself'
export const off = 'Off'
export const low = 'Low'
export const medium = 'Medium'
export const high = 'High'
export const slowerAndDearer = 'Slower and dearer'
export const thinking = 'Thinking'
export const itHasChangedMayTheAgent = 'It has changed. May the agent still do this?'
export const mayTheAgentDoThis = 'May the agent do this?'
export const show = (target: string | number) => `Show ${target}`
export const callArguments = 'Arguments'
export const openUntil = (clock: string | number) => `open until ${clock}`
export const nothingWasDone = 'Nothing was done.'
export const whyNot = 'Why not'
export const whyNotTheAgentReadsIt = 'Why not? The agent reads it.'
export const deny = 'Deny'
export const back = 'Back'
export const approve = 'Approve'
export const denyWithReason = 'Deny…'
export const approveMoreThanThis = 'Approve more than this'
export const alwaysAllowInThisProject = 'Always allow in this project'
export const allowEverythingInThisChat = 'Allow everything in this chat'
export const nobodyDecidedInTime = 'Nobody decided in time'
export const deniedBy = (who: string | number, reason: string | number) => `Denied by ${who}: “${reason}”`
export const deniedWithoutReason = (who: string | number) => `Denied by ${who}`
export const approvedByAlwaysInThisProject = (who: string | number) => `Approved by ${who}, always in this project`
export const approvedByWithEverythingInThis = (who: string | number) =>
  `Approved by ${who}, with everything in this chat`
export const approvedBy = (who: string | number) => `Approved by ${who}`
export const thePictureWasTooLargeTo = 'The picture was too large to be sent.'
export const picturesRefused = (count: number) =>
  count === 1
    ? 'The provider refused a picture, so the chat goes on without it.'
    : `The provider refused ${count} pictures, so the chat goes on without them.`
export const picturesOfTheMessage = 'Pictures of the message'
export const readingThePicture = 'Reading the picture'
export const removePicture = (name: string | number) => `Remove ${name}`
export const addPictures = 'Add pictures'
export const picturesToAdd = 'Pictures to add'
export const enlarge = (label: string | number) => `Enlarge: ${label}`
export const thePicture = 'The picture'
export const isNotAPngJpegWebp = (name: string | number) => `${name} is not a PNG, JPEG, WebP or GIF.`
export const pictureTooLarge = (name: string | number, megabytes: string | number) =>
  `${name} has ${megabytes} MB; a picture may have 50 MB.`
export const cannotBeReadAsAPicture = (name: string | number) => `${name} cannot be read as a picture.`
export const gifTooLarge = (name: string | number, megabytes: string | number) =>
  `${name} has ${megabytes}; a GIF may have 5 MB.`
export const isTooLargeAlsoWhenIt = (name: string | number) => `${name} is too large, even after it was made smaller.`
export const couldNotBeRead = (name: string | number) => `${name} could not be read.`
export const aMessageTakesAtMostPictures = (count: string | number) => `A message takes at most ${count} pictures.`
export const sendLater = 'Send later'
export const theAgentBeginsByItselfThen =
  'The agent begins by itself then, also with no tab open. Until then you can change or remove it.'
export const cancel = 'Cancel'
export const sendThen = 'Send then'
export const chooseADayAndATime = 'Choose a day and a time.'
export const thisTimeIsPastChooseA = 'This time is past. Choose a later one.'
export const chooseATimeWithinTheNext = 'Choose a time within the next year.'
export const dayAndTime = 'Day and time'
export const inYourTime = (timeZone: string | number) => `In your time, ${timeZone}`
export const waitingMessages = 'Waiting messages'
export const sending = 'Sending'
export const theMessageStillWaitsTryAgain = 'The message still waits. Try again.'
export const sendNow = 'Send now'
export const edit = 'Edit'
export const removeMessage = 'Remove'
export const waitingMessage = 'Waiting message'
export const save = 'Save'
export const showInFrames = 'Show'
export const restore = 'Restore'
export const restoreNamed = (label: string) => `Restore ${label}`
export const restored = 'Restored'
export const added = 'Added'
export const removed = 'Removed'
export const changed = 'Changed'
export const page = 'page'
export const stylesAndSettings = 'styles and settings'
export const whatThisRunDid = 'What this run did'
export const whatItChangedCannotBeShown = (message: string | number) =>
  `What it changed cannot be shown now. ${message}`
export const nothingWasChanged = 'Nothing was changed'
export const nothingWasChangedTryAgain = 'Nothing was changed. Try again.'
export const redo = 'Redo'
export const undo = 'Undo'
export const compare = 'Compare'
export const newChatWithTheSummary = 'New chat with the summary'
export const retry = 'Retry'
export const continueText = 'Continue'
export const nothingInTheSiteDiffersFrom = 'Nothing in the site differs from before.'
export const theSiteIsAsItWas = 'The site is as it was before. Undone:'
export const andOfChange = (plural: string | number) => `and ${plural} of change`
export const checksItRaised = (count: string | number) => `Checks it raised: ${count}`
export const roundName = (max: string | number) => `Round ${max}`
export const stopped = 'Stopped'
export const whatWasDoneUntilThenIs = 'What was done until then is kept.'
export const didNotFinish = 'Did not finish'
export const doneCutShort = 'Done, cut short'
export const theAnswerReachedTheModelsLength = 'The answer reached the model’s length limit.'
export const paused = 'Paused'
export const itReachedTheLimitOfRounds = 'It reached the limit of rounds for one request.'
export const itAskedForTheSameThing = 'It made the same call three times in a row.'
export const declined = 'Declined'
export const theModelDeclinedThisRequest = 'The model declined this request.'
export const done = 'Done'
export const itReachedItsLimitOfRounds = 'It reached its limit of rounds.'
export const itReachedItsLimitOfTool = 'It reached its limit of tool calls.'
export const theTokensThatItMayUse = 'The tokens that it may use are used up.'
export const theTimeThatItMayTake = 'The time that it may take is over.'
export const theMoneyThatItMayCost = 'The money that it may cost is used up.'
export const aLimitWasReached = 'A limit was reached.'
export const theProviderLimitsRequests = 'The provider limits requests'
export const theProviderIsOverloaded = 'The provider is overloaded'
export const theConnectionToTheProviderFailed = 'The connection to the provider failed'
export const theProviderWentSilent = 'The provider went silent'
export const theAnswerBrokeOff = 'The answer broke off'
export const theProviderFailed = 'The provider failed'
export const whatTheAgentSaw = 'What the agent saw'
export const workingSpinner = 'Working'
export const failed = 'Failed'
export const waiting = 'Waiting'
export const beingWritten = 'Being written'
export const input = 'Input'
export const whatWentWrong = 'What went wrong'
export const whatTheAgentWasTold = 'What the agent was told'
export const toNote = 'To note'
export const result = 'Result'
export const nothing = 'Nothing'
export const conversation = 'Conversation'
export const toTheEnd = 'To the end'
export const aPictureOfTheMessage = 'A picture of the message'
export const everythingBeforeItIsKeptIn = (rest: string | number) =>
  `${rest}Everything before it is kept, in the chat and in the site.`
export const thisChatIsNotThereAny = 'This chat is not there any more.'
export const youAreSignedOut = 'You are signed out.'
export const theChatCannotBeReadStatus = (status: string | number) => `The chat cannot be read (status ${status}).`
export const minS = (floor: string | number, floor2: string | number) => `${floor} min ${floor2} s`
export const ms = (max: string | number) => `${max} ms`
export const summarisedEarlierTurns = 'Summarised earlier turns'
export const summaryOfTheChatBefore = 'Summary of the chat before'
export const summarisingEarlierTurns = 'Summarising earlier turns'
export const theRunFailed = 'The run failed.'
export const onHoldAfterFailure = 'On hold: the run before it failed'
export const onHoldAfterStop = 'On hold: the run before it was stopped'
export const withTheNextRound = 'With the next round'
export const afterThisRun = 'After this run'
export const chooseAModel = 'Choose a model'
export const theAgentAndContent =
  'The agent reads and edits the content with what you may do yourself. Every request can be undone in one step.'
export const theAgentAndParts = 'The agent builds and measures this part beside you. Each of its steps can be undone.'
export const cubic = (volumes: string) => `${volumes} mm³`
export const newFaces = (count: number) => (count === 1 ? '1 new face' : `${count} new faces`)
export const lostFaces = (count: number) => (count === 1 ? '1 face gone' : `${count} faces gone`)
export const theAssistantAndTheSite =
  'Ask for what should be different on the site: words, pages, menus, pictures. You see what was done, and can undo it in one step.'
export const planLabel = 'Plan'
export const planProgress = (done: number, steps: number) => `Plan · ${done} of ${steps} done`
export const planOpenQuestions = 'To be decided first'
export const stepDone = 'Done'
export const stepOpen = 'Not done yet'
export const stepAsksFirst = 'asks you first'
