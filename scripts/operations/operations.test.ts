import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { commandsModule } from './commands.ts'
import { withTables } from './docs.ts'
import { handlesModule, listModule, schemaText } from './lists.ts'
import type { FoundOperation } from './read.ts'

const folder = 'packages/site/src/operations'
const light = 'packages/site/src/commands'
const context = { name: 'SiteContext', from: '../context/context.ts' }

function found(name: string, text: string, more: { tab?: boolean; isCommand?: boolean } = {}): FoundOperation {
  const operation = defineOperation({
    id: `site.${name}`,
    summary: `Do ${name}`,
    description: 'Does it.',
    icon: 'hash',
    effect: 'write',
    ...(more.tab ? { tab: true } : {}),
    input: Type.Object({}),
    output: Type.Object({ ids: Type.Array(Type.String()), note: Type.Optional(Type.Integer({ minimum: 1 })) }),
    commands: more.isCommand ? [{ name, label: name, icon: 'hash', group: 'layer', input: () => ({}) }] : [],
    run: () => ok({ ids: [] }),
  })
  return { name, file: `nodes/${name}.ts`, text, fromAll: false, operation }
}

const text = `import { type CommandDefinition, defineOperation } from '@atelier/operation'
import { selectedNode } from '../../commands/selection.ts'
import { findNode } from '../shared/target.ts'

/** Not needed by any command. */
const other = findNode

/** The keys that run it. */
const keys = ['mod+d']

const copyCommands = [
  {
    name: 'other',
    input: selectedNode,
    shortcuts: keys,
  },
] as const

export const copy = defineOperation({ id: 'site.copy' })
`

test('a list imports each operation from its file', () => {
  const list = listModule([found('addPage', ''), found('move', '')], { name: 'operations', doc: 'All.', context })
  expect(list).toContain("import { addPage } from './nodes/addPage.ts'\nimport { move } from './nodes/move.ts'\n")
  expect(list).toContain('export const operations = [\n  addPage,\n  move,\n] as const\n')
  expect(list).not.toContain('SiteContext')
  const all = listModule([{ ...found('batch', ''), name: 'createBatch', fromAll: true }], {
    name: 'operations',
    doc: 'All.',
    context,
  })
  expect(all).toContain('  createBatch((): readonly Operation<SiteContext>[] => operations),\n')
})

test('commands are taken from the file with what they need, and nothing else of it', () => {
  const made = commandsModule([found('copy', text, { isCommand: true })], { folder, light })
  expect(made).toContain("import { selectedNode } from './selection.ts'")
  expect(made).toContain("/** The keys that run it. */\nconst keys = ['mod+d']")
  expect(made).toContain("...commandsOf('site.copy', copyCommands),")
  expect(made).not.toContain('other = findNode')
  expect(made).not.toContain('defineOperation')
})

test('a command that uses the code of operations is refused, and so is a name that two files declare', () => {
  const heavy = text.replace('input: selectedNode', 'input: other')
  const make = (...all: FoundOperation[]) => commandsModule(all, { folder, light })
  expect(() => make(found('copy', heavy, { isCommand: true }))).toThrow('use findNode of ../shared/target.ts')
  const second = found('move', text.replace('copyCommands', 'moveCommands'), { isCommand: true })
  expect(() => make(found('copy', text, { isCommand: true }), second)).toThrow('both declare keys')
  expect(() => make(found('paste', text, { isCommand: true }))).toThrow('a list named pasteCommands')
})

test('a tab runs what says so, and the answer to a command of the server is checked', () => {
  const made = handlesModule([
    found('copy', '', { tab: true }),
    found('add', '', { isCommand: true }),
    found('drop', ''),
  ])
  expect(made).toContain("  copy: tab('site.copy'),\n} as const")
  expect(made).toContain("  add: server(\n    'site.add',\n    Type.Object({ ids: Type.Array(Type.String())")
  expect(made).not.toContain('drop')
  expect(
    schemaText(Type.Object({ a: Type.Optional(Type.Integer()), b: Type.Union([Type.Null(), Type.String()]) })),
  ).toBe('Type.Object({ a: Type.Optional(Type.Integer()), b: Type.Unknown() })')
})

test('the tables of a page are replaced between their marks', () => {
  const page = '# A\n\n<!-- operations of site -->\nold\n<!-- end -->\n\nrest\n'
  const written = withTables(page, new Map([['site', [found('copy', '').operation]]]))
  expect(written).toContain('| `copy` | Do copy | write |')
  expect(written).toMatch(/<!-- end -->\n\nrest\n$/)
  expect(written).not.toContain('old')
  expect(() => withTables('', new Map([['site', []]]))).toThrow('no marks')
})
