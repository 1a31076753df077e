import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { testDatabases } from '../../testing/databases.ts'
import { openDatabase } from '../database/open.ts'
import { createSetup } from './setup.ts'

test.each(testDatabases())('servers that start at once make one owner, on $name', async ({ name, place }) => {
  const { remove, ...options } = await place()
  // Only one process has a database of SQLite.
  const opened = [await openDatabase(options)]
  if (name === 'postgres') opened.push(await openDatabase(options))
  const setups = opened.map(({ database }) => createSetup({ database, now: Date.now, newId: uuidv7 }))
  const owner = { name: 'Ada', email: 'ada@example.com', password: 'a long password' }
  const made = await Promise.all([...setups, ...setups].map((setup) => setup.create(owner)))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await setups[0]?.needed()).toBe(false)
  for (const { close } of opened) await close()
  remove()
})
