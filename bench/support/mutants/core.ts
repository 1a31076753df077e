import { type Mutant, mutantsOf } from './mutant.ts'

/** Operations, documents, the agent's loop, the site's rules: what runs without a server. */
export const core: readonly Mutant[] = [
  ...mutantsOf(
    'packages/operation/src/toolbox.ts',
    ['toolbox.test.ts', 'operation.test.ts', 'loader.test.ts'],
    [
      ['      capabilities.has(operation.capability) &&\n', ''],
      ['operation.phases.includes(phase)', 'true'],
      ['operation.scope !== scope || subset.includes(operation.name)', 'subset.includes(operation.id)'],
      ['const home = selected.filter((operation) => operation.scope === scope)', 'const home = selected'],
      ['return others.length === 0 ? only : undefined', 'return only'],
      ['return ids.length > 1 ? ids : []', 'return ids'],
      ['nameOf: ({ scope: own, name, id }) => (own === scope ? name : id)', 'nameOf: ({ name }) => name'],
      ['    .filter(({ onDemand }) => !onDemand)\n', ''],
      ['    .sort((a, b) => (a.name < b.name ? -1 : 1))', ''],
    ],
  ),
  ...mutantsOf(
    'packages/operation/src/names.ts',
    ['names.test.ts'],
    [
      ["name.toLowerCase().replace(/[_-]/g, '')", 'name.toLowerCase()'],
      ['return alike.length === 1 ? alike[0] : undefined', 'return alike[0]'],
      ['if (nameOf(item) === name) return item', ''],
      ['Math.floor(Math.max(asked.length, folded.length) / 3)', 'Math.max(asked.length, folded.length)'],
      ['return holding.length === 1 ? holding[0] : undefined', 'return undefined'],
      ['(above[column - 1] ?? 0) + (same ? 0 : 1)', '(above[column - 1] ?? 0) + 1'],
    ],
  ),
  ...mutantsOf(
    'packages/documents/src/history.ts',
    ['history.test.ts'],
    [
      ['done = done.slice(-limit)', 'done = [...done]'],
      ['done = [...done, { remote, at: now() }].slice(-limit)', 'done = [...done, { remote, at: now() }]'],
      ['limit = 200', 'limit = 20'],
      ['(askedAt ?? at) - last.at < mergeWithin', 'true'],
      ['if (merged) done.pop()', ''],
      ['if (outcome.applied > 0) stack', 'stack'],
      ['if (changes.length > 0) to.push', 'to.push'],
      ['      stack(which).push(step)\n', ''],
      ['from.findIndex(({ remote }) => remote === wanted)', 'from.length - 1'],
      [
        'recordRemote(remote) {\n      done = [...done, { remote, at: now() }].slice(-limit)\n      undone = []',
        'recordRemote(remote) {\n      done = [...done, { remote, at: now() }].slice(-limit)',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/documents/src/undo.ts',
    ['undo.test.ts'],
    [
      ['joinPatches(patches).reverse()', 'joinPatches(patches)'],
      ['if (kept.has(step.key)) continue', ''],
      ['if (value === undefined) kept.set(step.key, CHANGED_SINCE)', 'if (value === undefined) continue'],
      ['        own.delete(step.key)\n', ''],
      ['        guarded.set(step.key, reason)\n', ''],
      ['if (guarded.size === before) return undone', 'return undone'],
      ['equalJson(earlier.after, patch.before)', 'true'],
      ['.filter((patch) => !equalJson(patch.before, patch.after))', ''],
    ],
  ),
  ...mutantsOf(
    'packages/agent/src/loop/compaction.ts',
    ['../pitfalls/compaction.test.ts', '../pitfalls/full-window.test.ts'].map((test) =>
      test.replace('..', 'packages/agent/src'),
    ),
    [
      ['return Math.ceil((estimated * measured.counted) / measured.estimated)', 'return estimated'],
      ['return tokens > fullAt * window', 'return tokens > window * 100'],
      ['const fullAt = 0.8', 'const fullAt = 0.1'],
    ],
  ),
  ...mutantsOf(
    'packages/agent/src/loop/loop.ts',
    ['packages/agent/src/pitfalls/compaction.test.ts', 'loop.test.ts'],
    [['if (context > 0) memory.measured = { estimated: estimateTokens(request), counted: context }', '']],
  ),
  ...mutantsOf(
    'packages/site/src/css/overlap.ts',
    ['overlap.test.ts'],
    [
      ["return isOfAll(one === 'all' ? other : one)", 'return false'],
      ["return isOfAll(one === 'all' ? other : one)", 'return true'],
      ["  { writingMode: 'vertical-lr', direction: 'ltr' },\n", ''],
      ['flows.some((flow)', 'flows.every((flow)'],
      ["  { writingMode: 'vertical-rl', direction: 'rtl' },\n", ''],
      ['set.includes(longhand)', 'true'],
    ],
  ),
  ...mutantsOf(
    'packages/site/src/publish/lists.ts',
    ['parts.test.ts'],
    [
      ['new Date(modified).toISOString()', 'new Date(0).toISOString()'],
      ['new Date(Math.max(0, ...entries.map(({ modified }) => modified)))', 'new Date(0)'],
      ['new Date(entry.modified).toISOString()', 'updated'],
      ['xml(url)}</loc>', 'url}</loc>'],
      ["written.endsWith('\\n') ? written :", 'true ? written :'],
    ],
  ),
]
