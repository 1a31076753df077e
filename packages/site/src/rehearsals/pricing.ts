import type { Rehearsal } from '@atelier/agent'
import { callOf } from '@atelier/operation'
import { insertHtml } from '../operations/nodes/insertHtml.ts'
import { list_documents } from '../operations/reads/listDocuments.ts'
import { read_document } from '../operations/reads/readDocument.ts'
import { failureOf, readPage, uidOf } from './page.ts'
import { escapeHtml, opensWith, readBrief } from './words.ts'

const css = `.pricing { padding: clamp(4rem, 9vw, 8rem) clamp(1.25rem, 4vw, 4rem); border-top: 1px solid var(--line, currentColor); }
.pricing-inner { max-width: 76rem; margin-inline: auto; }
.pricing h2 { margin: 0 0 0.75rem; text-wrap: balance; }
.pricing-lead { max-width: 36rem; margin: 0 0 2.5rem; color: var(--muted, inherit); }
.pricing-table { width: 100%; border-collapse: collapse; table-layout: fixed; }
.pricing-table th, .pricing-table td { padding: 1rem 1rem 1rem 0; border-top: 1px solid var(--line, currentColor); text-align: start; vertical-align: top; font-weight: 400; }
.pricing-table thead :is(th, td) { border-top: 0; font-weight: 600; }
.pricing-amount { display: block; font-size: clamp(1.75rem, 1.2rem + 2vw, 3rem); font-weight: 500; line-height: 1.2; letter-spacing: -0.03em; font-variant-numeric: tabular-nums; }
.pricing-chosen { color: var(--accent, inherit); }
.pricing-table a { display: inline-block; padding-block: 0.5rem; color: var(--accent, inherit); font-weight: 600; }
@media (max-width: 768px) {
  .pricing-table, .pricing-table tbody, .pricing-table tr, .pricing-table td, .pricing-table th { display: block; }
  .pricing-table thead { display: none; }
  .pricing-table th[scope="row"] { padding-bottom: 0; font-weight: 600; }
  .pricing-table td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); border-top: 0; padding-block: 0.35rem; }
  .pricing-table td::before { content: attr(data-plan); color: var(--muted, inherit); }
}`

const usualPlans = ['Once', 'Monthly', 'All in'] as const
const usualPrices = ['€19', '€49', '€129'] as const

const request =
  /^(?:add|insert|make|build|create|put|write) (?:(?:me|us|in|an?|some|the|new|simple|three|3) ){0,3}(?:(?:pricing|price|prices)(?: (?:section|table|block|list|part|plans?))?|plans and prices)(?:[.,:;!?]|$| (?:with|for|to the page|to this page|at the end|at the bottom|before the footer)(?![\p{L}]))/iu

/** Adds a pricing section before the page's footer, with the plans and prices that the request names. */
export const pricing: Rehearsal = {
  id: 'site.pricing',
  title: 'Add a pricing section with three plans',
  fits: (prompt) => (opensWith(prompt, request) ? 4 : 0),
  *play({ prompt }) {
    const [list, read] = yield {
      text: 'First I look at what the page already has, and where it ends.',
      calls: [callOf(list_documents, {}), callOf(read_document, {})],
    }
    const page = readPage(list, read)
    const brief = readBrief(prompt, page.title)
    const plans = usualPlans.map((usual, index) => ({
      name: brief.plans[index] ?? usual,
      price: brief.prices[index] ?? usualPrices[index] ?? '',
    }))
    const main = uidOf(page.html, 'main')
    const inserted = yield {
      text: main
        ? 'It goes at the end of the main part, before the footer.'
        : 'The page has no main part, so it goes at the end.',
      calls: [callOf(insertHtml, { parentId: main ?? page.rootNodeId, html: section(plans) })],
    }
    const problem = failureOf(inserted)
    yield {
      text: problem
        ? `I could not add it: ${problem}`
        : `The section compares ${plans.map((plan) => `${plan.name} (${plan.price})`).join(', ')} line by line, and stacks on a phone. The lines are examples; change any of them by clicking it.`,
    }
  },
}

function section(plans: { name: string; price: string }[]): string {
  const rows: [string, string[]][] = [
    ['Price', plans.map((plan) => `<span class="pricing-amount">${escapeHtml(plan.price)}</span>`)],
    ['Good for', ['Trying it out', 'Most people', 'When it has to be right']],
    ['Included', ['The essentials', 'Everything in the first, and changes', 'Everything, and somebody to call']],
    ['Answered within', ['Three days', 'One day', 'The same day']],
    ['Leave when', ['There is nothing to leave', 'Any month', 'Any month, with what you paid ahead']],
    ['', plans.map((plan) => `<a href="#contact">Take ${escapeHtml(plan.name)}</a>`)],
  ]
  const body = rows
    .map(([label, cells]) => {
      const columns = cells
        .map(
          (cell, index) =>
            `<td data-plan="${escapeHtml(plans[index]?.name ?? '')}">${cell.startsWith('<') ? cell : `<span>${cell}</span>`}</td>`,
        )
        .join('')
      return `        <tr>${label ? `<th scope="row">${label}</th>` : '<td></td>'}${columns}</tr>`
    })
    .join('\n')
  const heads = plans
    .map(
      (plan, index) => `<th scope="col"${index === 1 ? ' class="pricing-chosen"' : ''}>${escapeHtml(plan.name)}</th>`,
    )
    .join('')
  return `<style>
${css}
</style>
<section class="pricing" id="pricing">
  <div class="pricing-inner">
    <h2>What it costs</h2>
    <p class="pricing-lead">The whole price, with everything in it. If something is not on this list, it is not on the bill either.</p>
    <table class="pricing-table">
      <thead><tr><td></td>${heads}</tr></thead>
      <tbody>
${body}
      </tbody>
    </table>
  </div>
</section>`
}
