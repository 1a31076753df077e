import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -3))
const [name, ...flags] = process.argv.slice(2)

if (!name || !names.includes(name)) {
  console.error(`Which benchmark? npm run bench -- NAME, where NAME is one of: ${names.join(', ')}.`)
  process.exit(1)
}
const bench: { run(): Promise<object> } = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
const figures = await bench.run()
if (!flags.includes('--json')) console.table(flatten(figures))
console.log(JSON.stringify(figures))

function flatten(value: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(flatten(inner, `${prefix}${key}.`))
        : [[`${prefix}${key}`, inner]],
    ),
  )
}
