import type { Rehearsal } from '@atelier/agent'
import { callOf } from '@atelier/operation'
import { getNodeHtml } from '../operations/nodes/getNodeHtml.ts'
import { insertHtml } from '../operations/nodes/insertHtml.ts'
import { addPage } from '../operations/pages/addPage.ts'
import { list_documents } from '../operations/reads/listDocuments.ts'
import { read_document } from '../operations/reads/readDocument.ts'
import { dataOf, failureOf, readPage, stringOrNone, uidOf, withoutUids } from './page.ts'
import { escapeHtml, opensWith, readBrief } from './words.ts'

const css = `.reach { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: clamp(2rem, 5vw, 5rem); align-items: start; max-width: 76rem; margin-inline: auto; padding: clamp(3rem, 7vw, 6rem) 1.25rem clamp(4rem, 9vw, 8rem); }
.reach-words { display: grid; gap: 1.25rem; }
.reach-words h1, .reach-words p { margin: 0; }
.reach-words h1 { font-size: clamp(2.5rem, 1.6rem + 4vw, 4.5rem); line-height: 1.02; letter-spacing: -0.03em; text-wrap: balance; }
.reach-form { display: grid; gap: 1.25rem; }
.reach-form label { display: grid; gap: 0.4rem; color: var(--muted, inherit); font-size: 0.9375rem; }
.reach-form input, .reach-form textarea { width: 100%; box-sizing: border-box; padding: 0.8rem 0.9rem; border: 1px solid var(--line, currentColor); background: transparent; color: inherit; font: inherit; font-size: 1rem; }
.reach-form input:focus-visible, .reach-form textarea:focus-visible { outline: 2px solid var(--accent, currentColor); outline-offset: 0; }
.reach-send { justify-self: start; padding: 0.95rem 1.6rem; border: 0; background: var(--accent, #1a1a1a); color: var(--on-accent, #ffffff); font: inherit; font-weight: 600; line-height: 1.25; cursor: pointer; }
.reach-send:hover { background: var(--ink, #000000); color: var(--paper, #ffffff); }`

const request =
  /^(?:add|insert|make|build|create|put|write) (?:(?:me|us|in|an?|the|new|simple) ){0,3}(?:contact(?: us)?|get[- ]in[- ]touch|enquir(?:y|ies)|inquir(?:y|ies)) (?:page|form)(?:[.,:;!?]|$| (?:with|for|to the site|to this site)(?![\p{L}]))/iu

/** Adds a contact page with a form, under the home page's own header, and a link to it in the navigation. */
export const contactPage: Rehearsal = {
  id: 'site.contact-page',
  title: 'Add a contact page with a form',
  fits: (prompt) => (opensWith(prompt, request) ? 4 : 0),
  *play({ prompt }) {
    const [list, read] = yield {
      text: 'I read the open page, so that the new one wears the same header.',
      calls: [callOf(list_documents, {}), callOf(read_document, {})],
    }
    const page = readPage(list, read)
    const brief = readBrief(prompt, page.title.split(':')[0] ?? page.title)
    const header = uidOf(page.html, 'header')
    const footer = uidOf(page.html, 'footer', 'last')
    const chrome = [header, footer].filter((uid) => uid !== undefined)
    const [added, ...parts] = yield {
      calls: [
        callOf(addPage, { title: 'Contact', slug: 'contact' }),
        ...chrome.map((nodeId) => callOf(getNodeHtml, { nodeId })),
      ],
    }
    const root = stringOrNone(dataOf(added).rootNodeId)
    if (!added?.ok || root === '') {
      yield { text: `I could not add the page: ${failureOf(added ? [added] : []) ?? 'the studio gave no page back'}` }
      return
    }
    const html = parts.map((part) => withoutUids(stringOrNone(dataOf(part).html)).replace(/\saria-current="page"/g, ''))
    if (header && html[0]) yield { text: 'The header, as on the other pages.', calls: [insert(root, html[0])] }
    const form = yield { text: 'The words and the form.', calls: [insert(root, section(brief.name))] }
    const foot = footer ? html[header ? 1 : 0] : undefined
    if (foot) yield { calls: [insert(root, foot)] }

    const slug = stringOrNone(dataOf(added).slug) || 'contact'
    const nav = /<nav\b[\s\S]*?(?:<\/nav>|$)/.exec(page.html)?.[0] ?? ''
    const menu = uidOf(nav, 'ul')
    const linked = nav.includes(`href="/${slug}"`)
    if (menu && !linked) {
      yield { text: 'And a way to find it.', calls: [insert(menu, `<li><a href="/${slug}">Contact</a></li>`)] }
    }
    const problem = failureOf(form)
    yield {
      text: problem
        ? `The page is there, but the form was refused: ${problem}`
        : `The contact page stands at /${slug}${menu && !linked ? ' and is linked from the navigation' : ''}. The form opens the visitor’s mail program; set your address in its action.`,
    }
  },
}

function insert(parentId: string, html: string) {
  return callOf(insertHtml, { parentId, html })
}

function section(name: string): string {
  return `<style>
${css}
</style>
<main class="reach">
  <div class="reach-words">
    <h1>Write to ${escapeHtml(name)}</h1>
    <p>Tell us what it is about and when we may call. A person reads this, and a person answers, usually within a day.</p>
    <p><a href="mailto:hello@example.com">hello@example.com</a></p>
  </div>
  <form class="reach-form" action="mailto:hello@example.com" method="post" enctype="text/plain">
    <label>Your name <input name="name" autocomplete="name" required></label>
    <label>Email <input name="email" type="email" autocomplete="email" required></label>
    <label>Telephone, if you like <input name="telephone" type="tel" autocomplete="tel"></label>
    <label>Message <textarea name="message" rows="7" required></textarea></label>
    <button class="reach-send" type="submit">Send</button>
  </form>
</main>`
}
