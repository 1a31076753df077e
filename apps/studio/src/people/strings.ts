/** Texts of the pages about people, keys and the account. */
export const openTheInvitationLink = 'Open the invitation link'
export const atelier = 'Atelier'
export const thisInvitationHasBeenUsed = 'This invitation has been used'
export const thisInvitationHasExpired = 'This invitation has expired'
export const thisInvitationLinkIsNotValid = 'This invitation link is not valid'
/** Ends with a space: the server's hint follows. */
export const itMayHaveBeenWithdrawn = 'It may have been withdrawn, or replaced by a newer one. '
export const theInvitationCannotBeRead = 'The invitation cannot be read'
export const tryAgain = 'Try again'
export const haveAnAccountAlready = 'Have an account already?'
export const signIn = 'Sign in'
export const join = (invitedBy: string | number) => `Join ${invitedBy}`
export const invitesYouToYouHaveAn = (invitedBy: string | number, workspace: string | number) =>
  `${invitedBy} invites you to “${workspace}”. You have an account here: accept with its password.`
export const invitesYouToWorkInChoose = (invitedBy: string | number, workspace: string | number) =>
  `${invitedBy} invites you to work in “${workspace}”. Choose a name and a password.`
export const email = 'Email'
export const yourName = 'Your name'
export const password = 'Password'
export const atLeast8CharactersALong = 'At least 8 characters. A long sentence is good.'
export const acceptTheInvitation = 'Accept the invitation'
export const noAccess = 'No access'
export const role = 'Role'
export const projects = 'Projects'
export const roleIn = (name: string | number) => `Role in ${name}`
export const theySeeNoProjectUntilYou = 'They see no project until you choose a role in one.'
export const account = 'Account'
export const name = 'Name'
export const othersSeeItBesideWhatYou = 'Others see it next to what you do.'
export const saveName = 'Save name'
export const saved = 'Saved'
export const useAtLeast8Characters = 'Use at least 8 characters.'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const changePassword = 'Change password'
export const changedEverywhereElseYouAreSigned = 'Changed. Everywhere else you are signed out.'
export const whatTheAgentMayDoWithout = 'What the agent may do without asking'
export const itAsksBeforeEverythingThatCannot =
  'It asks before everything that cannot be undone. What you always allow in a project, or in a chat, is listed here.'
export const newChat = 'New chat'
export const allowed = (ago: string | number) => `allowed ${ago}`
export const itStillStandsTryAgain = 'It was not withdrawn. Try again.'
export const askAgain = 'Ask again'
export const askAgainAbout = (what: string | number, place: string | number) => `Ask again: ${what} ${place}`
export const newKey = 'New key'
export const apiKeys = 'API keys'
export const aKeyLetsAProgramSuch = 'A key lets a program, such as the command line or a script, work in your name.'
export const noKeysYet = 'No keys yet'
export const endsIn = 'ends in'
export const made = (ago: string | number) => `made ${ago}`
export const deleteText = (name: string | number) => `Delete ${name}`
export const deleteTheKey = (name: string | number) => `Delete the key “${name}”?`
export const deleteKey = 'Delete key'
export const programsThatUseItAreRefused =
  'Programs that use it are refused from now on. What they made stays. This cannot be undone.'
export const whatMayDo = (name: string | number) => `What ${name} may do`
export const itHoldsAtOnceAlsoIn = 'It applies at once, also in tabs that they have open.'
export const cancel = 'Cancel'
export const save = 'Save'
export const itIsSelectedCopyItWith = 'It is selected: copy it with Ctrl+C or ⌘C.'
export const admin = 'Admin'
export const everyProjectAndAiProviders = 'Every project, and AI providers'
export const owner = 'Owner'
export const everythingThatAKeyMayDo = 'Everything that a key may do'
export const copyTheKeyNow = 'Copy the key now'
export const newApiKey = 'New API key'
export const itIsShownOnlyNowThe = 'It is shown only now; the server keeps no copy of it.'
export const itMayNeverDoMoreThan = 'It may never do more than you may, and ends with your account.'
export const done = 'Done'
export const createKey = 'Create key'
export const key = 'Key'
export const programsSendItAsAuthorizationBearer = 'Programs send it as “Authorization: Bearer” with the key.'
export const sayWhatTheKeyIsFor = 'Say what the key is for.'
export const whatItIsFor = 'What it is for'
export const deployScript = 'Deploy script'
export const where = 'Where'
export const everyProjectOfMine = 'Every project of mine'
export const newLink = 'New link'
export const newLinkFor = (email: string | number) => `New link for ${email}`
export const withdrawTheInvitationOf = (email: string | number) => `Withdraw the invitation of ${email}`
export const withdrawInvitationQuestion = (email: string | number) => `Withdraw the invitation of ${email}?`
export const withdraw = 'Withdraw'
export const itsLinkStopsWorkingAtOnce = 'Its link stops working at once. You can invite the same address again.'
export const invitationLink = 'Invitation link'
export const itWorksOnceUntil = (until: string | number) => `It works once, until ${until}.`
export const theStudioRunsAtALocal =
  'The studio runs at a local address. To let people in from elsewhere, start Atelier at an address that they reach (ATELIER_ORIGIN), and make the link there.'
export const thisLinkOpensOnThisMachine = 'This link opens on this machine only'
export const sendThisLinkTo = (email: string | number) => `Send this link to ${email}`
export const newInvitationLink = 'New invitation link'
export const inviteSomebody = 'Invite a person'
export const itIsShownOnlyNowWhoever =
  'It is shown only now. The first person who opens it gets the account, so send it where only they can read it.'
export const theEarlierLinkStopsWorking = 'The earlier link stops working.'
export const youGetALinkToSend = 'You get a link to send. It works once, for seven days.'
export const makeTheLink = 'Make the link'
export const enterAnEmailAddressSuchAs = 'Enter an email address, such as sam@example.com.'
export const theySignInWithItNo = 'They sign in with it. No mail is sent to it.'
export const nameTheyCanChangeIt = 'Name (they can change it)'
export const invite = 'Invite'
export const people = 'People'
export const askOneOfThemToInvite = 'Ask one of them to invite another person, or to let you into another project.'
export const onlyAnOwnerOrAnAdmin = 'Only an owner or an admin manages people'
export const inviteSomebodyToEditReviewOr =
  'Invite people to edit, review or read a project with you. You see each other’s changes as they happen.'
export const youWorkHereAlone = 'You work here alone'
export const invited = 'Invited'
export const you = 'you'
export const change = 'Change'
export const changeWhatMayDo = (name: string | number) => `Change what ${name} may do`
export const remove = (name: string | number) => `Remove ${name}`
export const removePersonQuestion = (name: string | number) => `Remove ${name}?`
export const removeButton = 'Remove'
export const theyAreSignedOutEverywhereAt = (keys: string | number) =>
  `They are signed out everywhere at once. Their password${keys} and the invitations that they made stop working, and their runs at work are stopped.`
export const everythingTheyMadeStaysTheirChats = (email: string | number) =>
  `Everything they made stays. Their chats with the agent are kept, and return if you invite ${email} again.`
export const member = 'Member'
export const onlyTheProjectsThatYouChoose = 'Only the projects that you choose'
export const everyProjectAiProvidersAndPeople = 'Every project, AI providers and people'
export const everythingAndMakesAndRemovesOwners = 'Everything, and makes and removes owners'
export const editor = 'Editor'
export const editsLetsTheAgentEditPublishes = 'Edits, lets the agent edit, publishes'
export const reviewer = 'Reviewer'
export const readsAsksTheAgentReviews = 'Reads, asks the agent, reviews'
export const viewer = 'Viewer'
export const readsAndAsksTheAgent = 'Reads and asks the agent'
export const everyProject = 'Every project'
export const noProjectYet = 'No project yet'
export const more = (rest: string | number) => `${rest} more`
export const leadWhoWorksHereAndIn = 'Who works here, and in which projects.'
export const leadThisAddressIsOnlyA = 'This address is only a part of it. Open the whole link that you were sent.'
export const leadOneMoment = 'One moment.'
export const leadNothingWasChangedTheLink = 'Nothing was changed; the link may still be good.'
