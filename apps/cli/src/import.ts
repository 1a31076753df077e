import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ImportDone, ImportFailed, ImportPlan, ImportProgress, importSite as importRoute } from '@atelier/api'
import { type Zippable, zipSync } from 'fflate'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { ImportCommand } from './command.ts'
import type { Output } from './printer.ts'
import { exitCodes, Problem } from './problem.ts'
import { findProject } from './projects.ts'

/** The most bytes that the server takes, packed; a folder that is larger is not even read. */
const maxBytes = 300 * 1024 * 1024
/** Folders that belong to tools. */
const left: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Imports a folder or archive and prints what was made and what was refused. */
export async function importSite(api: Api, command: ImportCommand, { print, note }: Output): Promise<number> {
  const id = await findProject(api, command.project)
  const archive = await readSource(command.source)
  const { conflicts, without } = command
  const answer = await api.open(importRoute, {
    params: { id },
    query: {
      ...(command.plan ? { plan: '1' } : {}),
      ...(conflicts ? { conflicts, starter: conflicts === 'replace' ? 'replace' : 'keep' } : {}),
      ...(command.template ? { template: '1' } : {}),
      ...(command.all ? { unused: '1' } : {}),
      ...(without.length > 0
        ? { items: JSON.stringify(Object.fromEntries(without.map((path) => [path, 'skip']))) }
        : {}),
    },
    body: archive,
  })
  if (command.plan) {
    const plan: unknown = await answer.json()
    const read = Value.Parse(ImportPlan, plan)
    print(command.format === 'json' ? `${JSON.stringify(plan)}\n` : planText(read))
    const open = read.leftOut.filter(({ path, asks }) => asks && !without.includes(path))
    if (open.length === 0) return exitCodes.done
    note(
      `Pages use ${open.map(({ path }) => path).join(', ')}. Nothing is imported before --without names what to go without.`,
    )
    return exitCodes.partial
  }
  if (!answer.body) throw new Problem('The server sent no answer.')
  let done: ImportDone | undefined
  for await (const line of lines(answer.body)) {
    const value: unknown = JSON.parse(line)
    if (Value.Check(ImportFailed, value)) throw new Problem(value.error.message, { hint: value.error.hint })
    if (Value.Check(ImportProgress, value) && command.format === 'text' && value.done === value.total) {
      note(`${value.step}: ${value.done}`)
    }
    if (Value.Check(ImportDone, value)) done = value
  }
  if (!done) throw new Problem('The import was cut off. Look at the project before you import again.')
  print(command.format === 'json' ? `${JSON.stringify(done)}\n` : reportText(done))
  const left =
    done.plan.leftOut.filter(({ path, tooling }) => !tooling && !without.includes(path)).length + unusedLeft(done.plan)
  if (left === 0 || command.partial) return exitCodes.done
  note(`${left} ${left === 1 ? 'file was' : 'files were'} left out; --partial counts that as success.`)
  return exitCodes.partial
}

/** @throws Problem if the folder or archive does not exist, or is too large */
async function readSource(source: string): Promise<Uint8Array> {
  const found = await lstat(source).catch(() => undefined)
  if (!found) throw new Problem(`There is no file or folder "${source}".`, { code: exitCodes.usage })
  if (!found.isDirectory()) return readFile(source)
  const files: Zippable = {}
  let bytes = 0
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!left.has(entry.name)) await walk(path)
      } else if (entry.isFile()) {
        const content = await readFile(path)
        bytes += content.byteLength
        if (bytes > maxBytes) throw new Problem(`"${source}" holds more than ${maxBytes / 1024 / 1024} MB.`)
        files[relative(source, path).split(sep).join('/')] = [
          content,
          { level: /\.(?:html?|css|js|svg)$/i.test(path) ? 6 : 0 },
        ]
      }
      // A link could lead anywhere, and is not followed.
    }
  }
  await walk(source)
  if (Object.keys(files).length === 0) throw new Problem(`"${source}" holds no files.`, { code: exitCodes.usage })
  return zipSync(files)
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const packet of body) {
    const parts = (rest + decoder.decode(packet, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) if (part !== '') yield part
  }
  if (rest !== '') yield rest
}

function reportText({ report, plan, changeSetId }: ImportDone): string {
  const { pages, home, stylesheets, media, scripts, tokens, removed, kept } = report
  return joinLines([
    ...pages.map(({ slug, title }) => `page        ${slug}  ${title}`),
    ...homeText(home),
    ...stylesheets.map(({ path, rules }) => `stylesheet  ${path}  ${rules} rules`),
    `media       ${media.files} files`,
    ...scripts.map(({ path }) => `script      ${path}  switched off`),
    ...tokens.map(({ name, value }) => `token       ${name}  ${value}`),
    ...removed.map(({ title }) => `removed     ${title}`),
    ...kept.map(({ path, why }) => `kept        ${path}  ${why}`),
    ...refusedText(plan),
    `change set  ${changeSetId}`,
  ])
}

function planText(plan: ImportPlan): string {
  return joinLines([
    ...plan.pages.map(({ path, title }) => `page        ${path}  ${title}`),
    ...homeText(plan.home),
    ...plan.conflicts.map(({ path, message, usual }) => `conflict    ${path}  ${message} (${usual})`),
    ...refusedText(plan),
  ])
}

function homeText(home: ImportPlan['home']): string[] {
  return home ? [`home        ${home.path}  ${home.title}: there is no index.html`] : []
}

/** How many files are left out because nothing names them and there are very many. */
function unusedLeft({ media: { unused, takesUnused } }: ImportPlan): number {
  return takesUnused ? 0 : unused
}

function refusedText(plan: ImportPlan): string[] {
  const { refused, missing, leftOut } = plan
  const unused = unusedLeft(plan)
  return [
    ...refused.map(({ path, what, why }) => `refused     ${path}  ${what}: ${why}`),
    ...missing.map(({ path, url }) => `missing     ${path}  ${url}`),
    ...leftOut.map(({ path, why, asks }) => `${asks ? 'cannot take' : 'left out   '} ${path}  ${why}`),
    ...(unused === 0 ? [] : [`left out    ${unused} files that nothing names; --all takes them`]),
  ]
}

const joinLines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('')
