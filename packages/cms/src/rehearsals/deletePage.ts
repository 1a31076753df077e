import type { Rehearsal } from '@atelier/agent'
import { callOf, failureText, resultData } from '@atelier/operation'
import { createPage } from '../operations/createPage.ts'
import { deletePage } from '../operations/deletePage.ts'
import { listPages } from '../operations/listPages.ts'

/** The longest part of a request that is read, in characters. */
const READ = 500
const DELETES = ['delete', 'remove', 'löschen', 'lösche', 'sil']
const MAKES = ['make', 'create']
const PAGE = /\b(?:page|seite|sayfa)/i
const QUOTED = /[“"„«]([^“”"„«»]{1,100})[”"“»]/

/** Deletes a page, about which the person is asked first; one that the request wants made before is made. */
export const deletePageScript: Rehearsal = {
  id: 'cms.deletePage',
  title: 'Make a page “Easter” and delete it again',
  fits(prompt) {
    const words = prompt.slice(0, READ).toLowerCase()
    return PAGE.test(words) && DELETES.some((each) => words.includes(each)) ? 5 : 0
  },
  *play({ prompt }) {
    const text = prompt.slice(0, READ)
    const name = QUOTED.exec(text)?.[1]?.trim()
    const [read] = yield {
      text: 'This is a script, not a model. I look which page is meant.',
      calls: [callOf(listPages, {})],
    }
    const pages = resultData(listPages, read)?.pages ?? []
    const wanted = text.toLowerCase()
    let page = pages.find((each) =>
      name === undefined
        ? each.slug !== 'index' && wanted.includes(each.name.toLowerCase())
        : each.name.toLowerCase() === name.toLowerCase(),
    )
    if (!page && name !== undefined && MAKES.some((each) => wanted.includes(each))) {
      const [made] = yield { calls: [callOf(createPage, { name })] }
      page = resultData(createPage, made)?.page
    }
    if (!page) {
      yield { text: `There is no such page. The pages are ${pages.map((each) => each.name).join(', ')}.` }
      return
    }
    const [done] = yield {
      text: `Deleting “${page.name}” needs your word.`,
      calls: [callOf(deletePage, { id: page.id, removeFromNavigation: true })],
    }
    yield {
      text: resultData(deletePage, done)
        ? `The page “${page.name}” is gone, and so are its items in the menus.`
        : `The page “${page.name}” is still there. ${failureText(done)}`,
    }
  },
}
