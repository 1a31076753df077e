/** Texts of the screen of webhooks. */
export const webhooks = 'Webhooks'
export const webhooksHint =
  'Addresses that are called when content is published, taken back, sent through a form or merged, for example to build another site.'
export const noWebhooks = 'No webhooks yet'
export const noWebhooksHint = 'A webhook tells another server what has just happened here. Each call is signed.'
export const onlyAdmins = 'Owners and admins add webhooks.'
export const newWebhook = 'New webhook'
export const name = 'Name'
export const nameExample = 'Build the shop'
export const address = 'Address'
export const addressHint = 'It gets a POST request with JSON. A failed call is repeated for a day.'
export const addressExample = 'https://example.com/hooks/content'
export const events = 'Called when'
export const eventNames = {
  publish: 'an entry is published',
  unpublish: 'an entry is taken back',
  submission: 'a form is submitted',
  merge: 'a branch is merged',
} as const
export const chooseEvent = 'Choose at least one.'
export const nameIsMissing = 'Give it a name.'
export const addressIsWrong = 'An address begins with https:// or http://.'
export const add = 'Add webhook'
export const cancel = 'Cancel'
export const done = 'Done'
export const created = 'Copy the secret now'
export const createdHint =
  'It is shown this once. X-Atelier-Signature is “sha256=” and the HMAC of X-Atelier-Timestamp, a dot and the body.'
export const secret = 'Secret'
export const sendTest = 'Send a test'
export const sendTestTo = (webhook: string) => `Send a test to ${webhook}`
export const testArrived = 'The test arrived'
export const testFailed = (problem: string) => `The test did not arrive: ${problem}`
export const deleteButton = 'Delete'
export const deleteWebhook = (webhook: string) => `Delete ${webhook}`
export const deleteAsk = (webhook: string) => `Delete “${webhook}”?`
export const deleteHint = 'It is not called any more, and what waits for it is not sent. This cannot be undone.'
export const deliveries = 'Last deliveries'
export const deliveriesOf = (webhook: string) => `Last deliveries of ${webhook}`
export const noDeliveries = 'Nothing has been sent yet.'
export const repeat = 'Repeat'
export const repeatEvent = (event: string) => `Repeat ${event}`
export const repeated = 'It is sent once more'
export const states = { delivered: 'Delivered', waiting: 'Waits for the next try', failed: 'Given up' } as const
export const deliveryEvents: Readonly<Record<string, string>> = {
  publish: 'Published',
  unpublish: 'Taken back',
  submission: 'Submitted',
  merge: 'Merged',
  test: 'Test',
}
export const tries = (count: number) => (count === 1 ? '1 try' : `${count} tries`)
export const sentText = 'Sent text'
