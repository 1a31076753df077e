import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createApi } from './api.ts'
import { help, readCommand } from './command.ts'
import { exportSite } from './export.ts'
import { generate } from './generate.ts'
import { importSite } from './import.ts'
import { exportPart, importPart } from './parts.ts'
import type { Output } from './printer.ts'
import { exitCodes, Problem } from './problem.ts'
import { publish } from './publish.ts'
import { run } from './run.ts'
import { types } from './types.ts'

/** Two signals that come this close together, in milliseconds, are one press of Ctrl+C that arrived twice. */
const togetherMs = 300

const output: Output = {
  print: (words) => void process.stdout.write(words),
  note: (line) => void process.stderr.write(`${line}\n`),
}

function interruption(): AbortSignal {
  const controller = new AbortController()
  let last = 0
  const stop = () => {
    const now = Date.now()
    if (controller.signal.aborted && now - last > togetherMs) process.exit(exitCodes.interrupted)
    last = now
    if (controller.signal.aborted) return
    output.note('Stopping the run … (once more to leave without waiting)')
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller.signal
}

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2))
  if (command.name === 'help') {
    output.print(help)
    return exitCodes.done
  }
  if (command.name === 'version') {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
    output.print(`${JSON.parse(manifest).version}\n`)
    return exitCodes.done
  }
  const api = createApi({ env: process.env, fetch })
  if (command.name === 'publish') return publish(api, command, output.print)
  if (command.name === 'export') return exportSite(api, command, output.print)
  if (command.name === 'types') return types(api, command, output.print)
  if (command.name === 'import') return importSite(api, command, output)
  if (command.name === 'export-part') return exportPart(api, command, output.print)
  if (command.name === 'import-part') return importPart(api, command, output.print)
  if (command.name === 'generate') {
    const brief = command.brief === '-' ? await text(process.stdin) : command.brief
    return generate({ ...command, brief }, { api, output, interrupted: interruption(), delay })
  }
  const prompt = command.prompt === '-' ? await text(process.stdin) : command.prompt
  return run({ ...command, prompt }, { api, output, interrupted: interruption(), delay })
}

// A reader that has seen enough, such as `head`, closes the pipe; the run continues without it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.failed)
  throw error
})

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof Problem)) throw error
  output.note(error.hint === undefined ? error.message : `${error.message} ${error.hint}`)
  process.exitCode = error.code
}
