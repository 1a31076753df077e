import { blanksIn, escapeHtml } from '@atelier/site'
import type { Blueprint, PagePlan, SectionPlan } from '../blueprint/schema.ts'
import type { Logo } from '../brand/brand.ts'
import type { Plan } from '../plan/plan.ts'
import { contactHref, noteParts, openingHtml, type Part, pageHref, reachable, sectionHtml } from './sections.ts'
import { type Skeleton, skeletonOf } from './skeletons.ts'
import { siteCss } from './styles.ts'
import { siteWords } from './words.ts'

/**
 * The files of a site, made from its blueprint without a model: `_components/header.html`, `_components/footer.html`,
 * `styles.css` and a whole document for each planned page. The same blueprint makes the same bytes. Scripts, pictures
 * and other servers are not used.
 */
export function rehearseSite(blueprint: Blueprint, { brand }: Pick<Plan, 'brand'> = {}): Record<string, string> {
  const uses = new Set<Part>()
  const contact = contactOf(blueprint)
  const pages = blueprint.pages.map((page): [string, string] => [
    page.filename,
    pageHtml(blueprint, page, contact, uses),
  ])
  return {
    '_components/header.html': headerHtml(blueprint, brand?.logo),
    '_components/footer.html': footerHtml(blueprint, contact),
    'styles.css': `${siteCss(blueprint.designSystem, uses)}${brand?.logo ? logoCss : ''}`,
    ...Object.fromEntries(pages),
  }
}

interface Contact {
  /** Where calls to action lead. */
  page: PagePlan | undefined
  details: string[][]
  mail: string
}

function contactOf({ pages }: Blueprint): Contact {
  const isContact = ({ sectionType }: SectionPlan) => sectionType === 'map-contact'
  const page =
    pages.find(({ filename, sections }) => filename !== 'index.html' && sections.some(isContact)) ??
    pages.find(({ filename }) => /contact|kontakt/.test(filename))
  const details = pages
    .flatMap(({ sections }) => sections.filter(isContact))
    .slice(0, 1)
    .flatMap(notedEntries)
  const mail = details.flat().find((part) => contactHref(part)?.startsWith('mailto:')) ?? ''
  return { page, details, mail }
}

const notedEntries = ({ contentNotes }: SectionPlan): string[][] =>
  contentNotes
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(noteParts)

function pageHtml(blueprint: Blueprint, page: PagePlan, contact: Contact, uses: Set<Part>): string {
  const { siteName, siteDescription, language } = blueprint
  const isHome = page.filename === 'index.html'
  const title = isHome ? homeTitle(siteName, firstHeading(page)) : `${page.title} – ${siteName}`
  const skeleton = skeletonOf(page)
  uses.add(`page-${skeleton}`)
  const names = blockNames(page)
  const [first] = page.sections
  const sections = page.sections.map((section, i) =>
    sectionHtml({
      blueprint,
      page,
      section,
      block: names[i] ?? `section-${i + 1}`,
      entries: notedEntries(section),
      level: i === 0 && section.sectionType === 'hero' ? 'h1' : 'h2',
      action: actionOf(blueprint, page, contact),
      mail: contact.mail,
      skeleton,
      uses,
    }),
  )
  const opening =
    first?.sectionType === 'hero'
      ? []
      : [openingHtml({ blueprint, block: 'page-title', level: 'h1', skeleton, uses }, page.title, page.description)]
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(shortenNote(page.description || siteDescription || title))}">
<link rel="stylesheet" href="styles.css">
</head>
<body>
<!-- @component:header -->
<main class="main page-${skeleton}" data-block="main">
${[...opening, ...withContents(sections, blueprint, page, names, skeleton)].join('\n')}
</main>
<!-- @component:footer -->
</body>
</html>
`.replace(/\n{2,}/g, '\n')
}

const homeTitle = (siteName: string, headline: string): string =>
  headline === siteName ? siteName : `${siteName} – ${headline}`

/** The sections of a page that is a list, with their names above them, which lead to them. */
function withContents(
  sections: readonly string[],
  { language }: Blueprint,
  page: PagePlan,
  names: readonly string[],
  skeleton: Skeleton,
): readonly string[] {
  const [first = '', ...others] = sections
  if (skeleton !== 'list' || others.length < 2) return sections
  const isOpening = page.sections[0]?.sectionType === 'hero'
  const listed = page.sections.flatMap(({ name, sectionType }, i) =>
    sectionType === 'hero' || sectionType === 'cta-banner'
      ? []
      : [`<li><a class="contents-link" href="#${names[i]}">${escapeHtml(name)}</a></li>`],
  )
  if (listed.length < 2) return sections
  const contents = `<nav class="contents" data-block="contents" aria-label="${siteWords(language).page.contents}">
<ul class="contents-links">
${listed.join('\n')}
</ul>
</nav>`
  return isOpening ? [first, contents, ...others] : [contents, first, ...others]
}

const firstHeading = ({ sections: [first], title }: PagePlan): string =>
  first?.sectionType === 'hero' ? first.name.replace(/\.$/, '') : title

/** A name of its own in the page for each section. */
function blockNames({ sections }: PagePlan): string[] {
  const taken = new Set(['header', 'main', 'footer', 'page-title', 'contents'])
  return sections.map(({ id, sectionType }) => {
    const stem =
      id
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^[^a-z]+|-$/g, '')
        .slice(0, 30) || sectionType
    let name = stem
    for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}`
    taken.add(name)
    return name
  })
}

function actionOf(
  { contentStrategy: { primaryCTA }, pages }: Blueprint,
  page: PagePlan,
  { page: target, details, mail }: Contact,
): { label: string; href: string } | undefined {
  if (target && target !== page) return { label: primaryCTA, href: pageHref(target.filename) }
  const direct = details.flat().flatMap((part) => contactHref(part) ?? [])[0]
  if (mail || direct) return { label: primaryCTA, href: mail ? `mailto:${mail}` : (direct ?? '') }
  const other = pages.find((each) => each !== page && each.filename !== 'index.html')
  return other ? { label: other.title, href: pageHref(other.filename) } : undefined
}

const logoCss = `
.header-logo {
  display: block;
  inline-size: auto;
  block-size: 2.5rem;
  max-inline-size: 12rem;
  object-fit: contain;
}
`

/** A logo that is this much wider than it is high has the name in it. */
const NAMED_LOGO = 2.2

/** The name of the site, with its logo; a wide logo replaces the name. */
function siteMark(siteName: string, logo: Logo | undefined): string {
  if (!logo) return escapeHtml(siteName)
  const isNamed = logo.width / logo.height >= NAMED_LOGO
  const alt = isNamed ? escapeHtml(siteName) : ''
  const picture = `<img class="header-logo" src="${escapeHtml(logo.url)}" alt="${alt}" width="${logo.width}" height="${logo.height}">`
  return isNamed ? picture : `${picture} ${escapeHtml(siteName)}`
}

function headerHtml({ siteName, language, sharedComponents: { navLinks } }: Blueprint, logo: Logo | undefined): string {
  const links = navLinks.map(
    ({ label, href }) => `<li><a class="header-link" href="${pageHref(href)}">${escapeHtml(label)}</a></li>`,
  )
  return `<header class="header" data-block="header">
<a class="header-name" href="/">${siteMark(siteName, logo)}</a>
<nav class="header-menu" aria-label="${siteWords(language).page.mainMenu}">
<ul class="header-links">
${links.join('\n')}
</ul>
</nav>
</header>
`
}

function footerHtml(
  { siteName, language, pages, sharedComponents: { footerTagline } }: Blueprint,
  { details }: Contact,
): string {
  const links = pages.map(
    ({ title, filename }) => `<li><a class="footer-link" href="${pageHref(filename)}">${escapeHtml(title)}</a></li>`,
  )
  const known = details.filter(([, ...texts]) => blanksIn(texts.join(' ')).length === 0)
  const reach = known.map(([, ...texts]) => `<li>${reachable(texts.join(', '))}</li>`)
  return `<footer class="footer" data-block="footer">
<div class="footer-words">
<p class="footer-name">${escapeHtml(siteName)}</p>
${footerTagline ? `<p class="footer-line">${escapeHtml(footerTagline)}</p>\n` : ''}</div>
<nav aria-label="${siteWords(language).page.pages}">
<ul class="footer-links">
${links.join('\n')}
</ul>
</nav>
${reach.length > 0 ? `<ul class="footer-links">\n${reach.join('\n')}\n</ul>\n` : ''}</footer>
`
}

const shortenNote = (text: string): string => (text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text)
