import * as Value from './valueParts.ts'

/** What the studio uses of TypeBox's `Value`. */
export { Value }
