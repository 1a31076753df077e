import * as Value from './valueParts.ts'

/** The functions of TypeBox's `Value` that the studio uses. */
export { Value }
