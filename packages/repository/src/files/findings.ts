import { CONFIG_PATH, type Finding, MODELS_FOLDER } from '@atelier/content'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { RepositoryTables } from '../contract/tables.ts'
import { sentenceOf } from './outsideFiles.ts'

/** The problems of a repository's files, as they were imported. */
export interface RepositoryFindings {
  /** Files that cannot be read: they are left as they are. */
  broken: readonly string[]
  findings: readonly Finding[]
  /** How many there are; not all of them are kept. */
  errors: number
  warnings: number
}

/** The most findings that are kept. */
const MAX_KEPT = 200

const text = Type.Optional(Type.String())
const Stored = Type.Object({
  broken: Type.Array(Type.String()),
  findings: Type.Array(
    Type.Object({
      severity: Type.Enum(['error', 'warning']),
      code: Type.String(),
      message: Type.String(),
      model: text,
      entry: text,
      locale: text,
      field: text,
      hint: text,
      file: text,
      line: Type.Optional(Type.Integer()),
    }),
  ),
  errors: Type.Integer(),
  warnings: Type.Integer(),
})

const nothing: RepositoryFindings = { broken: [], findings: [], errors: 0, warnings: 0 }

export function findingsOf(broken: readonly string[], findings: readonly Finding[]): RepositoryFindings {
  const unread = new Set(broken)
  // Unreadable files come first, and are always kept.
  const rank = ({ file, severity }: Finding) => (unread.has(file ?? '') ? 0 : severity === 'error' ? 1 : 2)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const kept = [...findings].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_KEPT)
  return { broken, findings: kept, errors, warnings: findings.length - errors }
}

/** The problems of the files after some of them have changed. */
export function findingsAfter(
  before: RepositoryFindings,
  changed: ReadonlySet<string>,
  now: Pick<RepositoryFindings, 'broken' | 'findings'>,
): RepositoryFindings {
  const broken = [...before.broken.filter((path) => !changed.has(path)), ...now.broken]
  const kept = before.findings.filter(({ file }) => file === undefined || !changed.has(file))
  return findingsOf([...new Set(broken)].sort(), [...kept, ...now.findings])
}

export async function readFindings(database: Database, projectId: string): Promise<RepositoryFindings> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_projects')
    .select('findings')
    .where('project_id', '=', projectId)
  const stored = (await database.read(rowsOf(query)))[0]?.findings
  return stored ? Value.Parse(Stored, JSON.parse(stored)) : nothing
}

/** Records what is wrong with the files, in the place of what was. */
export async function recordFindings(database: Database, projectId: string, found: RepositoryFindings): Promise<void> {
  const isEmpty = found.broken.length === 0 && found.findings.length === 0
  const update = queryBuilder<RepositoryTables>(database.dialect)
    .updateTable('content_projects')
    .set({ findings: isEmpty ? null : JSON.stringify(found) })
    .where('project_id', '=', projectId)
  await database.transact(() => affectedBy(update))
}

/** Why the settings or a model cannot be read, with file and line; undefined if they can be. */
export function unreadableSchema({ broken, findings }: Pick<RepositoryFindings, 'broken' | 'findings'>) {
  const path = broken.find((each) => each === CONFIG_PATH || each.startsWith(`${MODELS_FOLDER}/`))
  if (path === undefined) return undefined
  const finding = findings.find(({ file, severity }) => file === path && severity === 'error')
  return finding ? sentenceOf(finding) : `${path} cannot be read.`
}
