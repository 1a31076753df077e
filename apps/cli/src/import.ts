import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { ImportCommand } from './command.ts'
import type { Output } from './printer.ts'
import { exitCodes, Problem } from './problem.ts'
import { findProject } from './projects.ts'

const Listed = Type.Array(Type.Object({ path: Type.String(), why: Type.String() }))
const Plan = Type.Object({
  media: Type.Object({ unused: Type.Number(), takesUnused: Type.Boolean() }),
  home: Type.Optional(Type.Object({ path: Type.String(), title: Type.String() })),
  pages: Type.Array(Type.Object({ path: Type.String(), title: Type.String() })),
  conflicts: Type.Array(Type.Object({ path: Type.String(), message: Type.String(), usual: Type.String() })),
  leftOut: Type.Array(Type.Object({ path: Type.String(), why: Type.String(), tooling: Type.Optional(Type.Boolean()) })),
  refused: Type.Array(Type.Object({ path: Type.String(), what: Type.String(), why: Type.String() })),
  missing: Type.Array(Type.Object({ path: Type.String(), url: Type.String() })),
})
const Done = Type.Object({
  type: Type.Literal('done'),
  changeSetId: Type.String(),
  report: Type.Object({
    pages: Type.Array(Type.Object({ slug: Type.String(), title: Type.String() })),
    home: Type.Optional(Type.Object({ path: Type.String(), title: Type.String() })),
    stylesheets: Type.Array(Type.Object({ path: Type.String(), rules: Type.Number() })),
    media: Type.Object({ files: Type.Number() }),
    scripts: Type.Array(Type.Object({ path: Type.String() })),
    tokens: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    removed: Type.Array(Type.Object({ title: Type.String() })),
    kept: Listed,
  }),
  plan: Plan,
})
const Failed = Type.Object({
  type: Type.Literal('error'),
  error: Type.Object({ message: Type.String(), hint: Type.Optional(Type.String()) }),
})
const Progress = Type.Object({
  type: Type.Literal('progress'),
  step: Type.String(),
  done: Type.Number(),
  total: Type.Number(),
})

/** The most bytes that the server takes, packed; a folder that is larger is not even read. */
const maxBytes = 300 * 1024 * 1024
/** Folders that belong to tools. */
const left: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Imports a folder or archive and prints what was made and what was refused. */
export async function importSite(api: Api, command: ImportCommand, { print, note }: Output): Promise<number> {
  const id = await findProject(api, command.project)
  const archive = await readSource(command.source)
  const query = new URLSearchParams({
    ...(command.plan ? { plan: '1' } : {}),
    ...(command.conflicts
      ? { conflicts: command.conflicts, starter: command.conflicts === 'replace' ? 'replace' : 'keep' }
      : {}),
    ...(command.template ? { template: '1' } : {}),
    ...(command.all ? { unused: '1' } : {}),
  })
  const path = `/api/projects/${encodeURIComponent(id)}/import?${query}`
  const answer = await api.request('POST', path, archive)
  if (command.plan) {
    const plan: unknown = await answer.json()
    print(command.format === 'json' ? `${JSON.stringify(plan)}\n` : planText(Value.Parse(Plan, plan)))
    return exitCodes.done
  }
  if (!answer.body) throw new Problem('The server sent no answer.')
  let done: Static<typeof Done> | undefined
  let raw: unknown
  for await (const line of lines(answer.body)) {
    const value: unknown = JSON.parse(line)
    if (Value.Check(Failed, value)) throw new Problem(value.error.message, { hint: value.error.hint })
    if (Value.Check(Progress, value) && command.format === 'text' && value.done === value.total) {
      note(`${value.step}: ${value.done}`)
    }
    if (Value.Check(Done, value)) {
      done = value
      raw = value
    }
  }
  if (!done) throw new Problem('The import was cut off. Look at the project before you import again.')
  print(command.format === 'json' ? `${JSON.stringify(raw)}\n` : reportText(done))
  const left = done.plan.leftOut.filter(({ tooling }) => !tooling).length + unusedLeft(done.plan)
  if (left === 0 || command.partial) return exitCodes.done
  note(`${left} ${left === 1 ? 'file was' : 'files were'} left out; --partial takes that as done.`)
  return exitCodes.partial
}

/** @throws Problem where there is no such folder or archive, or it is too large */
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

function reportText({ report, plan, changeSetId }: Static<typeof Done>): string {
  const { pages, home, stylesheets, media, scripts, tokens, removed, kept } = report
  return text([
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

function planText(plan: Static<typeof Plan>): string {
  return text([
    ...plan.pages.map(({ path, title }) => `page        ${path}  ${title}`),
    ...homeText(plan.home),
    ...plan.conflicts.map(({ path, message, usual }) => `conflict    ${path}  ${message} (${usual})`),
    ...refusedText(plan),
  ])
}

function homeText(home: Static<typeof Plan>['home']): string[] {
  return home ? [`home        ${home.path}  ${home.title}: there is no index.html`] : []
}

/** How many files stay out since nothing names them and there are very many. */
function unusedLeft({ media: { unused, takesUnused } }: Static<typeof Plan>): number {
  return takesUnused ? 0 : unused
}

function refusedText(plan: Static<typeof Plan>): string[] {
  const { refused, missing, leftOut } = plan
  const unused = unusedLeft(plan)
  return [
    ...refused.map(({ path, what, why }) => `refused     ${path}  ${what}: ${why}`),
    ...missing.map(({ path, url }) => `missing     ${path}  ${url}`),
    ...leftOut.map(({ path, why }) => `left out    ${path}  ${why}`),
    ...(unused === 0 ? [] : [`left out    ${unused} files that nothing names; --all takes them`]),
  ]
}

const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('')
