import type { RunEvent } from '@atelier/api'
import type { Format } from './command.ts'

export interface Output {
  /** To the standard output. */
  print(text: string): void
  /** A line for the person, beside the output proper. */
  note(line: string): void
}

export interface Printer {
  push(line: string, event: RunEvent): void
  close(): void
}

/** Prints a run's events: as received, or as the agent's text with a note for each action. */
export function createPrinter(format: Format, output: Output): Printer {
  if (format === 'json') return { push: (line) => output.print(`${line}\n`), close: () => undefined }
  let open = false
  let from: string | undefined
  const breakLine = () => {
    if (open) output.print('\n')
    open = false
  }
  return {
    push(_line, event) {
      if (event.type === 'text') {
        if (from !== undefined && event.messageId !== from) breakLine()
        from = event.messageId
        if (event.supersedes !== undefined) output.note('The answer broke off and starts again.')
        if (event.text) {
          output.print(event.text)
          open = !event.text.endsWith('\n')
        }
      } else if (event.type === 'toolResult') {
        breakLine()
        output.note(event.ok === false ? `${event.toolName}: ${event.error ?? 'failed'}` : `${event.toolName}: done`)
      } else if (event.type === 'retry' && event.message !== undefined) {
        breakLine()
        output.note(event.message)
      }
    },
    close: breakLine,
  }
}
