import type { Rehearsal } from '@atelier/agent'
import { callOf } from '@atelier/operation'
import { getNodeHtml } from '../operations/nodes/getNodeHtml.ts'
import { insertHtml } from '../operations/nodes/insertHtml.ts'
import { replaceNodeHtml } from '../operations/nodes/replaceNodeHtml.ts'
import { addPage } from '../operations/pages/addPage.ts'
import { renamePage } from '../operations/pages/renamePage.ts'
import { list_documents } from '../operations/reads/listDocuments.ts'
import { read_document } from '../operations/reads/readDocument.ts'
import { applyCss } from '../operations/styles/applyCss.ts'
import { boardCss, groundCss, signCss, storyCss, visitCss } from './landingStyles.ts'
import { dataOf, failureOf, readPage, showsNothing, stringOrNone, uidOf } from './page.ts'
import { type Trade, tradeOf } from './trades.ts'
import { type Brief, escapeHtml, opensWith, readBrief } from './words.ts'

const request =
  /^(?:(?:build|make|create|design|generate|write|set up|start) (?:(?:me|us) )?)?(?:(?:an?|our|my|the|new|small|simple|nice|modern) ){0,3}(?:landing[- ]?page|home ?page|front page|one[- ]pager|website for|site for)(?:[.,:;!?]|$| (?:for|of|called|named|about|that|with|in|my|our|an?|the) )/i

/**
 * Builds a landing page for the business that the request names, one section at a time: on the open page if that is
 * blank, otherwise on a new one, so that nothing of the site is lost.
 */
export const landingPage: Rehearsal = {
  id: 'site.landing-page',
  title: 'Build a landing page for Ferment, a bakery in Porto',
  fits: (prompt) => (opensWith(prompt, request) ? 4 : 0),
  *play({ prompt }) {
    const [list, read] = yield {
      text: 'I will read the page first, then build it section by section.',
      calls: [callOf(list_documents, {}), callOf(read_document, {})],
    }
    const page = readPage(list, read)
    const brief = readBrief(prompt, page.title)
    const trade = tradeOf(prompt)
    const blank = showsNothing(page.html)
    const [named] = yield blank
      ? {
          text: 'The open page is blank, so I build here.',
          calls: [callOf(renamePage, { pageId: page.id, title: brief.name })],
        }
      : {
          text: 'The open page has content of its own, which stays: I build on a new page.',
          calls: [callOf(addPage, { title: brief.name })],
        }
    const root = blank ? page.rootNodeId : stringOrNone(dataOf(named).rootNodeId)
    const unnamed = failureOf(named ? [named] : [])
    if (unnamed) {
      yield { text: `I stopped: ${unnamed} Nothing was changed.` }
      return
    }

    yield {
      text: `Colours and type for ${brief.name} come first, as tokens, so that every section can use them.`,
      calls: [callOf(applyCss, { css: groundCss(trade) })],
    }
    const opened = yield {
      text: 'The opening: what it is, in one sentence, under its own name.',
      calls: [callOf(replaceNodeHtml, { nodeId: root, html: sign(brief, trade) })],
    }
    // Existing tokens of the site keep their values, and the sections use their colours.
    const problem = failureOf(opened)
    if (problem) {
      yield { text: `I stopped: ${problem} Nothing after that step was changed.` }
      return
    }
    const [content] = yield { calls: [callOf(getNodeHtml, { nodeId: root })] }
    const main = uidOf(stringOrNone(dataOf(content).html), 'main') ?? root
    yield { text: 'What there is, with prices.', calls: [insert(main, board(trade))] }
    yield { text: 'The story, kept short.', calls: [insert(main, story(trade))] }
    yield { text: 'And when to come by.', calls: [insert(main, visit(brief, trade))] }
    const where = blank ? '' : ` at /${stringOrNone(dataOf(named).slug)}`
    yield {
      text: `The page for ${brief.name} stands${where}: an opening, ${trade.board.length} prices, a story, opening hours and a way to reach you. The prices and hours are examples; click any of them to write your own.`,
    }
  },
}

function insert(parentId: string, html: string) {
  return callOf(insertHtml, { parentId, html })
}

function sign(brief: Brief, trade: Trade): string {
  const name = escapeHtml(brief.name)
  const described = escapeHtml(brief.described ?? (brief.place ? `${trade.kind} in ${brief.place}` : trade.kind))
  return `<style>
${signCss}
</style>
<header class="sign">
  <div class="sign-bar">
    <a class="sign-name" href="/">${name}</a>
    <nav aria-label="Main">
      <ul class="sign-menu">
        <li><a href="#board">${trade.boardTitle}</a></li>
        <li><a href="#visit">Visit</a></li>
      </ul>
    </nav>
  </div>
  <div class="sign-face">
    <h1>${trade.headline}</h1>
    <p class="sign-lead">${trade.lead(name, described)}</p>
    <a class="sign-action" href="#visit">${trade.action}</a>
  </div>
  <p class="sign-wordmark" style="--letters: ${Math.max(4, [...brief.name].length)}" aria-hidden="true">${name}</p>
</header>
<main></main>
<footer class="endnote">
  <p>${name}${brief.place ? ` in ${escapeHtml(brief.place)}` : ''}</p>
  <p>hello@example.com</p>
</footer>`
}

function board(trade: Trade): string {
  const items = trade.board
    .map(
      ([item, note, price]) => `    <li>
      <span class="board-item">${item}</span>
      <span class="board-price">${price}</span>
      <span class="board-note">${note}</span>
    </li>`,
    )
    .join('\n')
  return `<style>
${boardCss}
</style>
<section class="board" id="board">
  <h2>${trade.boardTitle}</h2>
  <ul class="board-list">
${items}
  </ul>
</section>`
}

function story(trade: Trade): string {
  return `<style>
${storyCss}
</style>
<section class="story">
  <h2>${trade.storyTitle}</h2>
  <div>
${trade.story.map((paragraph) => `    <p>${paragraph}</p>`).join('\n')}
  </div>
</section>`
}

function visit(brief: Brief, trade: Trade): string {
  const place = brief.place ? ` in ${escapeHtml(brief.place)}` : ''
  const rows = trade.hours.map(([day, time]) => `      <tr><th scope="row">${day}</th><td>${time}</td></tr>`).join('\n')
  return `<style>
${visitCss}
</style>
<section class="visit" id="visit">
  <div class="visit-words">
    <h2>Come and see us${place}</h2>
    <p>Write, call, or just open the door. If it is urgent, say so in the first line.</p>
    <a class="visit-action" href="mailto:hello@example.com">${trade.action}</a>
  </div>
  <table class="hours">
    <caption>Opening hours</caption>
    <tbody>
${rows}
    </tbody>
  </table>
</section>`
}
