export interface OwnerProblems {
  name?: string
  email?: string
  password?: string
}

/** What is wrong with the fields of the first owner; empty where nothing is. */
export function checkOwner(values: { name: string; email: string; password: string }): OwnerProblems {
  const problems: OwnerProblems = {}
  if (values.name.trim() === '') problems.name = 'Say how you want to be called.'
  if (!/^[^\s@]+@[^\s@]+$/.test(values.email.trim()))
    problems.email = 'Enter an email address, such as you@example.com.'
  if (values.password.length < 8) problems.password = 'Use at least 8 characters.'
  return problems
}
