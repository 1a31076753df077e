import type { PagePlan, SectionPlan } from '../blueprint/schema.ts'
import { capital } from './facts.ts'
import type { SiteKind } from './kinds.ts'
import { headlineOf, type Material } from './material.ts'
import type { MenuName } from './words.ts'

type Layout = SectionPlan['layoutHint']
type PlannedSection = Pick<SectionPlan, 'id' | 'name' | 'description' | 'contentNotes'> & Partial<SectionPlan>
export type PlannedPage = Omit<Partial<PagePlan>, 'sections'> & { sections: PlannedSection[] }

/** The pages of each kind behind the home page, with the layout that each begins with, and so has. */
const menus: Readonly<Record<SiteKind, readonly (readonly [Exclude<MenuName, 'home'>, Layout])[]>> = {
  shop: [
    ['offers', 'centered-minimal'],
    ['about', 'asymmetric'],
    ['contact', 'stacked'],
  ],
  craft: [
    ['work', 'alternating-sides'],
    ['about', 'centered-minimal'],
    ['contact', 'stacked'],
  ],
  practice: [
    ['services', 'card-mosaic'],
    ['about', 'alternating-sides'],
    ['contact', 'stacked'],
  ],
  band: [
    ['dates', 'stacked'],
    ['music', 'bento-grid'],
    ['contact', 'centered-minimal'],
  ],
  authority: [
    ['notices', 'stacked'],
    ['topics', 'card-mosaic'],
    ['contact', 'sticky-stack'],
  ],
  counsel: [
    ['services', 'stacked'],
    ['about', 'asymmetric'],
    ['contact', 'centered-minimal'],
  ],
  farewell: [
    ['services', 'alternating-sides'],
    ['about', 'centered-minimal'],
    ['contact', 'stacked'],
  ],
  app: [
    ['features', 'bento-grid'],
    ['about', 'asymmetric'],
    ['contact', 'centered-minimal'],
  ],
  software: [
    ['services', 'card-mosaic'],
    ['about', 'asymmetric'],
    ['contact', 'centered-minimal'],
  ],
  other: [
    ['services', 'centered-minimal'],
    ['about', 'alternating-sides'],
    ['contact', 'stacked'],
  ],
}

/** The layout of each kind's home page. */
const homes: Readonly<Record<SiteKind, Layout>> = {
  shop: 'split-screen',
  craft: 'asymmetric',
  practice: 'split-screen',
  band: 'cinematic-fullscreen',
  authority: 'bento-grid',
  counsel: 'asymmetric',
  farewell: 'full-bleed',
  app: 'overlapping-layers',
  software: 'split-screen',
  other: 'split-screen',
}

/** The menu of a kind of site: its pages in their order, with their files. */
export const menuOf = ({ kind, words }: Material): { name: MenuName; label: string; file: string }[] => [
  { name: 'home', label: words.menu.home, file: 'index.html' },
  ...menus[kind].map(([name]) => ({ name, label: words.menu[name], file: words.files[name] })),
]

/** The pages of a site, made of what its brief says and of blanks. */
export function pagePlans(material: Material): PlannedPage[] {
  const { kind, words, name, described } = material
  const about = described === '' ? name : `${name}: ${described}`
  const home: PlannedPage = {
    filename: 'index.html',
    title: words.menu.home,
    description: material.lead,
    purpose: words.purpose.home,
    visualWeight: 'hero-heavy',
    sections: [
      section('hero', headlineOf(material), material.lead, headlineOf(material) === name ? [] : [name], {
        sectionType: 'hero',
        layoutHint: homes[kind],
        mediaType: 'illustration',
      }),
      ...homeSections(material),
      invitation(material),
    ],
  }
  const further = menus[kind].map(([page, layoutHint]): PlannedPage => {
    const opening = section('opening', openingOf(material, page), page === 'about' ? material.lead : '', [], {
      sectionType: 'hero',
      layoutHint,
    })
    return {
      filename: words.files[page],
      title: words.menu[page],
      description: `${words.menu[page]} – ${about}`,
      purpose: words.purpose[page],
      sections: [opening, ...plannedSections(material, page), ...(page === 'contact' ? [] : [invitation(material)])],
    }
  })
  return [home, ...further]
}

const openingOf = ({ words, name }: Material, page: Exclude<MenuName, 'home'>): string => {
  if (page === 'about') return words.about(name)
  return page === 'contact' ? words.headings.reach : words.menu[page]
}

function homeSections(material: Material): PlannedSection[] {
  const { kind } = material
  const story = storyOf(material, 'asymmetric')
  if (kind === 'band') return [datesOf(material), story]
  if (kind === 'authority') return [noticesOf(material), servicesOf(material), departmentsOf(material)]
  if (kind === 'counsel') return [servicesOf(material), story, waysToReach(material)]
  if (kind === 'farewell') return [waysToReach(material), servicesOf(material), story]
  if (kind === 'app') return [servicesOf(material), story]
  if (kind === 'shop') return [offersOf(material, 'full-bleed'), story, hoursOf(material)]
  if (kind === 'craft' || kind === 'practice') return [servicesOf(material), story, hoursOf(material)]
  return [servicesOf(material), story]
}

function plannedSections(material: Material, page: Exclude<MenuName, 'home'>): PlannedSection[] {
  const { kind } = material
  switch (page) {
    case 'offers':
      return [offersOf(material, 'stacked'), hoursOf(material)]
    case 'work':
      return [servicesOf(material), storyOf(material, 'stacked'), ...pricesOf(material)]
    case 'services':
      return kind === 'counsel'
        ? [servicesOf(material), documentsOf(material)]
        : [servicesOf(material), storyOf(material, 'stacked'), ...pricesOf(material)]
    case 'features':
    case 'topics':
      return [servicesOf(material), storyOf(material, 'stacked')]
    case 'dates':
      return [datesOf(material), waysToReach(material)]
    case 'music':
      return [musicOf(material), storyOf(material, 'stacked')]
    case 'notices':
      return [noticesOf(material), departmentsOf(material)]
    case 'about':
      return [storyOf(material, 'stacked'), peopleOf(material)]
    case 'contact':
      return contactSections(material)
  }
}

function contactSections(material: Material): PlannedSection[] {
  const { kind, mail, words } = material
  const isOpen = kind !== 'band' && kind !== 'app' && kind !== 'software'
  const form = section('message', words.headings.write, words.headings.writeLead, [], { sectionType: 'form' })
  return [
    kind === 'authority' ? departmentsOf(material) : waysToReach(material),
    ...(isOpen ? [hoursOf(material)] : []),
    ...(mail === '' ? [] : [form]),
  ]
}

const invitation = ({ words }: Material): PlannedSection =>
  section('invitation', words.headings.invitation, '', [], { sectionType: 'cta-banner' })

const offersOf = ({ words, offers }: Material, layoutHint: Layout) =>
  section('list', words.headings.offers, '', offers, { sectionType: 'pricing', layoutHint })

/** Prices of a site that does not live by its list of them; only those that the brief names. */
function pricesOf({ words, offers }: Material): PlannedSection[] {
  const priced = offers.filter((offer) => offer.split(' | ').length > 2)
  if (priced.length === 0) return []
  return [section('prices', words.headings.prices, '', priced, { sectionType: 'pricing', layoutHint: 'full-bleed' })]
}

function servicesOf({ kind, words, services }: Material): PlannedSection {
  const { headings } = words
  const name =
    kind === 'app'
      ? headings.features
      : kind === 'authority'
        ? headings.topics
        : headings[kind === 'craft' ? 'work' : 'services']
  return section('services', name, '', services, { sectionType: 'features', layoutHint: 'card-mosaic' })
}

const storyOf = ({ words, name, story }: Material, layoutHint: Layout) =>
  section('story', words.about(name), '', story, { layoutHint })

const hoursOf = ({ words, hours }: Material) =>
  section('hours', words.headings.hours, '', hours, { sectionType: 'timeline', layoutHint: 'full-bleed' })

const datesOf = ({ words, dates }: Material) =>
  section('dates', words.headings.dates, '', dates, { sectionType: 'timeline', layoutHint: 'full-bleed' })

const musicOf = ({ words, blank }: Material) =>
  section('listen', words.headings.music, '', [blank('music')], { sectionType: 'gallery', layoutHint: 'bento-grid' })

const noticesOf = ({ words, notices }: Material) =>
  section('notices', words.headings.notices, '', notices, { sectionType: 'timeline', layoutHint: 'stacked' })

const waysToReach = ({ words, details }: Material) =>
  section('find-us', words.headings.reach, '', details, { sectionType: 'map-contact' })

const departmentsOf = ({ words, departments }: Material) =>
  section('departments', words.headings.departments, '', departments, {
    sectionType: 'map-contact',
    layoutHint: 'full-bleed',
  })

const documentsOf = ({ words, blank }: Material) =>
  section('documents', words.headings.documents, '', [blank('documents')], {
    sectionType: 'process-steps',
    layoutHint: 'full-bleed',
  })

const peopleOf = ({ words, blank }: Material) =>
  section('people', words.headings.people, '', [blank('people')], { sectionType: 'team' })

function section(
  id: string,
  name: string,
  description: string,
  lines: readonly string[],
  fields: Partial<SectionPlan>,
): PlannedSection {
  return { id, name: capital(name), description, contentNotes: lines.join('\n'), itemCount: lines.length, ...fields }
}
