/**
 * Writes what is derived from the operations: the list of each scope, what a tab runs, the commands, the studio's handles
 * and icons, and the tables of docs/operations.md. With `--check` it writes nothing and fails if a file is out of date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '@atelier/operation'
import { isTest } from '../sources.ts'
import { commandsModule } from './commands.ts'
import { withTables } from './docs.ts'
import { type ContextType, handlesModule, iconsModule, listModule } from './lists.ts'
import { readOperations } from './read.ts'

/** The scopes, those first on which others are built. */
const scopes: readonly { scope: string; folder: string; context: ContextType }[] = [
  {
    scope: 'site',
    folder: 'packages/site/src/operations',
    context: { name: 'SiteContext', from: '../context/context.ts' },
  },
  {
    scope: 'content',
    folder: 'packages/content/src/operations',
    context: { name: 'ContentContext', from: '../context/context.ts' },
  },
  {
    scope: 'generate',
    folder: 'packages/generate/src/operations',
    context: { name: 'GenerateContext', from: './context.ts' },
  },
  {
    scope: 'part',
    folder: 'packages/cad/src/operations',
    context: { name: 'PartContext', from: '../context/context.ts' },
  },
  {
    scope: 'dashboard',
    folder: 'packages/cad/src/dashboard/operations',
    context: { name: 'DashboardContext', from: '../context.ts' },
  },
  {
    scope: 'cms',
    folder: 'packages/cms/src/operations',
    context: { name: 'CmsContext', from: '../context/context.ts' },
  },
]
const LIGHT = 'packages/site/src/commands'
const HANDLES = 'apps/studio/src/editors/site/session/handles.generated.ts'
const ICONS = 'apps/studio/src/shell/commands/icons.generated.ts'
const DOCS = 'docs/operations.md'

const checks = process.argv.includes('--check')
const stale: string[] = []

function put(path: string, text: string): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (before === text) return
  stale.push(path)
  if (!checks) writeFileSync(path, text)
}

const all = new Map<string, readonly Operation[]>()
for (const { scope, folder, context } of scopes) {
  const found = await readOperations(join(process.cwd(), folder))
  const doc = 'The operations in this folder and those below, by name.'
  put(`${folder}/operations.generated.ts`, listModule(found, { name: 'operations', doc, context }))
  if (scope === 'site') {
    const tab = found.filter(({ operation }) => operation.tab)
    const ofTab = 'Those that a tab can run, by name.'
    put(`${folder}/tabOperations.generated.ts`, listModule(tab, { name: 'tabOperations', doc: ofTab, context }))
    put(`${LIGHT}/commands.generated.ts`, commandsModule(found, { folder, light: LIGHT }))
    put(HANDLES, handlesModule(found))
  }
  all.set(
    scope,
    found.map(({ operation }) => operation),
  )
  // A scope may import another one, whose list has to be right before.
  if (checks && stale.length > 0) break
}
if (stale.length === 0 || !checks) {
  const ofOperations = [...all.values()].flat().flatMap(({ commands }) => commands.map(({ icon }) => icon))
  put(ICONS, iconsModule(new Set([...ofOperations, ...iconsOfStudio()])))
  put(DOCS, withTables(readFileSync(DOCS, 'utf8'), all))
}

for (const path of stale)
  console.error(checks ? `${path} is out of date: run \`npm run format\`` : `${path} is written`)
process.exit(checks && stale.length > 0 ? 1 : 0)

/** The icons that the studio's own commands name. They are in folders and files named `commands`. */
function iconsOfStudio(): string[] {
  const folder = 'apps/studio/src'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?:^|\/)commands(?:\/.*)?\.ts$/.test(file) && !isTest(file) && !file.endsWith('.generated.ts'))
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bicon: '([\w-]+)'/g)].map(([, name = '']) => name),
  )
}
