/** Writes a line for the person who runs the tests, beside what the tests print. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
