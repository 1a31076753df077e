/** Texts of the screens of a model's form. */
export const form = 'Form'
export const formOf = (model: string) => `Form of ${model}`
export const formHint =
  'Visitors of the site send entries by it. They wait under Submissions until somebody approves them.'
export const noForm = 'No form yet'
export const noFormHint =
  'With a form, visitors send entries of this model from the site. Nothing of it is shown before somebody approves it.'
export const makeForm = 'Make a form'
export const backTo = (model: string) => `Back to ${model}`
export const submissions = 'Submissions'
export const open = 'Takes submissions'
export const openHint = 'While it is off, the form answers that it takes nothing at the moment.'
export const fields = 'Fields'
export const fieldsHint = 'What a visitor may fill in. Files, relations and HTML are never taken.'
export const inTheForm = 'In the form'
export const asks = (label: string) => `Ask for ${label}`
export const isRequired = 'Required'
export const requires = (label: string) => `Require ${label}`
export const requiredByModel = 'The model requires it.'
export const labelFor = (name: string) => `Label of ${name}`
export const moveUp = (label: string) => `Move ${label} up`
export const atLeastOne = 'A form needs at least one field.'
export const afterwards = 'Afterwards'
export const language = 'Language of the entries'
export const thankYouPage = 'Page that is shown then'
export const thankYouPageHint = 'A path of the site such as /thanks/. Without one a plain page says that it was sent.'
export const notAPath = 'A path of the site begins with one /, such as /thanks/.'
export const message = 'What the visitor reads'
export const messageHint = 'On that plain page, and for scripts.'
export const limits = 'Limits'
export const limitsHint =
  'A hidden field, which people leave empty, sorts out what programs send; it is kept under Submissions as spam.'
export const perMinute = 'From one address a minute'
export const perMonth = 'From all visitors a month'
export const between = (least: number, most: number) => `A whole number from ${least} to ${most}.`
export const onThePage = 'On a page'
export const onThePageHint =
  'Insert “Form” on the canvas of the site, or copy the HTML. It works without a script; a script may send JSON to the endpoint.'
export const html = 'HTML'
export const endpoint = 'Endpoint for scripts'
export const copy = 'Copy'
export const copied = 'Copied'
export const notifications = 'Notifications'
export const webhook = 'Webhook'
export const webhookHint = 'Called with each submission, signed with a secret, and tried again for a day if it fails.'
export const webhookAddress = 'Address of the webhook'
export const save = 'Save'
export const remove = 'Remove'
export const secret = 'Secret of the webhook'
export const secretHint = 'Shown this once. X-Atelier-Signature is the HMAC of the body with it.'
export const sendTest = 'Send a test'
export const testArrived = 'The test arrived'
export const testFailed = (why: string) => `The test did not arrive: ${why}`
export const mail = 'Mail'
export const mailHint = 'Addresses with commas between, at most ten.'
export const mailAddresses = 'Addresses that get mail'
export const notAnAddress = (text: string) => `“${text}” is no address of mail.`
export const noMail = 'This server sends no mail'
export const noMailHint =
  'Whoever operates it sets ATELIER_SMTP_URL, such as smtp://user:password@mail.example.com:587.'
export const lastDeliveries = 'Last deliveries'
export const noDeliveries = 'Nothing was delivered yet.'
export const deliveryStates = { delivered: 'delivered', waiting: 'tried again later', failed: 'given up' } as const
export const tries = (count: number) => (count === 1 ? '1 try' : `${count} tries`)
export const onlyAdmins = 'Owners and admins change the form.'
