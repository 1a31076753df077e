import { escapeHtml } from '@atelier/site'
import type { Blueprint, PagePlan, SectionPlan } from '../blueprint/schema.ts'
import type { Skeleton } from './skeletons.ts'
import { siteWords } from './words.ts'

/** The data that a section is made from. */
export interface SectionScene {
  blueprint: Blueprint
  page: PagePlan
  section: SectionPlan
  /** The name of the block, one of its own in the page. */
  block: string
  /** The content notes, line by line, each in its parts. */
  entries: readonly (readonly string[])[]
  /** `h1` if the page has none above it, otherwise `h2`. */
  level: 'h1' | 'h2'
  /** Where the call to action leads; undefined if there is nowhere to lead. */
  action: { label: string; href: string } | undefined
  /** The contact details of the plan. */
  mail: string
  skeleton: Skeleton
  /** The parts of the stylesheet that the section needs are added here. */
  uses: Set<Part>
}

/** A part of the stylesheet. */
export type Part =
  | 'hero'
  | 'opening'
  | 'art'
  | 'button'
  | 'cards'
  | 'prices'
  | 'steps'
  | 'timeline'
  | 'questions'
  | 'figures'
  | 'tiles'
  | 'quotes'
  | 'details'
  | 'form'
  | 'banner'
  | 'story'
  | `page-${Skeleton}`

/** The section of a plan as markup. A type that has no markup of its own is shown by what its notes hold. */
export function sectionHtml(scene: SectionScene): string {
  switch (scene.section.sectionType) {
    case 'hero':
      return hero(scene)
    case 'features':
    case 'team':
    case 'comparison':
    case 'mega-menu-preview':
      return cards(scene)
    case 'pricing':
    case 'calculator-tool':
      return prices(scene)
    case 'process-steps':
      return steps(scene)
    case 'timeline':
    case 'scrollytelling':
      return timeline(scene)
    case 'faq':
      return questions(scene)
    case 'stats':
      return figures(scene)
    case 'gallery':
    case 'portfolio-grid':
    case 'case-study':
    case 'blog-grid':
    case 'before-after':
    case 'video-showcase':
      return tiles(scene)
    case 'testimonials':
      return quotes(scene)
    case 'map-contact':
      return details(scene)
    case 'form':
      return form(scene)
    case 'cta-banner':
      return banner(scene)
    default:
      return scene.entries.some((entry) => entry.length > 1) ? cards(scene) : story(scene)
  }
}

function hero(scene: SectionScene): string {
  const { section, blueprint, page, entries, uses } = scene
  const isHome = page.filename === 'index.html'
  if (scene.skeleton === 'centred' || (!isHome && scene.skeleton !== 'split')) {
    return openingHtml(scene, section.name, section.description)
  }
  uses.add('hero').add('art')
  const [[eyebrow = ''] = []] = entries
  const next = isHome ? blueprint.sharedComponents.navLinks[1] : undefined
  const more = next ? `\n<a class="hero-more" href="${pageHref(next.href)}">${escapeHtml(next.label)}</a>` : ''
  return `<section class="hero" data-block="${scene.block}">
<div class="hero-words">
${eyebrow ? `<p class="hero-eyebrow">${escapeHtml(eyebrow)}</p>\n` : ''}${heading(scene, 'hero-title')}
${lead(section, 'hero-lead')}
<div class="hero-actions">${button(scene, 'button')}${more}</div>
</div>
${artHtml(blueprint, 'art')}
</section>`
}

/** The beginning of a page other than the home page: its heading, and a small composition where there is room. */
export function openingHtml(
  {
    blueprint,
    block,
    level,
    skeleton,
    uses,
  }: Pick<SectionScene, 'blueprint' | 'block' | 'level' | 'skeleton' | 'uses'>,
  title: string,
  text: string,
): string {
  const hasArt = skeleton === 'centred' || skeleton === 'split' || skeleton === 'sides'
  uses.add('opening')
  if (hasArt) uses.add('art')
  return `<section class="opening" data-block="${block}">
<div class="opening-words">
<${level} class="opening-title">${escapeHtml(title)}</${level}>
${text ? `<p class="opening-lead">${escapeHtml(text)}</p>` : ''}
</div>
${hasArt ? artHtml(blueprint, 'art opening-art') : ''}
</section>`
}

/** A composition without meaning: the visual style of the plan decides its shapes. */
function artHtml({ designSystem: { visualStyle } }: Blueprint, className: string): string {
  return `<div class="${className} ${artOf(visualStyle)}" aria-hidden="true">
<span class="art-one"></span>
<span class="art-two"></span>
<span class="art-three"></span>
<span class="art-four"></span>
</div>`
}

function artOf(visualStyle: Blueprint['designSystem']['visualStyle']): string {
  switch (visualStyle) {
    case 'organic-warm':
    case 'retro-nostalgic':
      return 'art-round'
    case 'editorial-magazine':
    case 'brutalist-raw':
      return 'art-planks'
    case 'luxury-refined':
      return 'art-arches'
    default:
      return 'art-grid'
  }
}

function cards(scene: SectionScene): string {
  scene.uses.add('cards')
  const items = sectionItems(scene).map(
    ([title = '', ...texts]) =>
      `<li class="card">\n<h3 class="card-title">${escapeHtml(title)}</h3>\n${paragraphs(texts, 'card-text')}</li>`,
  )
  return inSection(scene, `<ul class="cards">\n${items.join('\n')}\n</ul>`)
}

function prices(scene: SectionScene): string {
  scene.uses.add('prices')
  const { free } = siteWords(scene.blueprint.language).page
  const items = sectionItems(scene).map(([title = '', note = '', price = '']) => {
    const about = note ? `\n<span class="price-note">${escapeHtml(note)}</span>` : ''
    const cost = price ? `\n<span class="price-cost">${escapeHtml(price === '0' ? free : price)}</span>` : ''
    return `<li class="price"><span class="price-name">${escapeHtml(title)}</span>${cost}${about}</li>`
  })
  return inSection(scene, `<ul class="prices">\n${items.join('\n')}\n</ul>`, 'section-beside')
}

function steps(scene: SectionScene): string {
  scene.uses.add('steps')
  const items = sectionItems(scene).map(
    ([title = '', ...texts]) =>
      `<li class="step">\n<h3 class="step-title">${escapeHtml(title)}</h3>\n${paragraphs(texts, 'step-text')}</li>`,
  )
  return inSection(scene, `<ol class="steps">\n${items.join('\n')}\n</ol>`)
}

function timeline(scene: SectionScene): string {
  scene.uses.add('timeline')
  const items = sectionItems(scene).map(
    ([when = '', ...texts]) =>
      `<div class="moment"><dt class="moment-when">${escapeHtml(when)}</dt><dd class="moment-what">${escapeHtml(texts.join(' '))}</dd></div>`,
  )
  return inSection(scene, `<dl class="timeline">\n${items.join('\n')}\n</dl>`, 'section-beside')
}

function questions(scene: SectionScene): string {
  scene.uses.add('questions')
  const items = sectionItems(scene).map(
    ([question = '', ...texts], i) =>
      `<details class="question"${i === 0 ? ' open' : ''}>\n<summary class="question-title">${escapeHtml(question)}</summary>\n${paragraphs(texts, 'question-text')}</details>`,
  )
  return inSection(scene, `<div class="questions">\n${items.join('\n')}\n</div>`, 'section-beside')
}

function figures(scene: SectionScene): string {
  scene.uses.add('figures')
  const known = scene.entries.length > 0 ? scene.entries : scene.blueprint.contentStrategy.keyStats.map(noteParts)
  const items = (known.length > 0 ? known : sectionItems(scene)).map(
    ([value = '', ...texts]) =>
      `<div class="figure"><dt class="figure-what">${escapeHtml(texts.join(' '))}</dt><dd class="figure-value">${escapeHtml(value)}</dd></div>`,
  )
  return inSection(scene, `<dl class="figures">\n${items.join('\n')}\n</dl>`)
}

function tiles(scene: SectionScene): string {
  scene.uses.add('tiles')
  const items = sectionItems(scene).map(
    ([title = '', ...texts]) =>
      `<li class="tile">\n<div class="tile-face" aria-hidden="true"></div>\n<h3 class="tile-title">${escapeHtml(title)}</h3>\n${paragraphs(texts, 'tile-text')}</li>`,
  )
  return inSection(scene, `<ul class="tiles">\n${items.join('\n')}\n</ul>`)
}

function quotes(scene: SectionScene): string {
  scene.uses.add('quotes')
  const items = sectionItems(scene).map(
    ([words = '', ...names]) =>
      `<blockquote class="quote"><p class="quote-words">${escapeHtml(words)}</p>${names.length > 0 ? `<footer class="quote-name">${escapeHtml(names.join(', '))}</footer>` : ''}</blockquote>`,
  )
  return inSection(scene, `<div class="quotes">\n${items.join('\n')}\n</div>`)
}

function details(scene: SectionScene): string {
  const { uses, entries } = scene
  uses.add('details')
  if (entries.length === 0) {
    return inSection(
      scene,
      `<p class="details-none">${escapeHtml(scene.blueprint.siteDescription)}</p>`,
      'section-beside',
    )
  }
  const items = entries.map(
    ([label = '', ...texts]) =>
      `<div class="detail"><dt class="detail-label">${escapeHtml(label)}</dt><dd class="detail-value">${reachable(texts.join(', '))}</dd></div>`,
  )
  return inSection(scene, `<dl class="details">\n${items.join('\n')}\n</dl>`, 'section-beside')
}

function form(scene: SectionScene): string {
  const { mail, block, uses, blueprint } = scene
  const words = siteWords(blueprint.language).page
  if (!mail) return story(scene)
  uses.add('form').add('button')
  const field = (name: string, label: string, type: string, complete: string) =>
    `<label class="field"><span class="field-label">${label}</span><input class="field-input" type="${type}" name="${name}" autocomplete="${complete}" required></label>`
  return inSection(
    scene,
    `<form class="form" action="mailto:${escapeHtml(mail)}" method="post" enctype="text/plain" data-block="${block}-form">
${field('name', words.yourName, 'text', 'name')}
${field('email', words.yourMail, 'email', 'email')}
<label class="field field-wide"><span class="field-label">${words.aboutWhat}</span><textarea class="field-input" name="message" rows="5" required></textarea></label>
<button class="button" type="submit">${words.send}</button>
</form>`,
    'section-beside',
  )
}

function banner(scene: SectionScene): string {
  scene.uses.add('banner')
  return `<section class="banner" data-block="${scene.block}">
<div class="banner-words">
${heading(scene, 'banner-title')}
${lead(scene.section, 'banner-lead')}
</div>
${button(scene, 'button button-inverse')}
</section>`
}

function story(scene: SectionScene): string {
  scene.uses.add('story')
  const { entries, section, blueprint } = scene
  const texts = entries.map((entry) => entry.join(' '))
  const words = texts.length > 0 || section.description ? texts : [blueprint.siteDescription]
  const body = paragraphs(words, 'story-text')
  return inSection(scene, `<div class="story">\n${body}</div>`, 'section-beside')
}

/** A section with its heading above or beside what it holds. */
function inSection(scene: SectionScene, body: string, layout = 'section-stack'): string {
  const { section, block } = scene
  const band = section.layoutHint === 'full-bleed' ? ' section-band' : ''
  const id = scene.skeleton === 'list' ? ` id="${block}"` : ''
  return `<section class="section ${layout}${band}"${id} data-block="${block}">
<div class="section-head">
${heading(scene, 'section-title')}
${lead(section, 'section-lead')}
</div>
${body}
</section>`
}

const heading = ({ section, level }: SectionScene, className: string): string =>
  `<${level} class="${className}">${escapeHtml(section.name)}</${level}>`

const lead = ({ description }: SectionPlan, className: string): string =>
  description ? `<p class="${className}">${escapeHtml(description)}</p>` : ''

const paragraphs = (texts: readonly string[], className: string): string =>
  texts
    .filter((text) => text !== '')
    .map((text) => `<p class="${className}">${escapeHtml(text)}</p>\n`)
    .join('')

function button({ action, uses }: SectionScene, className: string): string {
  if (!action) return ''
  uses.add('button')
  return `<a class="${className}" href="${escapeHtml(action.href)}">${escapeHtml(action.label)}</a>`
}

/** The items of a list: the notes of its section, otherwise what the plan says that visitors get. */
function sectionItems({ entries, section, blueprint }: SectionScene): readonly (readonly string[])[] {
  const { valuePropositions, differentiators } = blueprint.contentStrategy
  const usual = [...valuePropositions, ...differentiators].map((title) => [title])
  const shown = entries.length > 0 ? entries : usual.slice(0, 3)
  return section.itemCount > 0 ? shown.slice(0, section.itemCount) : shown
}

/** A telephone number or a mail address as a link, anything else as text. */
export function reachable(text: string): string {
  const href = contactHref(text)
  return href ? `<a class="reach" href="${escapeHtml(href)}">${escapeHtml(text)}</a>` : escapeHtml(text)
}

/** The address that calls a number or writes to a mail address; undefined if the text is neither. */
export function contactHref(text: string): string | undefined {
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(text)) return `mailto:${text}`
  return /^\+?[\d /().-]{6,30}$/.test(text) ? `tel:${text.replace(/[^\d+]/g, '')}` : undefined
}

/** A line of content notes in its parts. */
export const noteParts = (line: string): string[] => line.split('|').map((part) => part.trim())

/** The address of a planned page: `/` of `index.html`, `/about/` of `about.html`. */
export const pageHref = (filename: string): string =>
  filename === 'index.html' ? '/' : encodeURI(`/${filename.replace(/\.html$/, '')}/`)
