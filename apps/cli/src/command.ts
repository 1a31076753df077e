import { parseArgs } from 'node:util'
import { exitCodes, Problem } from './problem.ts'

/** How a run is shown: every event as a line of JSON, or only what the agent says. */
export type Format = 'json' | 'text'

export interface RunCommand {
  name: 'run'
  prompt: string
  project: string | undefined
  scope: string
  session: string | undefined
  credential: string | undefined
  model: string | undefined
  document: string | undefined
  whenBusy: string | undefined
  confirm: string[]
  format: Format
}

export interface PublishCommand {
  name: 'publish'
  project: string
  format: Format
}

export interface ExportCommand {
  name: 'export'
  project: string
  /** The file to write. */
  out: string
  format: Format
}

export interface TypesCommand {
  name: 'types'
  /** Its slug, or its id. */
  project: string
  /** The file to write. */
  out: string
  format: Format
}

export interface ImportCommand {
  name: 'import'
  project: string
  /** A folder or a zip archive. */
  source: string
  /** How to resolve an address that the site already has; without it only an untouched starter is replaced. */
  conflicts: 'keep' | 'replace' | 'rename' | undefined
  /** Print what would be done, without doing it. */
  plan: boolean
  template: boolean
  /** Take files that nothing names, however many. */
  all: boolean
  /** Files in use that cannot be imported, and that the site is to go without. */
  without: readonly string[]
  /** Do not report left-out files by a separate exit code. */
  partial: boolean
  format: Format
}

export interface ExportPartCommand {
  name: 'export-part'
  /** The id or the name of the part. */
  part: string
  project: string
  /** The file to write; its ending says the format. */
  out: string
  format: Format
}

export interface ImportPartCommand {
  name: 'import-part'
  /** A STEP file. */
  source: string
  project: string
  /** The id or the name of the part that it is added to; absent for a new one. */
  part: string | undefined
  format: Format
}

export interface GenerateCommand {
  name: 'generate'
  brief: string
  project: string
  kind: 'site' | 'redesign' | 'pages'
  credential: string | undefined
  model: string | undefined
  budgetUsd: number | undefined
  /** Carry the plan out without asking. */
  yes: boolean
  /** Go on with this one instead of planning another. */
  generation: string | undefined
  format: Format
}

export type Command =
  | RunCommand
  | GenerateCommand
  | PublishCommand
  | ExportCommand
  | TypesCommand
  | ImportCommand
  | ExportPartCommand
  | ImportPartCommand
  | { name: 'help' }
  | { name: 'version' }

export const help = `Usage: npx atelier COMMAND [OPTIONS]

  run "PROMPT"   Let the agent work, and print what happens as it happens
      --project SLUG      the project to work on
      --scope SCOPE       what it works on (site)
      --session ID        continue a conversation instead of starting one
      --model ID          the model, of the credential if --credential names one
      --credential ID     the credential; "rehearsal" plays a script
      --document ID       the page to work on if the prompt names none
      --when-busy WHAT    reject, steer or followUp, if the conversation has a run at work
      --confirm TOKEN     confirm what an earlier run asked to have confirmed; may be repeated
      --json, --text      every event as a line of JSON (the default), or only the text of the agent

  generate "BRIEF"
                 Make a site from a few sentences: a plan first, then its pages
      --project SLUG      the project to make it in
      --yes               carry the plan out; without it the plan is made and waits
      --generation ID     carry out a plan that waits, or go on with one that was stopped
      --redesign, --pages plan what is there anew, or further pages, instead of a new site
      --budget DOLLARS    what it may cost
      --model ID, --credential ID
                          as for run
      --json, --text      every change as a line of JSON (the default), or as a short sentence

  publish        Publish a project
      --project SLUG      the project
      --json, --text      the release as JSON (the default), or only its address

  export         Write a project's site into a ZIP file that any host of files can serve
      --project SLUG      the project
      --out FILE.zip      the file to write
      --json, --text      the file and its size as JSON (the default), or only its name

  types          Write a typed TypeScript client for a project's content
      --project SLUG      the project; its id with a key of the Conversation API
      --out FILE.ts       the file to write
      --json, --text      the file and its models as JSON (the default), or only its name

  import FOLDER_OR_ZIP
                 Bring a whole site of HTML, CSS, images and fonts into a project
      --project SLUG      the project
      --replace, --keep, --rename
                          what happens to pages, files and tokens of the project with the same name:
                          they are replaced; they stay, and the imported ones are left out; or both
                          stay, and the imported ones get another name (the default, but an
                          untouched starter is replaced)
      --plan              say what would be done, and do nothing
      --template          make a template of a header and footer that all pages share
      --all               import files that no page refers to, too, however many
      --without FILE      go without this file, which pages use and which cannot be imported; can be
                          repeated. Until all such files are named, nothing is imported
      --partial           exit with 0 even if files that no page uses were left out
      --json, --text      what was done as JSON (the default), or as a short list

  export-part PART
                 Write a CAD part, by its id or name, into a file
      --project SLUG      the project
      --out FILE          the file to write: .step, .stl, .3mf, .glb or .png
      --json, --text      the file and its size as JSON (the default), or only its name

  import-part FILE.step
                 Bring the solids of a STEP file into a project, as a part of their own
      --project SLUG      the project
      --part PART         add them to this part instead, by its id or name
      --json, --text      the part as JSON (the default), or only its id

Set ATELIER_API_KEY to a key that you made in the studio, and ATELIER_URL to the
server (http://localhost:4000 by default). "-" as the prompt reads it
from the input. Ctrl+C stops the run; a second one leaves without waiting.

Exit codes: 0 done, 1 failed or stopped, 2 wrong command, 3 done, but something
waits to be confirmed, 4 imported, but files were left out, 130 interrupted.
`

const options = {
  project: { type: 'string' },
  scope: { type: 'string' },
  session: { type: 'string' },
  model: { type: 'string' },
  credential: { type: 'string' },
  document: { type: 'string' },
  'when-busy': { type: 'string' },
  confirm: { type: 'string', multiple: true },
  out: { type: 'string' },
  part: { type: 'string' },
  replace: { type: 'boolean' },
  keep: { type: 'boolean' },
  rename: { type: 'boolean' },
  plan: { type: 'boolean' },
  template: { type: 'boolean' },
  all: { type: 'boolean' },
  yes: { type: 'boolean' },
  generation: { type: 'string' },
  redesign: { type: 'boolean' },
  pages: { type: 'boolean' },
  budget: { type: 'string' },
  partial: { type: 'boolean' },
  without: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  text: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/** @throws Problem (usage) if the command line is invalid */
export function readCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv)
  const [name, ...rest] = positionals
  if (values.help || name === 'help' || (name === undefined && !values.version)) return { name: 'help' }
  if (values.version) return { name: 'version' }
  if (values.json && values.text) throw usage('--json and --text cannot be combined.')
  const format: Format = values.text ? 'text' : 'json'
  if (name === 'publish') {
    if (values.project === undefined) throw usage('Say which project to publish: --project SLUG.')
    if (rest.length > 0) throw usage(`The argument "${rest.join(' ')}" is not expected.`)
    return { name, project: values.project, format }
  }
  if (name === 'export') {
    if (values.project === undefined) throw usage('Say which project to export: --project SLUG.')
    if (values.out === undefined || values.out === '') throw usage('Say which file to write: --out FILE.zip.')
    if (rest.length > 0) throw usage(`The argument "${rest.join(' ')}" is not expected.`)
    return { name, project: values.project, out: values.out, format }
  }
  if (name === 'types') {
    if (values.project === undefined) throw usage('Say whose content to read: --project SLUG.')
    if (values.out === undefined || values.out === '') throw usage('Say which file to write: --out FILE.ts.')
    if (rest.length > 0) throw usage(`The argument "${rest.join(' ')}" is not expected.`)
    return { name, project: values.project, out: values.out, format }
  }
  if (name === 'import') {
    const [source, ...more] = rest
    if (source === undefined || source === '')
      throw usage('Say which folder or archive to import: import FOLDER_OR_ZIP.')
    if (values.project === undefined) throw usage('Say which project to import into: --project SLUG.')
    if (more.length > 0) throw usage(`The argument "${more.join(' ')}" is not expected.`)
    const conflicts = (['keep', 'replace', 'rename'] as const).filter((choice) => values[choice])
    if (conflicts.length > 1) throw usage(`--${conflicts[0]} and --${conflicts[1]} cannot be combined.`)
    return {
      name,
      project: values.project,
      source,
      conflicts: conflicts[0],
      plan: values.plan ?? false,
      template: values.template ?? false,
      all: values.all ?? false,
      without: values.without ?? [],
      partial: values.partial ?? false,
      format,
    }
  }
  if (name === 'export-part') {
    const [part, ...more] = rest
    if (part === undefined || part === '') throw usage('Say which part to export: export-part PART.')
    if (values.project === undefined) throw usage('Say whose part to export: --project SLUG.')
    if (values.out === undefined || values.out === '') throw usage('Say which file to write: --out FILE.step.')
    if (more.length > 0) throw usage(`The argument "${more.join(' ')}" is not expected.`)
    return { name, part, project: values.project, out: values.out, format }
  }
  if (name === 'import-part') {
    const [source, ...more] = rest
    if (source === undefined || source === '') throw usage('Say which file to import: import-part FILE.step.')
    if (values.project === undefined) throw usage('Say which project to import into: --project SLUG.')
    if (more.length > 0) throw usage(`The argument "${more.join(' ')}" is not expected.`)
    return { name, source, project: values.project, part: values.part, format }
  }
  if (name === 'generate') {
    const [brief = '', ...more] = rest
    if (brief.trim() === '' && values.generation === undefined)
      throw usage('Say what the site is about: atelier generate "…".')
    if (values.project === undefined) throw usage('Say which project to make it in: --project SLUG.')
    if (more.length > 0) throw usage('The brief must be one argument: put it in quotes.')
    if (values.redesign && values.pages) throw usage('--redesign and --pages cannot be combined.')
    const budgetUsd = values.budget === undefined ? undefined : Number(values.budget)
    if (budgetUsd !== undefined && !(budgetUsd > 0)) throw usage('--budget is an amount in dollars, such as 2.50.')
    return {
      name,
      brief,
      project: values.project,
      kind: values.redesign ? 'redesign' : values.pages ? 'pages' : 'site',
      credential: values.credential,
      model: values.model,
      budgetUsd,
      yes: values.yes ?? false,
      generation: values.generation,
      format,
    }
  }
  if (name !== 'run') throw usage(`There is no command "${name}".`)
  const [prompt] = rest
  if (prompt === undefined || prompt.trim() === '') throw usage('Say what the agent is to do: atelier run "…".')
  if (rest.length > 1) throw usage('The prompt must be one argument: put it in quotes.')
  if (values.project === undefined && values.session === undefined) {
    throw usage('Say which project to work on: --project SLUG; or continue a conversation: --session ID.')
  }
  return {
    name,
    prompt,
    project: values.project,
    scope: values.scope ?? 'site',
    session: values.session,
    credential: values.credential,
    model: values.model,
    document: values.document,
    whenBusy: values['when-busy'],
    confirm: values.confirm ?? [],
    format,
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    throw usage(error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error))
  }
}

function usage(message: string): Problem {
  return new Problem(message, { code: exitCodes.usage, hint: 'atelier --help lists the commands.' })
}
