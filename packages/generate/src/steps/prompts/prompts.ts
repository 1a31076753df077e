import { frameText, visibleText } from '@atelier/site'
import type { Brand } from '../../brand/brand.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Step } from '../steps.ts'
import { styleNames } from '../styles/styleNames.ts'
import { dataConvention, fileConventions } from './conventions.ts'
import { pageWords } from './pageWords.ts'
import { brandLines, pageText, planText } from './planText.ts'

/** The prompt of a step's run. */
export interface StepPrompt {
  /** The same for every run of the step. */
  system: string
  /** The most stable parts come first. */
  user: string
}

/** A text of another author: a page of the web, or one of the site as it is. */
export interface PromptSource {
  /** Where it comes from: an address or a file name. */
  source: string
  text: string
}

/** A picture of the media library. */
export interface PromptPicture {
  url: string
  alt: string
  width?: number
  height?: number
}

/** The parts of a prompt besides the plan. */
export interface PromptContext {
  /** A mark that no author of a source can know: the lines around each source hold it. */
  mark: string
  sources?: readonly PromptSource[]
  pictures?: readonly PromptPicture[]
  /** The logo and the colours of the business. */
  brand?: Brand | undefined
}

/** The most characters of one source, and of all. */
const MOST_SOURCE = 12_000
const MOST_SOURCES = 36_000

const planSystem = `You plan a website: you answer with its blueprint, and write no page yet. A person reads the plan, changes it and then has it carried out, so it is concrete: what each section says, with which facts.

The plan
- As many pages as the business needs and no more: three to six, for one thing alone a single page. index.html is the home page. File names are lower case with hyphens.
- Four to seven sections a page, each with a purpose, of different types and layouts; not hero, three cards, banner on every page. The last one of a page says where to go next.
- contentNotes hold the facts, names, numbers and wishes of the request that the section is about, one a line, in its language; they are all that the writer of the page sees of the request's details. Nothing is invented: no reviews, figures, people, prices or addresses that are not there.
- The design fits this business and no other: colours with a reason, of which text reads on the background with 4.5 : 1; two fonts of Google Fonts at most; a visual style. Avoid what every generated site has (purple gradients, glass cards, Inter for everything) where nothing asks for it.
- language is that of the visitors: the one the request is written in, unless it names another. languages lists further ones only where the request names several; pages are planned once, in the first language: the others are translations of them.
- navLinks lead to planned files. needsResearch lists only what cannot be written without looking it up.

${dataConvention}`

/** Asks for the blueprint of a new site. */
export function generatePrompt(brief: string, context: PromptContext): StepPrompt {
  return {
    system: stepSystems.generate,
    user: joinParagraphs([...material(context), ...brandPart(context), titled('The request', brief), 'Plan the site.']),
  }
}

/** Asks for the blueprint of a site that is to replace one. `context.sources` hold the pages as they are. */
export function redesignPrompt(brief: string, context: PromptContext): StepPrompt {
  return {
    system: stepSystems.generate,
    user: joinParagraphs([
      ...material(context, 'The site as it is'),
      ...brandPart(context),
      titled('The request', brief),
      'Plan the site anew. Keep what it says: every fact, name, price and address of it stands in the contentNotes of some section, in the words of the site where they are good. Keep its pages and their file names, so that links go on working, unless the request says otherwise; join pages that say the same. Its structure, design and order are yours to change: name in purpose what gets better.',
    ]),
  }
}

/** Asks for further pages of a site. The plan says how the others look; `files` are those that there are. */
export function addPagesPrompt(
  brief: string,
  plan: Pick<Plan, 'site' | 'design' | 'content' | 'shared'>,
  files: readonly string[],
  context: PromptContext,
): StepPrompt {
  const known = { brief: '', ...plan, pages: [] }
  return {
    system: stepSystems.generate,
    user: joinParagraphs([
      titled('The site as it is', planText(known)),
      titled('Its files', files.join('\n')),
      ...material(context),
      titled('The request', brief),
      'Plan the new pages. pages holds these alone, with file names that are not taken, and no index.html. The design, the tone and the language stay as they are. navLinks are those of the site with the new pages where they belong.',
    ]),
  }
}

const partsTask = `You write the shared parts of a website. Write both with one call of writeFiles: _components/header.html and _components/footer.html.
- The header: the site's name (a link to /), the menu of the plan with every link, and the call to action if the plan has one that leads to a page of it. It stays usable at 320 px without a script: the links wrap, or stand in <details>.
- The footer: the name, the tagline, links to all planned pages, and the ways to get in touch that the plan holds. Nothing else: no newsletter, no social networks, no year that has to be kept up to date, unless the plan names them.
- Use plain class names that say what they are, such as .header, .header-name, .header-links, .footer, .footer-links: the next step writes their rules. Write no <style>.`

/** Asks for the shared parts of all pages. */
export function componentsPrompt(plan: Plan): StepPrompt {
  return {
    system: stepSystems.components,
    user: joinParagraphs([titled('The plan', planText(plan)), 'Write the shared parts.']),
  }
}

const assetsTask = `You write the stylesheet that all pages of a website share. Write styles.css whole with one call of writeFiles, and nothing else.
- First :root with the tokens: color-scheme, colours as light-dark(light, dark), --font-heading and --font-body with fallbacks, sizes of text, spaces and --radius with clamp() where they grow. Each colour of the plan has a token; dark values keep the hues.
- Then a small reset, body, headings, links, :focus-visible, images; then the classes that pages share: .section, .button, .card, .grid, .eyebrow, .lead and the like, with the classes that the shared parts use; then motion, within its @media.
- Fonts are installed by the site: no @import, no @font-face, no url().
- Each class has one rule; states and widths stand beside it. A comment in front of a group says in a few words what it is for: the writers of the pages read it.
- 6 to 16 kB. No utility classes.`

/** The data that the stylesheet is written for. */
export interface AssetsContext {
  /** The shared parts as they are, by file name. */
  parts?: Readonly<Record<string, string>>
}

/** Asks for the stylesheet of all pages. */
export function assetsPrompt(plan: Plan, { parts = {} }: AssetsContext = {}): StepPrompt {
  return {
    system: stepSystems.assets,
    user: joinParagraphs([
      titled('The plan', planText(plan)),
      titled('Planned sections', sectionKinds(plan)),
      ...partTexts(parts),
      'Write styles.css.',
    ]),
  }
}

const pagesTask = `You write one page of a website; others write the other pages at the same time. Look for what the page needs first (searchImages and searchIcons, one call each with all queries), then write the page whole with one call of writeFile. Write no other file.
- <!doctype html>, <html lang="…">, a head with charset, viewport, <title>, <meta name="description"> and <link rel="stylesheet" href="/styles.css">, then the body: the header's comment, <main data-block="main"> with the planned sections in their order, the footer's comment.
- Every planned section is there, complete, with all its notes used. Its layout is the one that is planned: sections that look alike one after another are a mistake.
- Nothing is left out or shortened: no “more items here”, no comment in place of content.`

/** The data that a page is written with. */
export interface PageContext extends Partial<PromptContext> {
  /** styles.css as it is. */
  styles?: string
  /** The shared parts as they are, by file name. */
  parts?: Readonly<Record<string, string>>
}

/** The most characters of the stylesheet that a page is written with; of a longer one its names are listed. */
const MOST_STYLES = 24_000

/** Asks for a page. Undefined if it is not planned. The parts common to all pages of the plan come first. */
export function pagePrompt(
  plan: Plan,
  pageKey: string,
  { styles = '', parts = {}, sources = [], pictures = [], mark = '' }: PageContext = {},
): StepPrompt | undefined {
  const page = plan.pages.find(({ key }) => key === pageKey)
  if (!page) return undefined
  return {
    system: stepSystems.pages,
    user: joinParagraphs([
      titled('The plan', planText(plan)),
      ...(styles === '' ? [] : [titled('styles.css', stylesText(styles))]),
      ...partTexts(parts),
      ...material({ sources, pictures, mark }),
      titled('The page that you write', pageText(page)),
      `Write ${page.filename}.`,
    ]),
  }
}

const isMarkup = (text: string) => /^\s{0,200}<(?:!doctype|html|[a-z])/i.test(text.slice(0, 260))

/** Others' texts, framed so that they cannot pass for the request, and the existing pictures. */
const brandPart = ({ brand }: PromptContext): string[] =>
  brand ? [titled('The brand', brandLines(brand).join('\n'))] : []

function material({ sources = [], pictures = [], mark }: PromptContext, title = 'Sources'): string[] {
  const texts: string[] = []
  let left = MOST_SOURCES
  // The shorter ones first take what they need, so that the long ones share the rest.
  const words = sources.map(({ source, text }) => ({ source, text: isMarkup(text) ? pageWords(text) : text }))
  const shares = new Map<object, number>()
  for (const [i, each] of words.toSorted((a, b) => a.text.length - b.text.length).entries()) {
    const share = Math.min(each.text.length, MOST_SOURCE, Math.floor(left / (words.length - i)))
    shares.set(each, share)
    left -= share
  }
  for (const each of words) {
    const { source, text } = each
    const shown = visibleText(text, shares.get(each) ?? 0)
    if (shown.trim() === '') continue
    texts.push(frameText(shown, { source: visibleText(source, 300).replace(/\s+/g, ' '), mark }))
  }
  const library = pictures.map(
    ({ url, alt, width, height }) => `${url}${width && height ? ` (${width} × ${height})` : ''}: ${alt}`,
  )
  return [
    ...(texts.length === 0 ? [] : [titled(title, texts.join('\n\n'))]),
    ...(library.length === 0
      ? []
      : [titled('Pictures of the media library, to be used as they are', library.join('\n'))]),
  ]
}

/** The types and layouts of the planned sections, each pair once. */
const sectionKinds = ({ pages }: Plan): string => {
  const kinds = pages.flatMap(({ sections }) =>
    sections.map(({ sectionType, layoutHint }) => `${sectionType} (${layoutHint})`),
  )
  return [...new Set(kinds)].sort().join(', ')
}

const partTexts = (parts: Readonly<Record<string, string>>): string[] =>
  Object.entries(parts).map(([name, text]) => titled(`${name}, as it is`, text.trim()))

/** A stylesheet, or the names of it if it is long. */
function stylesText(css: string): string {
  if (css.length <= MOST_STYLES) return css.trim()
  const { classes, tokens } = styleNames(css)
  return [`Classes: ${[...classes].join(' ')}`, `Custom properties: ${[...tokens].join(' ')}`].join('\n')
}

/** The instructions of each step, the same for every run of it. */
export const stepSystems: Readonly<Record<Step, string>> = {
  generate: planSystem,
  components: joinParagraphs([partsTask, fileConventions]),
  assets: joinParagraphs([assetsTask, fileConventions]),
  pages: joinParagraphs([pagesTask, fileConventions]),
}

const titled = (title: string, text: string): string => `# ${title}\n${text}`
function joinParagraphs(parts: readonly string[]): string {
  return parts.join('\n\n')
}
