import { type Mutant, mutantsOf } from './mutant.ts'

const server = 'apps/server/src'
const workspaces = `${server}/workspaces/severalWorkspaces.test.ts`
const table = `${server}/workspaces/rights.test.ts`

/** Who may do what, and where. */
export const rights: readonly Mutant[] = [
  ...mutantsOf(
    `${server}/auth/keys.ts`,
    [workspaces, 'auth.test.ts'],
    [
      [".where('id', '=', id).where('user_id', '=', userId)", ".where('id', '=', id)"],
      ["affectedBy(key.where('workspace_id', '=', workspaceId))", 'affectedBy(key)'],
      ["            .where('workspace_id', '=', workspaceId)\n            .orderBy", '            .orderBy'],
      [".selectAll()\n            .where('user_id', '=', userId)", '.selectAll()'],
      ['hash: digest(key)', 'hash: key'],
      ['key.slice(-4)', 'key'],
      ['workspaceId))) > 0', 'workspaceId))) >= 0'],
    ],
  ),
  ...mutantsOf(
    `${server}/auth/identity.ts`,
    [workspaces, table, `${server}/http/tenancy.test.ts`],
    [
      ['inWorkspace(row.user_id, row.workspace_id)', 'inWorkspace(row.user_id, undefined)'],
      ["headers.get('atelier-workspace') ?? undefined", 'undefined'],
      ["memberships(db, userId).where('workspace.id', '=', workspaceId)", 'memberships(db, userId)'],
      ["    .where('member.user_id', '=', userId)", ''],
      ["orderBy('workspace.id').limit(1)", "orderBy('workspace.id', 'desc').limit(1)"],
      ['role: Value.Parse(ProjectRole, row.role), projectIds }', "role: 'owner' as const, projectIds }"],
      ['row.project_ids === null ? undefined', 'row.project_ids !== null ? undefined'],
      ["['authorization', 'cookie', 'atelier-workspace']", "['cookie', 'atelier-workspace']"],
    ],
  ),
  ...mutantsOf(
    `${server}/auth/secrets.ts`,
    ['secrets.test.ts'],
    [
      [
        "createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))",
        "createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(''))",
      ],
      ["hkdfSync('sha256', master, 'atelier', purpose, 32)", "hkdfSync('sha256', 'atelier', 'atelier', purpose, 32)"],
      ['const nonce = randomBytes(12)', 'const nonce = Buffer.alloc(12)'],
      ["version !== 'v1' ||", ''],
    ],
  ),
  ...mutantsOf(
    `${server}/auth/roles.ts`,
    [table],
    [
      ['key ? sets[role].intersection(sets[key]) : sets[role]', 'key ? sets[key] : sets[role]'],
      ['key ? sets[role].intersection(sets[key]) : sets[role]', 'sets[role]'],
      ['key ? sets[role].intersection(sets[key]) : sets[role]', 'key ? sets[role].union(sets[key]) : sets[role]'],
      ['  reviewer: reviewing,', '  reviewer: editing,'],
      ['  viewer: reading,', '  viewer: editing,'],
      ['  editor: editing,', '  editor: all,'],
      ['return shown.find((each) => each === role || each === key) ?? shown[0] ?? role', 'return role'],
    ],
  ),
  ...mutantsOf(
    `${server}/workspaces/workspaces.ts`,
    [table, workspaces, `${server}/http/tenancy.test.ts`],
    [
      ["identity.role === 'member' || identity.key?.projectIds", "identity.role === 'member'"],
      ["identity.role === 'member' || identity.key?.projectIds", 'identity.key?.projectIds'],
      ["capabilities.has('workspace.manage') ? capabilities : new Set()", 'capabilities'],
      ['!identity.key.projectIds.includes(project.id)', 'false'],
      ['capabilities: capabilitiesOf(own, key)', 'capabilities: capabilitiesOf(own)'],
      ["    .where('project.workspace_id', '=', workspaceId)", ''],
      [".on('member.user_id', '=', userId)", ''],
      ['role: roleOf(own, key)', 'role: own'],
    ],
  ),
  ...mutantsOf(
    `${server}/workspaces/access.ts`,
    [table, `${server}/http/tenancy.test.ts`, `${server}/http/routes.test.ts`],
    [
      ["if (!access) throw notFound('project')", "if (!access) throw forbidden('No.')"],
      ['if (capability && !access.capabilities.has(capability)) throw lacking(access.role, capability)', ''],
      ["if (workspaces.shared(identity).has('workspace.manage')) return", 'return'],
      ['if (workspaces.shared(identity).has(capability)) return\n', ''],
      ["capability === 'ai.providers.manage' || ", ''],
      [" || capability === 'ai.audit.read'", ''],
      ['own.some(({ capabilities })', 'own.every(({ capabilities })'],
    ],
  ),
  ...mutantsOf(
    `${server}/account/routes.ts`,
    [`${server}/auth/auth.test.ts`, `${server}/auth/sessions.test.ts`, table],
    [
      ['!Value.Check(MemberRole, body.role)', 'false'],
      ['if (foreign >= 0)', 'if (foreign > 0)'],
    ],
  ),
  ...mutantsOf(
    `${server}/ai/sessions/context.ts`,
    [`${server}/ai/keyLimits.test.ts`],
    [
      ['...(limits ? { key: limits } : {}),\n', ''],
      ['    role: key.role,\n', "    role: 'owner' as const,\n"],
      ['...(key.projectIds ? { projectIds: [...key.projectIds] } : {})', ''],
      ['Value.Check(RunContext, stored) ? stored : { editor: {} }', '{ editor: {} }'],
    ],
  ),
]
