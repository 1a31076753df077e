import { Errors as findErrors } from 'typebox/schema'

export { Check } from './check.ts'

/** The faults of a value, as TypeBox words them: its own search, which only what comes after the first view needs. */
export const Errors = (schema: object, value: unknown) => findErrors(schema, value)[1]
