import { type Static, Type } from 'typebox'
import {
  CONTENT_DEPTHS,
  INTERACTIVE_ELEMENTS,
  LAYOUTS,
  MEDIA_TYPES,
  MOTION_INTENTS,
  SECTION_TYPES,
  SURFACES,
  VISUAL_STYLES,
  VISUAL_WEIGHTS,
} from './lists.ts'

/** The most pages of a blueprint, and the most sections of a page. */
export const MOST_PAGES = 20
export const MOST_SECTIONS = 16

const line = (description: string, fallback = '') => Type.String({ maxLength: 200, description, default: fallback })
const textSchema = (description: string) => Type.String({ maxLength: 2_000, description, default: '' })
const oneOf = <const Names extends readonly string[]>(names: Names, fallback: Names[number]) =>
  Type.Unsafe<Names[number]>({ type: 'string', enum: names, default: fallback })
const some = (description: string, most: number) =>
  Type.Array(Type.String({ maxLength: 300 }), { maxItems: most, description, default: [] })
const colour = (description: string, fallback: string) =>
  Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description, default: fallback })

export const SectionPlan = Type.Object({
  /** Lower case and hyphens; the name of the block in the page. */
  id: line('Lower case with hyphens: opening-hours'),
  name: line('For the person'),
  description: textSchema('What the section says'),
  contentNotes: textSchema('Facts, numbers and names to use'),
  sectionType: oneOf(SECTION_TYPES, 'custom'),
  layoutHint: oneOf(LAYOUTS, 'stacked'),
  /** How many cards, questions or pictures; 0 if it is no list. */
  itemCount: Type.Integer({ minimum: 0, maximum: 40, default: 0 }),
  mediaType: oneOf(MEDIA_TYPES, 'none'),
  interactiveElement: oneOf(INTERACTIVE_ELEMENTS, 'none'),
  motionIntent: oneOf(MOTION_INTENTS, 'none'),
  imageDirection: textSchema('What pictures show'),
  contentDepth: oneOf(CONTENT_DEPTHS, 'standard'),
})
export type SectionPlan = Static<typeof SectionPlan>

export const PagePlan = Type.Object({
  filename: line('index.html, about.html, blog/first.html'),
  title: line('Of the page, as in its menu'),
  description: line('For search engines, at most 160 characters'),
  purpose: textSchema('What a visitor comes for'),
  contentFocus: textSchema('What it is about'),
  visualWeight: oneOf(VISUAL_WEIGHTS, 'balanced'),
  heroApproach: textSchema('How it begins'),
  sections: Type.Array(SectionPlan, { maxItems: MOST_SECTIONS, default: [] }),
})
export type PagePlan = Static<typeof PagePlan>

export const DesignPlan = Type.Object({
  primaryColor: colour('Of buttons and links', '#1d4ed8'),
  secondaryColor: colour('Beside it', '#0f766e'),
  accentColor: colour('For what is to be seen first', '#d97706'),
  backgroundColor: colour('Behind everything', '#ffffff'),
  surfaceColor: colour('Of cards and bands', '#f4f4f5'),
  textColor: colour('Of text', '#18181b'),
  textMutedColor: colour('Of notes and captions', '#52525b'),
  headingFont: line('A Google font', 'Inter'),
  bodyFont: line('A Google font', 'Inter'),
  fontWeights: Type.Array(Type.Integer({ minimum: 100, maximum: 900, default: 400 }), {
    maxItems: 6,
    default: [400, 600, 700],
  }),
  borderRadius: line('A length: 8px', '8px'),
  mood: line('In a few words'),
  surfaceTreatment: oneOf(SURFACES, 'clean'),
  visualStyle: oneOf(VISUAL_STYLES, 'corporate-clean'),
  imageStyle: textSchema('What all pictures have in common'),
})
export type DesignPlan = Static<typeof DesignPlan>

export const ContentPlan = Type.Object({
  tone: line('Such as warm and plain', 'friendly and clear'),
  targetAudience: textSchema('Who visits'),
  primaryCTA: line('What visitors are to do, as on a button', 'Get in touch'),
  brandVoice: textSchema('How it speaks'),
  valuePropositions: some('What visitors get', 8),
  differentiators: some('What others do not have', 8),
  keyStats: some('Numbers that are known to be true', 8),
  brandStory: textSchema('Where it comes from'),
  contentDistribution: textSchema('What stands on which page'),
  seoKeywords: some('What people search for', 20),
})
export type ContentPlan = Static<typeof ContentPlan>

export const SharedPlan = Type.Object({
  navLinks: Type.Array(Type.Object({ label: line('In the menu'), href: line('A planned file: about.html') }), {
    maxItems: MOST_PAGES,
    default: [],
  }),
  footerTagline: line('One sentence at the bottom'),
})
export type SharedPlan = Static<typeof SharedPlan>

const siteFields = {
  siteName: line('Of the business', 'New site'),
  siteDescription: textSchema('What it is, in two sentences'),
  /** A language tag (BCP 47) of what visitors read. */
  language: line('en, de, pt-BR: the language of the request', 'en'),
  /** Further languages of the site: each page is translated to each of them. */
  languages: some('Language tags of further languages that the request names: each page is translated to them', 6),
  /** Facts to look up before anything is written; empty if nothing. */
  needsResearch: some('Questions to look up first', 5),
}

/** The plan of a site as a whole. */
export const SitePlan = Type.Object(siteFields)
export type SitePlan = Static<typeof SitePlan>

/** The plan of a site. */
export const Blueprint = Type.Object({
  ...siteFields,
  pages: Type.Array(PagePlan, { maxItems: MOST_PAGES, default: [] }),
  designSystem: DesignPlan,
  sharedComponents: SharedPlan,
  contentStrategy: ContentPlan,
})
export type Blueprint = Static<typeof Blueprint>
