import * as strings from './strings.ts'
export interface OwnerProblems {
  name?: string
  email?: string
  password?: string
}

/** The faults of the first owner's fields; empty if nothing is. */
export function checkOwner(values: { name: string; email: string; password: string }): OwnerProblems {
  const problems: OwnerProblems = {}
  if (values.name.trim() === '') problems.name = strings.nameMissing
  if (!isEmailAddress(values.email.trim())) problems.email = strings.emailInvalid
  if (values.password.length < 8) problems.password = strings.passwordTooShort
  return problems
}

/** Whether a text has the shape of an email address, as the server checks it. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}
