import type { Rehearsal } from '@atelier/agent'
import { callOf, failureText, resultData } from '@atelier/operation'
import { getNavigation } from '../operations/getNavigation.ts'
import { removeNavigationItem } from '../operations/removeNavigationItem.ts'
import { mentions, quotedIn, readPart } from './words.ts'

const MENU = ['navigation', 'menu', 'menü']
const TAKES = ['take', 'remove', 'delete', 'hide', 'nimm', 'entfern', 'lösch', 'çıkar', 'kaldır', 'sil']

/** Takes the item that a request names out of every menu. */
export const leaveNavigation: Rehearsal = {
  id: 'cms.leaveNavigation',
  title: 'Take a page out of the navigation',
  fits: (prompt) => (mentions(prompt, MENU) && mentions(prompt, TAKES) ? 6 : 0),
  *play({ prompt }) {
    const [read] = yield {
      text: 'This is a script, not a model. I look at the navigation.',
      calls: [callOf(getNavigation, {})],
    }
    const labels = [
      ...new Set(
        (resultData(getNavigation, read)?.menus ?? []).flatMap(({ items }) => items.map(({ label }) => label)),
      ),
    ]
    const words = readPart(prompt).toLowerCase()
    const quoted = quotedIn(prompt)[0]?.toLowerCase()
    const fits = labels.filter((label) =>
      quoted === undefined ? words.includes(label.toLowerCase()) : label.toLowerCase() === quoted,
    )
    const [label] = fits.sort((a, b) => b.length - a.length)
    if (label === undefined) {
      yield {
        text:
          labels.length === 0
            ? 'The site has no menu that is a plain list of links.'
            : `Which item is meant? There are ${labels.join(', ')}.`,
      }
      return
    }
    const [done] = yield { calls: [callOf(removeNavigationItem, { label })] }
    yield {
      text: resultData(removeNavigationItem, done)
        ? `“${label}” is no longer in the navigation. The page itself is still there.`
        : `“${label}” is still in the navigation. ${failureText(done)}`,
    }
  },
}
