import { type Mutant, mutantsOf } from './mutant.ts'

const server = 'apps/server/src'
const scopes = ['toy', 'acrossScopes'].map((name) => `${server}/scopes/${name}.test.ts`)
const table = `${server}/http/routes.test.ts`

/** A call's way from the client to its operation: the contract, the mounted route, the scope's executor. */
export const calls: readonly Mutant[] = [
  ...mutantsOf(
    'packages/api/src/client.ts',
    ['client.test.ts'],
    [
      ['return response === undefined || Value.Check(response, value)', 'return true'],
      ['if (status >= 400) return', 'if (status >= 500) return'],
      ['JSON.stringify(body)', 'undefined'],
      ["{ 'content-type': 'application/json' }", '{}'],
      ['if (signal?.aborted)', 'if (false)'],
      ['...(path === undefined ? {} : { path })', ''],
      ['method: route.method', "method: 'GET'"],
      ["value !== null && 'message' in value", "value !== null && 'nothing' in value"],
    ],
  ),
  ...mutantsOf(
    'packages/api/src/route.ts',
    ['route.test.ts', 'client.test.ts'],
    [
      ['return encodeURIComponent(value)', 'return value'],
      ['if (value !== undefined) search.set', 'search.set'],
      ["segment === '*' ? 'path' : segment.slice(1)", 'segment.slice(1)'],
      ['if (answersNothing(declared)) return [204]', ''],
      ['alsoStatus === undefined ? [status] : [status, alsoStatus]', '[status]'],
    ],
  ),
  ...mutantsOf(
    'packages/operation/src/handle.ts',
    ['handle.test.ts'],
    [
      ['Value.Check(output, result.data)', 'true'],
      ['!result.ok || ', ''],
      ['=> ({ id })', "=> ({ id: '' as Id })"],
    ],
  ),
  ...mutantsOf(
    `${server}/workspaces/mount.ts`,
    [table, `${server}/http/input.test.ts`],
    [
      ["(who === 'person' || who === 'adminPerson') && identity.key", "who === 'person' && identity.key"],
      ["(who === 'person' || who === 'adminPerson') && identity.key", "who === 'adminPerson' && identity.key"],
      ["if (who === 'admin' || who === 'adminPerson') requireAdmin", "if (who === 'adminPerson') requireAdmin"],
      ["if (who === 'admin' || who === 'adminPerson') requireAdmin", "if (who === 'admin') requireAdmin"],
      ['    await requireCapability(services, identity, who.workspace)\n', ''],
      ['    await allowSession(services, identity, session, who.session)\n', ''],
      ["  if (project === 'admin') requireAdmin(services, identity)\n", ''],
      ["project === 'member' || project === 'admin' ? undefined : project", 'undefined'],
      ["if (!access?.capabilities.has('ai.chat')) throw notFound('session')", 'if (!access) return'],
      ['if (!access.capabilities.has(capability)) throw', 'if (false) throw'],
      ['readInput(context, body, maxBytes)', 'readInput(context, body)'],
      ['query && readQuery(context, query)', 'query && context.req.query()'],
      ['body && (await readInput(context, body, maxBytes))', 'body && (await context.req.json())'],
      ['route.status ?? 200', '200'],
    ],
  ),
  ...mutantsOf(
    `${server}/ai/executor.ts`,
    ['executor.test.ts', `${server}/scopes/acrossScopes.test.ts`],
    [
      ["(writes && !capabilities.has('ai.tools.write'))", 'false'],
      ['!capabilities.has(operation.capability) || ', ''],
      ['if (own.id === scope) options.onMove', 'options.onMove'],
      ['focuses.set(id, { ...focusIn(id), documentId })', 'focusIn(id)'],
      ["name.includes('.') ? name : ", ''],
      ['options.vision && bound.operation.wantsVision', 'bound.operation.wantsVision'],
      ['        if (bound) move(bound, outcome.result)\n', ''],
    ],
  ),
  ...mutantsOf(
    `${server}/operations/scopes.ts`,
    ['scopes.test.ts', `${server}/scopes/acrossScopes.test.ts`],
    [
      ["if (byScope.size < all.length) throw new Error('Two scopes have the same id')", ''],
      ['if (only && named.length === 1)', 'if (only)'],
      ['!loading.has(operation) || operation.scope === first?.id', 'true'],
      ['({ scope }) => scope === id', '({ scope }) => scope !== id'],
      ['[...new Set([...knownScopes, ...byScope.keys()])]', '[...byScope.keys()]'],
      ['all.map((scope) => scope.afterRun?.(run))', 'all.slice(0, 1).map((scope) => scope.afterRun?.(run))'],
    ],
  ),
  ...mutantsOf(
    `${server}/operations/executors.ts`,
    ['executors.test.ts'],
    [
      ["if (operation.fallback !== 'server')", 'if (true)'],
      ["if (operation.fallback !== 'server')", 'if (false)'],
      ["executor === 'view' ? 'needs_editor' : 'needs_executor'", "'needs_editor'"],
      ["if ('result' in done) return settle(call, done.result, done.rows)", ''],
    ],
  ),
  ...mutantsOf(
    `${server}/operations/callOperation.ts`,
    [...scopes, table, `${server}/mcp/mcp.test.ts`],
    [
      ['if (!capabilities.has(operation.capability)) throw', 'if (false) throw'],
      ['if (issues.length > 0)', 'if (false)'],
      ['focus.documentId !== undefined && ', 'false && '],
      ['wrote && changeSetId !== undefined', 'changeSetId !== undefined'],
      ['authorizeOf?.({ ...call, input })', 'undefined'],
    ],
  ),
  ...mutantsOf(
    `${server}/operations/authorize.ts`,
    [`${server}/ai/approvals/approvals.test.ts`],
    [
      ['await drafts.head(id)', "'same'"],
      ['JSON.stringify([message, target])', "''"],
    ],
  ),
]
