import { normalizeFileName, refuseFileName } from '@atelier/site'
import { jsonrepair } from 'jsonrepair'
import { fitted, quotedValue } from './fit.ts'
import { Blueprint, type PagePlan } from './schema.ts'
import { withoutThoughts } from './thoughts.ts'

/** A blueprint with what had to be put right in it, as sentences for the person. */
export interface ReadBlueprint {
  blueprint: Blueprint
  notes: string[]
}

export interface ReadBlueprintOptions {
  /** The files of pages that there are already: the plan is one of further pages, none of them a home page. */
  existing?: readonly string[]
}

/** How many notes are kept. */
const MOST_NOTES = 40

/**
 * The blueprint in what a model answered. Nothing makes it fail but an answer that holds no object at all: what is not
 * known falls back field by field and is named in the notes.
 * @param answer an object, or text with one in it: thoughts, a Markdown fence and broken JSON are put up with
 */
export function readBlueprint(
  answer: unknown,
  { existing = [] }: ReadBlueprintOptions = {},
): ReadBlueprint | undefined {
  const value = typeof answer === 'string' ? objectIn(answer) : answer
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const notes = new Set<string>()
  const blueprint = settled(fitted(Blueprint, value, notes), new Set(existing), notes)
  return { blueprint, notes: [...notes].slice(0, MOST_NOTES) }
}

/** The outermost object of a text. */
export function objectIn(text: string): unknown {
  const spoken = withoutThoughts(text)
  const [start, end] = [spoken.indexOf('{'), spoken.lastIndexOf('}')]
  if (start < 0) return undefined
  const json = end > start ? spoken.slice(start, end + 1) : spoken.slice(start)
  try {
    return JSON.parse(json)
  } catch {
    return repaired(json)
  }
}

function repaired(json: string): unknown {
  try {
    return JSON.parse(jsonrepair(json))
  } catch {
    return undefined
  }
}

/** A blueprint whose parts agree: every page has a file of its own, a home is there, and links lead to planned pages. */
function settled(blueprint: Blueprint, existing: ReadonlySet<string>, notes: Set<string>): Blueprint {
  const taken = new Set<string>(existing)
  const pages = further(blueprint.pages, existing, notes).map((page, i): PagePlan => {
    const title = page.title || `Page ${i + 1}`
    const filename = fileName(page, i, title, { taken, existing }, notes)
    taken.add(filename)
    return { ...page, title, filename, sections: withIds(page) }
  })
  if (pages.length === 0 && existing.size === 0) {
    notes.add('No page was planned; there is an empty home page.')
    pages.push(emptyPage('index.html', 'Home'))
  } else if (existing.size === 0 && !taken.has('index.html')) {
    const [first] = pages
    if (first) {
      notes.add(`No page was planned as the home page; “${first.title}” is it.`)
      first.filename = 'index.html'
    }
  }
  const files = new Set([...existing, ...pages.map(({ filename }) => filename)])
  const given = blueprint.sharedComponents.navLinks.flatMap(({ label, href }) => {
    const target = fileOfLink(href)
    if (files.has(target) && label !== '') return [{ label, href: target }]
    notes.add(
      `The menu’s “${label}” leads to ${quotedValue(href)}, which is no ${existing.size > 0 ? '' : 'planned '}page; it is left out.`,
    )
    return []
  })
  const linked = new Set(given.map(({ href }) => href))
  // A menu that a model left half empty shows all pages.
  const rest = given.length === 0 ? pages.filter(({ filename }) => !linked.has(filename)) : []
  const navLinks = [...given, ...rest.map(({ title, filename }) => ({ label: title, href: filename }))]
  return { ...blueprint, pages, sharedComponents: { ...blueprint.sharedComponents, navLinks } }
}

/**
 * The pages of a plan that are further ones. A model that lists those that are there as well means no others by them,
 * unless it lists no other.
 */
function further(pages: readonly PagePlan[], existing: ReadonlySet<string>, notes: Set<string>): readonly PagePlan[] {
  const isThere = ({ filename }: PagePlan) => existing.has(normalizeFileName(filename))
  const isHome = ({ filename }: PagePlan) => normalizeFileName(filename) === 'index.html'
  const leavesOut = pages.some((page) => !isThere(page)) ? isThere : (page: PagePlan) => isThere(page) && isHome(page)
  return pages.filter((page) => {
    if (!leavesOut(page)) return true
    notes.add(`There is a page ${normalizeFileName(page.filename)} already, which stays as it is.`)
    return false
  })
}

/** The file that a link leads to: `about.html` of `/about/`. */
function fileOfLink(href: string): string {
  const path = href.trim().replace(/^\//, '')
  return normalizeFileName((path.endsWith('/') ? path.slice(0, -1) : path) || 'index.html')
}

function fileName(
  page: PagePlan,
  i: number,
  title: string,
  { taken, existing }: { taken: ReadonlySet<string>; existing: ReadonlySet<string> },
  notes: Set<string>,
): string {
  const isHome = i === 0 && existing.size === 0
  const wanted = normalizeFileName(page.filename || (isHome ? 'index.html' : title.replace(/\s+/g, '-')))
  const isFine = refuseFileName(wanted) === undefined && /\.html$/.test(wanted) && !wanted.startsWith('_components/')
  const stem = isFine ? wanted.slice(0, -'.html'.length) : `page-${i + 1}`
  if (!isFine) notes.add(`“${title}” cannot be the file ${quotedValue(page.filename)}; it is ${stem}.html.`)
  let name = `${stem}.html`
  for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}.html`
  if (isFine && name !== wanted) {
    const why = existing.has(wanted) ? `There is a page ${wanted} already` : `Two pages were planned as ${wanted}`
    notes.add(`${why}; “${title}” is ${name}.`)
  }
  return name
}

/** The sections, each with an id that no other one of the page has. */
function withIds({ sections }: PagePlan): PagePlan['sections'] {
  const taken = new Set<string>()
  return sections.map((section) => {
    const words = (section.id || section.name || section.sectionType).toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const stem = words.replace(/^[^a-z]+|-$/g, '').slice(0, 36) || 'section'
    let id = stem
    for (let number = 2; taken.has(id); number += 1) id = `${stem}-${number}`
    taken.add(id)
    return { ...section, id, name: section.name || id.replaceAll('-', ' ') }
  })
}

/** A planned page without anything on it. */
export function emptyPage(filename: string, title: string): PagePlan {
  return {
    filename,
    title,
    description: '',
    purpose: '',
    contentFocus: '',
    visualWeight: 'balanced',
    heroApproach: '',
    sections: [],
  }
}
