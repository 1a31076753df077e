import { selectToolbox, toolDefinitions, toolSchema } from '@atelier/operation'
import { createSiteScope, siteOperations } from '@atelier/site'
import { expect, test } from 'vitest'
import { withConfirmationToken } from '../ai/approvals/callApproval.ts'
import { toolOf } from '../mcp/tools.ts'
import { createScopes, registerScope } from './scopes.ts'

const { operations, find } = createScopes([registerScope(createSiteScope())])
const capabilities = new Set(['document.read', 'document.write', 'project.publish'] as const)

test('the operations of the routes, the agent and the protocol are the objects that the studio runs', () => {
  expect(operations).toHaveLength(siteOperations.length)
  for (const [at, operation] of siteOperations.entries()) {
    expect(operations[at]).toBe(operation)
    const found = find(operation.id)
    expect(found.ok && found.operation.operation).toBe(operation)
  }
})

test('a model and a client of the protocol are sent the very schema that calls are checked against', () => {
  const toolbox = selectToolbox(operations, { scope: 'site', capabilities })
  const tools = new Map(toolDefinitions(toolbox).map((tool) => [tool.name, tool]))
  expect([...tools.keys()].sort()).toEqual(
    operations
      .filter(({ onDemand }) => !onDemand)
      .map(({ name }) => name)
      .sort(),
  )
  for (const operation of operations) {
    const schema = JSON.parse(JSON.stringify(operation.input))
    if (!operation.onDemand) expect(tools.get(operation.name)?.inputSchema).toEqual(toolSchema(schema))
    const tool = toolOf(operation, operation.name, { manyProjects: true, mayWrite: true })
    expect({ properties: tool.inputSchema.properties }).toMatchObject({ properties: sentProperties(schema) })
    // Only a token is added if no user sees a card.
    const given = JSON.parse(JSON.stringify(withConfirmationToken(operation).input))
    const { confirmationToken: _, ...properties } = given.properties
    expect({ ...given, properties }).toEqual(schema)
  }
})

function sentProperties(schema: unknown): unknown {
  const sent = toolSchema(schema)
  return typeof sent === 'object' && sent !== null && 'properties' in sent ? sent.properties : undefined
}
