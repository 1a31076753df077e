import { type CommandDefinition, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { selectedNodes } from '../../commands/selection.ts'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { allLocks, type Lock, writeLock } from '../../document/locks.ts'
import { page as pageEntry } from '../../document/pages.ts'
import { tokens } from '../../tokens/all.ts'
import { type Found, findNode } from '../shared/target.ts'

/** The input that locks or unlocks what is selected; for the body of a page, the page itself. */
function locking({ documentId, ...state }: SiteEditorState, locked: boolean) {
  const nodes = selectedNodes(state)
  if (nodes.every(({ isLocked = false }) => isLocked === locked)) return undefined
  const ids = nodes.map(({ nodeId, isRoot }) => (isRoot && documentId !== undefined ? documentId : nodeId))
  return { ids, locked }
}

const setLockedCommands = [
  {
    name: 'node.lockForAgent',
    label: 'Lock for the agent',
    icon: 'bot-off',
    group: 'layer',
    order: 7,
    shortcuts: ['mod+alt+k', 'mod+alt+˚'],
    input: (state: SiteEditorState) => locking(state, true),
  },
  {
    name: 'node.unlockForAgent',
    label: 'Unlock for the agent',
    icon: 'bot',
    group: 'layer',
    order: 8,
    shortcuts: ['mod+alt+shift+k'],
    input: (state: SiteEditorState) => locking(state, false),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const setLocked = defineOperation({
  id: 'site.setLocked',
  summary: 'Lock or unlock for the agent',
  description:
    'Lock pages, templates, components (by id), nodes with everything in them (by uid) or design tokens (by name, such as --brand): no agent changes them, in any way, until a person unlocks them. Call it when a person says “do not touch the header”. Only a person unlocks.',
  icon: 'bot-off',
  commands: setLockedCommands,
  keywords: ['lock', 'protect', 'do not touch', 'do not change', 'keep as it is', 'freeze', 'read-only', 'unlock'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['site'],
  input: Type.Object(
    {
      ids: Type.Array(Type.String(), { minItems: 1, maxItems: 200 }),
      locked: Type.Boolean({ description: 'false unlocks, which only a person may do' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** How many of these were not so before. */
    changed: Type.Integer(),
    /** Everything that is locked now: the ids of pages and nodes, and the names of tokens. */
    locked: Type.Array(Type.String()),
  }),
  async run(context: SiteContext, { ids, locked }) {
    const { site, actor } = context
    if (!locked && actor.kind === 'agent') {
      const hint = 'Leave it as it is, and ask the person to unlock it: in the layers, the pages or the design.'
      return fail('locked', 'Only a person unlocks what is locked.', { path: '/locked', hint })
    }
    let changed = 0
    for (const [at, id] of ids.entries()) {
      const target = await findLock(context, id, `/ids/${at}`)
      if (target.refused) return target.refused
      if (writeLock(site, { ...target.found, userId: actor.userId }, locked)) changed += 1
    }
    return ok({ changed, locked: allLocks(site).map(({ id, nodeId = id }) => nodeId) })
  },
})

/** The lock that an id means: of a page, a token or a node. A thing that is deleted can still be unlocked. */
async function findLock(context: SiteContext, id: string, path: string): Promise<Found<Lock>> {
  const { site } = context
  if (pageEntry(site, id)) return { found: { kind: 'page', id } }
  const known = allLocks(site).find((lock) => (lock.nodeId ?? lock.id) === id)
  if (known) return { found: known }
  if (id.startsWith('--')) {
    if (tokens(site).some(({ name }) => name === id)) return { found: { kind: 'token', id } }
    const hint = 'list_tokens names all of them.'
    return { refused: fail('unknown_token', `There is no token "${id.slice(0, 60)}".`, { path, hint }) }
  }
  const target = await findNode(context, id, path)
  if (target.refused) return target
  const { entry, tree, node } = target.found
  // The body is the page: its head and its settings are locked with it.
  if (node.id === tree.root) return { found: { kind: 'page', id: entry.id } }
  return { found: { kind: 'node', id: entry.id, nodeId: node.id } }
}
