import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type Static, Type } from 'typebox'

/** The files of a data folder beside its database, by path: a text, bytes as base64, or the target of a link. */
export const DataFiles = Type.Record(
  Type.String(),
  Type.Union([
    Type.Object({ text: Type.String() }),
    Type.Object({ base64: Type.String() }),
    Type.Object({ link: Type.String() }),
  ]),
)
export type DataFiles = Static<typeof DataFiles>

const databaseFile = 'atelier.db'

/** The database of a data folder as SQL that makes the same one: its schema, then a line for each row. */
export function dumpDatabase(folder: string): string {
  const database = new DatabaseSync(join(folder, databaseFile), { readOnly: true })
  const schema = database
    .prepare(`select type, name, sql from sqlite_master where sql is not null order by type = 'table' desc, name`)
    .all()
  const lines = schema.map(({ sql }) => `${sql};`)
  for (const { name } of schema.filter(({ type }) => type === 'table')) {
    const rows = database.prepare(`select * from "${name}" order by rowid`).all()
    for (const row of rows) lines.push(`insert into "${name}" values (${Object.values(row).map(literal).join(', ')});`)
  }
  database.close()
  return `${lines.join('\n')}\n`
}

function literal(value: SQLInputValue | undefined): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'string') {
    const quoted = `'${value.replaceAll("'", "''")}'`
    return value.includes('\n') ? `replace(${quoted.replaceAll('\n', '\\n')}, '\\n', char(10))` : quoted
  }
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  const text = bytes.toString()
  // A stream holds JSON, so compare its values rather than its bytes.
  if (/^[ -~]*$/.test(text)) return `cast(${literal(text)} as blob)`
  return `x'${bytes.toString('hex')}'`
}

/** Everything in a data folder but its database and what a server creates again. */
export function readDataFiles(folder: string): DataFiles {
  const files: DataFiles = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const whole = join(entry.parentPath, entry.name)
    const path = whole.slice(folder.length + 1)
    const madeAnew = path.startsWith(databaseFile) || path.startsWith('server.') || path.includes('/current/')
    if (madeAnew || entry.isDirectory()) continue
    if (entry.isSymbolicLink()) files[path] = { link: readlinkSync(whole) }
    else {
      const bytes = readFileSync(whole)
      const text = bytes.toString()
      files[path] = Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') }
    }
  }
  return files
}

/** Makes the data folder that `dumpDatabase` and `readDataFiles` have read. */
export function writeDataFolder(folder: string, sql: string, files: DataFiles): void {
  for (const [path, content] of Object.entries(files)) {
    const whole = join(folder, path)
    mkdirSync(dirname(whole), { recursive: true })
    if ('link' in content) symlinkSync(content.link, whole)
    else writeFileSync(whole, 'text' in content ? content.text : Buffer.from(content.base64, 'base64'))
  }
  // The rows come table by table, so that some come before those that they name.
  const database = new DatabaseSync(join(folder, databaseFile), { enableForeignKeyConstraints: false })
  database.exec(`begin; ${sql} commit`)
  database.close()
}

/** Every row of some tables, in the order in which they were written. */
export function readRows(folder: string, tables: readonly string[]): Record<string, object[]> {
  const database = new DatabaseSync(join(folder, databaseFile), { readOnly: true })
  const read = tables.map(
    (table) => [table, database.prepare(`select * from "${table}" order by rowid`).all()] as const,
  )
  database.close()
  return Object.fromEntries(read)
}
