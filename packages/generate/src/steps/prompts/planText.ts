import type { Brand } from '../../brand/brand.ts'
import type { Plan, PlannedPage, PlannedSection } from '../../plan/plan.ts'
import { pageHref } from '../../rehearsal/sections.ts'

/** The part of a plan that all pages share, as text for a model: the same bytes for each page of it. */
export function planText({ brief, brand, site, design, content, shared, pages: all }: Plan): string {
  const pages = all.filter(({ translation }) => translation === undefined)
  return sections([
    ['Asked for', [brief]],
    [
      'Site',
      fields([
        ['Name', site.siteName],
        ['What it is', site.siteDescription],
        ['Language', site.language],
      ]),
    ],
    ['Pages (file, address, title, purpose)', pages.map(pageLine)],
    ['Menu', shared.navLinks.map(({ label, href }) => `${label}: ${pageHref(href)}`)],
    ['Footer', shared.footerTagline === '' ? [] : [shared.footerTagline]],
    [
      'Design',
      fields([
        ['Style', design.visualStyle],
        ['Surface', design.surfaceTreatment],
        ['Mood', design.mood],
        ['Primary', design.primaryColor],
        ['Secondary', design.secondaryColor],
        ['Accent', design.accentColor],
        ['Background', design.backgroundColor],
        ['Cards and bands', design.surfaceColor],
        ['Text', design.textColor],
        ['Notes', design.textMutedColor],
        ['Headings', design.headingFont],
        ['Text font', design.bodyFont],
        ['Weights', design.fontWeights.join(', ')],
        ['Corners', design.borderRadius],
        ['Pictures', design.imageStyle],
      ]),
    ],
    ['Brand', brand ? brandLines(brand) : []],
    [
      'Content',
      fields([
        ['Tone', content.tone],
        ['Voice', content.brandVoice],
        ['For', content.targetAudience],
        ['Visitors are to', content.primaryCTA],
        ['They get', content.valuePropositions.join('; ')],
        ['Others lack', content.differentiators.join('; ')],
        ['Numbers', content.keyStats.join('; ')],
        ['Story', content.brandStory],
        ['Where what stands', content.contentDistribution],
        ['Searched for', content.seoKeywords.join(', ')],
      ]),
    ],
  ])
}

/** The brand for a model. */
export const brandLines = ({ colors, logo }: Brand): string[] => [
  `Its colours, which the design begins with: ${colors.join(', ')}`,
  ...(logo ? [`Its logo, which is the header's link to /: ${logo.url}, ${logo.width} × ${logo.height} px`] : []),
]

const pageLine = ({ filename, title, purpose }: PlannedPage): string =>
  [filename, pageHref(filename), title, purpose].filter((part) => part !== '').join(' · ')

/** The page of a plan with its sections, in their order. */
export function pageText(page: PlannedPage): string {
  const about = fields([
    ['File', page.filename],
    ['Address', pageHref(page.filename)],
    ['Title', page.title],
    ['Description', page.description],
    ['Purpose', page.purpose],
    ['About', page.contentFocus],
    ['Weight', page.visualWeight],
    ['Begins with', page.heroApproach],
  ])
  return [...about, 'Sections, in this order:', ...page.sections.flatMap(sectionText)].join('\n')
}

function sectionText(section: PlannedSection, i: number): string[] {
  const form = fields([
    ['layout', section.layoutHint],
    ['items', section.itemCount > 0 ? String(section.itemCount) : ''],
    ['media', unlessNone(section.mediaType)],
    ['pictures of', section.imageDirection],
    ['interactive', unlessNone(section.interactiveElement)],
    ['motion', unlessNone(section.motionIntent)],
    ['depth', section.contentDepth],
  ]).join('; ')
  const lines = [
    `${i + 1}. data-block="${section.id}" · ${section.sectionType} · ${section.name}`,
    `   ${form}`,
    ...(section.description === '' ? [] : [`   Says: ${section.description}`]),
  ]
  return section.contentNotes === '' ? lines : [...lines, '   Use:', ...section.contentNotes.split('\n').map(indented)]
}

const indented = (line: string): string => `     ${line}`
const unlessNone = (name: string): string => (name === 'none' ? '' : name)

/** The fields that say something. */
const fields = (given: readonly (readonly [string, string])[]): string[] =>
  given.flatMap(([name, value]) => (value.trim() === '' ? [] : [`${name}: ${value}`]))

const sections = (given: readonly (readonly [string, readonly string[]])[]): string =>
  given.flatMap(([title, lines]) => (lines.length === 0 ? [] : [[`## ${title}`, ...lines].join('\n')])).join('\n\n')
