import { contentOperations } from '@atelier/content'
import { siteOperations } from '@atelier/site'
import { expect, test } from 'vitest'
import { conversationOf, NOW, surroundings } from '../../testing/dialogues.ts'
import { cmsOperations } from '../index.ts'
import { recall } from '../memory/recall.ts'
import { createToolFacts } from '../memory/tools.ts'
import { planRequest } from './plan.ts'

const clock = { now: NOW, timeZone: 'Europe/Berlin' }
const toolOf = createToolFacts([...cmsOperations, ...siteOperations, ...contentOperations])

function planAfter(before: string[], request: string) {
  const around = surroundings()
  const { conversation } = conversationOf(['u: Hello', ...before, `u: ${request}`])
  const { before: memory } = recall(conversation, around, clock)
  return planRequest(request, { memory, around, clock, toolOf })
}
const short = (before: string[], request: string) => {
  const { steps, open } = planAfter(before, request)
  const done = steps.map(({ operation, ids, asks }) => `${operation.split('.')[1]}(${ids.join()})${asks ? '?' : ''}`)
  return [
    ...done,
    ...open.map(({ what, candidates }) => (candidates ? `[${candidates.map(({ id }) => id)}]` : `[${what}]`)),
  ].join(' ')
}

test.each<[string[], string, string]>([
  [[], 'Delete the about page', 'deletePage(about)?'],
  [[], 'Rename the summer page to Autumn menu', 'updatePage(summer)'],
  [[], 'Rename the summer page', 'updatePage(summer) [What is the new name?]'],
  [[], 'Put the Easter hours on the home page', 'getPageSections(home) updateSectionContent(home)'],
  [[], 'Take the summer menu out of the navigation', 'removeNavigationItem(summer)'],
  [[], 'Add the contact page to the menu', 'addNavigationItem(contact)'],
  [[], 'Create a new page about cakes', 'createPage()'],
  [[], 'Delete the page', 'deletePage()? [Which page is meant?]'],
  [['changed hero @about'], 'Make that section shorter', 'getSectionContent(hero) updateSectionContent(hero)'],
  [['changed hero @about'], 'Shorten that section', 'getSectionContent(hero) updateSectionContent(hero)'],
  [['listed sour rolls cake'], 'Delete that post', 'delete'],
  [['changed about'], 'Undo that', 'undoRun(r1)'],
  [['changed about'], 'Change its description and delete the contact page', 'updatePage(about) deletePage(contact)?'],
  [[], 'Lösche die Seite „Öffnungszeiten“', 'deletePage(kontakt)?'],
  [[], 'Hakkımızda sayfasını sil', 'deletePage(hakkimizda)?'],
  [[], 'List the pages', 'listPages()'],
  [[], 'Thank you very much', ''],
])('after %j, “%s” is planned as %s', (before, request, expected) => {
  const planned = short(before, request)
  if (expected === 'delete') expect(planned).toMatch(/\(\)\?? \[sour,rolls,cake\]$/)
  else expect(planned).toBe(expected)
})

test('the three wishes of a shop owner are three steps or more, each with its thing', () => {
  const { steps, open } = planAfter(
    [],
    'Put the Easter hours on the home page, write a post about the new bread with a photo, and take the summer menu out of the navigation',
  )
  expect(open).toEqual([])
  expect(steps.map(({ step }) => step)).toEqual(steps.map((_, at) => at + 1))
  expect(steps.map(({ operation, ids }) => [operation, ids])).toEqual([
    ['cms.getPageSections', ['home']],
    ['cms.updateSectionContent', ['home']],
    [expect.stringMatching(/searchImages|search_media/), []],
    [expect.stringMatching(/createPost|save_content/), []],
    ['cms.removeNavigationItem', ['summer']],
  ])
})

test('a request of 4,000 characters is planned in at most 20 steps, in time that grows with its length', () => {
  const asked = (times: number) => 'delete the about page, '.repeat(times)
  expect(planAfter([], asked(180)).steps.length).toBeLessThanOrEqual(20)
  const spent = (times: number) => {
    const all = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      planAfter([], asked(times))
      const { user, system } = process.cpuUsage(before)
      return user + system
    })
    return Math.min(...all)
  }
  // Four times as long: sixteen times the time would be the square.
  expect(spent(180) / Math.max(spent(45), 1_000)).toBeLessThan(10)
})
