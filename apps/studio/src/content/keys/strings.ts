/** Texts of the screen of the keys for programs. */
export const keys = 'Keys'
export const keysHint =
  'For programs and pages elsewhere: they talk with the agent by the Conversation API, and read entries by the read API.'
export const noKeys = 'No keys yet'
export const noKeysHint = 'A key lets one program talk about this content or read it, within the limits that you set.'
export const onlyAdmins = 'Owners and admins make keys.'
export const newKey = 'New key'
export const editKey = (name: string) => `Change ${name}`
export const revoke = 'Revoke'
export const revokeKey = (name: string) => `Revoke ${name}`
export const revokeAsk = (name: string) => `Revoke “${name}”?`
export const revokeHint =
  'Programs that use it are refused at once, and what it has begun is stopped. This cannot be undone.'
export const created = 'Copy the key now'
export const createdHint = 'It is shown this once. Only a digest of it is kept.'
export const name = 'What it is for'
export const nameExample = 'Website of the shop'
export const nameIsMissing = 'Say what the key is for.'
export const use = 'What it does'
export const uses = { read: 'Reads entries', talk: 'Talks with the agent' } as const
export const role = 'Role'
export const roles = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin' } as const
export const roleHint = 'It never does more than you may do yourself.'
export const models = 'Models'
export const locales = 'Languages'
export const tools = 'Tools'
export const all = (what: string) => `All ${what.toLowerCase()}`
export const usualTools = 'The usual ones'
export const chosen = 'Only these'
export const chooseOne = (what: string) => `Choose at least one of the ${what.toLowerCase()}.`
export const origins = 'Pages that may use it in a browser'
export const originsHint = 'Origins such as https://example.com, one a line. Without one it is for programs alone.'
export const instructions = 'Instructions'
export const instructionsHint = 'What the agent is told in your name. They can narrow what it does, never widen it.'
export const model = 'Model of the agent'
export const usualModel = 'The default of content'
export const perMinute = 'Messages a minute'
export const perMonth = 'Messages a month'
export const between = (least: number, most: number) => `A whole number from ${least} to ${most}.`
export const create = 'Create key'
export const save = 'Save'
export const cancel = 'Cancel'
export const done = 'Done'
export const key = 'Key'
export const used = (count: number, most: number) => `${count} of ${most} messages this month`
export const lastUsed = (when: string) => `last used ${when}`
export const neverUsed = 'no message yet'
export const of = (owner: string) => `of ${owner}`
export const examples = 'How to use it'
export const curlRead = 'Read entries with curl'
export const curlTalk = 'Send a message with curl'
export const typescript = 'In TypeScript'
export const limitedTo = (what: string, names: readonly string[]) => `${what}: ${names.join(', ')}`
