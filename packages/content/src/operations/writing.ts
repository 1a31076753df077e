import { delete_content } from './delete_content.ts'
import { save_content } from './save_content.ts'

/** Those that write entries and models, with the types that they were defined with. */
export const writeOperations = [save_content, delete_content] as const
