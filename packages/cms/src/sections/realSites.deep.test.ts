/** Slow by design: every page of a dozen real sites, with a write of every fourth text. */

import { describe, expect, test } from 'vitest'
import {
  expectFieldsHold,
  expectMenuItem,
  expectNamesStay,
  expectOnlyThatTextChanges,
  importPages,
  realSites,
} from '../../testing/realSites.ts'

/** Every how many texts one is written: each is two calls. */
const EVERY = 4

describe.each(realSites())('the site %s', (_name, folder) => {
  test('has nearly all text of its sections in fields, and written back they change nothing', async () => {
    const project = importPages(folder)
    const lengths = { all: 0, held: 0 }
    for (const pageId of project.ids.values()) {
      const { all, held } = await expectFieldsHold(project, pageId)
      lengths.all += all
      lengths.held += held
    }
    expect(lengths.held / lengths.all).toBeGreaterThan(0.995)
  })

  test('takes a new text in each of its fields alone', async () => {
    const project = importPages(folder)
    for (const pageId of project.ids.values()) await expectOnlyThatTextChanges(project, pageId, EVERY)
  })

  test('keeps the names of its fields', async () => {
    for (const name of importPages(folder).ids.keys()) await expectNamesStay(importPages(folder), name)
  })

  test('takes an item of its menu as one insertion on each page', async () => {
    await expectMenuItem(importPages(folder))
  })
})
