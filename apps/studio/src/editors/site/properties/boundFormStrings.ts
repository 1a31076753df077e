/** The settings of a form of the content; apart, since the editor does not begin with them. */
export const formOfContent = 'Form of the content'
export const sendsEntriesOf = (model: string) => `Sends entries of ${model}`
export const formIsGone = (id: string) => `There is no form of “${id}” any more: what is sent here is refused.`
export const formIsClosed = 'It is closed: what is sent here is refused at the moment.'
export const formIsUpToDate = 'It has every field that the form takes.'
export const missingFields = (names: readonly string[]) => `Missing here: ${names.join(', ')}`
export const extraFields = (names: readonly string[]) => `No longer taken: ${names.join(', ')}`
const fieldCount = (count: number) => (count === 1 ? '1 field' : `${count} fields`)
export const mendForm = (missing: number, extra: number) =>
  missing === 0
    ? `Remove ${fieldCount(extra)}`
    : extra === 0
      ? `Add ${fieldCount(missing)}`
      : `Add ${fieldCount(missing)}, remove ${fieldCount(extra)}`
