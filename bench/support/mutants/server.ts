import { type Mutant, mutantsOf } from './mutant.ts'

const server = 'apps/server/src'
const documents = ['documents', 'staleServer', 'undo', 'migration'].map((name) => `${server}/documents/${name}.test.ts`)

/** Documents that several servers write, and what waits for a person. */
export const servers: readonly Mutant[] = [
  ...mutantsOf('packages/documents/src/transact.ts', documents, [
    ['        if (entry) entry.held = true\n', ''],
    ['        entry.held = true\n        return entry.head', '        return entry.head'],
    ['if (!live || live.projectId !== projectId) return undefined', 'if (!live) return undefined'],
    ['return entry && !entry.live.removed ? entry.overlay : undefined', 'return entry?.overlay'],
    ['held && !moving.has(live.id)', 'false'],
    [
      '        if (stored !== undefined) return { ok: true, result: JSON.parse(stored), replayed: true, changed: [] }\n',
      '',
    ],
    ['if (answer.keep === false) return { ok: true, result: answer.result, replayed: false, changed: [] }', ''],
  ]),
  ...mutantsOf(
    'packages/documents/src/migrate.ts',
    [`${server}/documents/migration.test.ts`],
    [
      ['queries.advanceSchema(id, head, version)', 'queries.advanceSchema(id, head, schemaVersion)'],
      [
        '        // A document that was not there yet has nothing to migrate.\n        if (!isEmpty(view)) await',
        '        await',
      ],
      ['          live.schemaVersion = version\n', ''],
      ['if (schemaVersion === types.of(kind).version) return [...patches]', 'return [...patches]'],
    ],
  ),
  ...mutantsOf(
    `${server}/ai/approvals/approvals.ts`,
    ['approvals.test.ts', 'policies.test.ts'],
    [
      [' && row.revision === asked.revision', ''],
      ['row?.input_hash === hash &&', 'row !== undefined &&'],
      ["row?.status === 'requested' && row.expires_at <= at", 'false'],
      ["if (row?.status === 'denied')", 'if (false)'],
      ['count > 1 ? { again: true } : {}', '{}'],
    ],
  ),
  ...mutantsOf(
    `${server}/ai/approvals/decide.ts`,
    ['approvals.test.ts', 'policies.test.ts'],
    [
      ['if (revision !== undefined && revision !== row.revision)', 'if (false)'],
      ["revision === undefined && decision === 'approve' && row.asked > 1", 'false'],
      ["\n          .where('session_id', '=', session.id),", ','],
    ],
  ),
]
