import { expect, test } from 'vitest'
import { siteOperations, tabOperations } from './index.ts'

const server = new Map(siteOperations.map((operation) => [operation.id, operation]))

test('a tab has each of its operations as the server has it', () => {
  for (const { id, input, run: _run, consequence: _consequence, weight: _weight, ...rest } of tabOperations) {
    const { run: _, consequence: __, weight: ___, ...own } = server.get(id) ?? expect.fail(id)
    expect.soft({ id, input, ...rest }, id).toEqual(own)
  }
})

test('a tab has none that needs the server, or that nobody could undo', () => {
  for (const { id, services, effect } of tabOperations) {
    expect.soft(services, id).toBe(false)
    expect.soft(['read', 'write'], id).toContain(effect)
  }
})
