/** Something that is wrong with content, and where. */
export interface Finding {
  severity: 'error' | 'warning'
  /** A term such as `required` or `unknown_field`. */
  code: string
  /** A sentence for a person. */
  message: string
  model?: string
  entry?: string
  locale?: string
  /** The name of the field, with the path inside of it: `address.street`, `tags.2`. */
  field?: string
  /** A file of the repository, and the line in it from 1 on. */
  file?: string
  line?: number
  /** The remedy. */
  hint?: string
}
