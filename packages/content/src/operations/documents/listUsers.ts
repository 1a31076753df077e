import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { agentMessage } from '../../strings/agentMessages.ts'

const MAX_USERS = 200

export const list_users = defineOperation({
  id: 'content.list_users',
  summary: 'List who works on the project',
  description: 'The people who may work on the content: id, name, role.',
  icon: 'users',
  keywords: ['people', 'members', 'authors', 'team'],
  effect: 'read',
  onDemand: true,
  services: true,
  phases: phasesFor('read'),
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    users: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role: Type.String() })),
    total: Type.Integer(),
  }),
  async run({ services }: ContentContext) {
    const people = await services.people?.()
    if (!people) return ok({ users: [], total: 0 }, { warnings: [agentMessage('users.unknown')] })
    const users = people.slice(0, MAX_USERS).map(({ id, name, role }) => ({ id, name: name.slice(0, 100), role }))
    return ok({ users, total: people.length })
  },
})
