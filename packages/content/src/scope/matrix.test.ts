import type { Capability } from '@atelier/operation'
import { describe, expect, it } from 'vitest'
import { namesOfMatrix, tools } from '../../testing/toolTable.ts'
import { checkPhase, phases } from '../context/phase.ts'
import { contentOperations } from '../operations/index.ts'

const byName = new Map(contentOperations.map((operation) => [operation.name, operation]))
const find = (name: string) => {
  const operation = byName.get(name)
  if (!operation) throw new Error(`There is no operation ${name}`)
  return operation
}

/** The column of a role matrix is a capability: the roles that have it are those of the row. */
const capabilities: Readonly<Record<string, Capability>> = {
  'viewer reviewer editor admin owner': 'document.read',
  'editor admin owner': 'document.write',
  'reviewer admin owner': 'content.review',
  'admin owner': 'content.model',
}

describe('the 29 tools of the reference', () => {
  it('are in both of its tables, and are the operations sent to a model', () => {
    expect([...namesOfMatrix].sort()).toEqual(tools.map(({ name }) => name).sort())
    expect(tools).toHaveLength(29)
    const offered = contentOperations.filter(({ onDemand }) => !onDemand).map(({ name }) => name)
    expect(offered.sort()).toEqual(tools.map(({ name }) => name).sort())
  })

  it.each(tools)(
    '$name needs the capability of its row, and has its workflow',
    ({ name, workflow, isRead, mayCall }) => {
      const operation = find(name)
      const allowed = ['viewer', 'reviewer', 'editor', 'admin', 'owner'] as const
      expect(operation.capability).toBe(capabilities[allowed.filter(mayCall).join(' ')])
      expect(operation.workflow).toBe(workflow)
      expect(operation.effect === 'read').toBe(isRead)
      // A call that a person has to decide on asks before an agent's call does it.
      if (workflow === 'manual') expect(operation.asks).toBe(true)
    },
  )

  it.each(tools)('$name is allowed in the phases of the transition rules', ({ name, isAllowedIn, inventory }) => {
    const operation = find(name)
    const allowed = phases.filter((phase) => checkPhase(phase, operation) === undefined)
    expect(allowed).toEqual(phases.filter((phase) => isAllowedIn(phase)))
    // The rules of transitions only ever allow more than the inventory.
    expect(allowed).toEqual(expect.arrayContaining([...inventory]))
  })
})

describe('operations beside those of the reference', () => {
  const others = contentOperations.filter(({ name }) => !namesOfMatrix.includes(name))

  it.each(others)('$name is found on demand; a write belongs to the phases of its kind', (operation) => {
    expect(operation.onDemand).toBe(true)
    if (operation.effect === 'read') return
    const allowed = phases.filter((phase) => checkPhase(phase, operation) === undefined)
    const deciding = operation.capability === 'content.review'
    // It sets content up if there is none.
    const settingUp = operation.name === 'addReadyModel' ? ['uninitialized'] : []
    expect(allowed).toEqual(deciding ? ['init_pending', 'active', 'error'] : [...settingUp, 'active'])
  })
})
