import { expect, test } from 'vitest'
import { siteOperations, tabOperations } from './index.ts'

const server = new Map(siteOperations.map((operation) => [operation.id, operation]))

/** `batch` is made once for each, with functions of its own. */
const withoutFunctions = ({
  run: _,
  consequence: __,
  weight: ___,
  subject: ____,
  outside: _____,
  ...rest
}: (typeof siteOperations)[number]) => rest

test('a tab has each of its operations as the server has it', () => {
  for (const operation of tabOperations) {
    const { id } = operation
    expect.soft(withoutFunctions(operation), id).toEqual(withoutFunctions(server.get(id) ?? expect.fail(id)))
  }
})

test('a tab has none that needs the server, or that cannot be undone', () => {
  for (const { id, services, effect } of tabOperations) {
    expect.soft(services, id).toBe(false)
    expect.soft(['read', 'write'], id).toContain(effect)
  }
})
