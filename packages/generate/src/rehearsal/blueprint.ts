import { fitted } from '../blueprint/fit.ts'
import { Blueprint, type SectionPlan } from '../blueprint/schema.ts'
import { type BusinessFacts, businessFacts, capital } from './facts.ts'
import { germanFacts } from './germanFacts.ts'
import { germanTradeOf } from './germanTrades.ts'
import { type Point, siteTradeOf, type TradeCopy } from './trades.ts'
import { languageOf, type SiteWords, siteWords } from './words.ts'

/**
 * A blueprint made without a model, in English or German: four pages of the trade that the brief names, with the name, the place, what is
 * sold, prices, opening hours, telephone and mail that are found in it. The content notes of each section hold its
 * copy, one entry a line, its parts parted by ` | `, which is what `rehearseSite` reads.
 * @param brief what a person wrote about the business
 */
export function rehearseBlueprint(brief: string): Blueprint {
  const language = languageOf(brief)
  const words = siteWords(language)
  const { trade, copy } = language === 'de' ? germanTradeOf(brief) : siteTradeOf(brief)
  const facts = language === 'de' ? germanFacts(brief) : businessFacts(brief)
  const name = facts.name || words.yourBusiness
  const kind = facts.kind || copy.kind
  const described = facts.place ? words.inPlace(kind, facts.place) : kind
  const business = facts.place ? words.inPlace(name, facts.place) : name
  const offers = offersOf(facts, copy)
  const details = contactLines(facts, words)
  const hours = facts.hours.length > 0 ? facts.hours : copy.hours
  const { offer } = trade

  return fitted(Blueprint, {
    siteName: name,
    siteDescription: words.is(name, described),
    language,
    pages: [
      {
        filename: 'index.html',
        title: words.home.title,
        description: `${name}: ${described}. ${copy.headline}`,
        purpose: words.home.purpose(name),
        contentFocus: words.home.focus,
        visualWeight: 'hero-heavy',
        heroApproach: words.home.approach,
        sections: [
          section('hero', copy.headline, copy.lead(name, described), [capital(described)], {
            sectionType: 'hero',
            layoutHint: 'split-screen',
            mediaType: 'illustration',
          }),
          section('reasons', trade.reasonsTitle, '', pointLines(trade.reasons), {
            sectionType: 'features',
            layoutHint: 'card-mosaic',
          }),
          section('highlights', copy.boardTitle, '', offers.slice(0, 4), {
            sectionType: 'pricing',
            layoutHint: 'full-bleed',
          }),
          section('glimpses', trade.galleryTitle, '', pointLines(trade.gallery), {
            sectionType: 'gallery',
            layoutHint: 'bento-grid',
            mediaType: 'background-pattern',
          }),
          section('story', copy.storyTitle, '', copy.story, { layoutHint: 'asymmetric' }),
          section('invitation', trade.closing[0], trade.closing[1], [], { sectionType: 'cta-banner' }),
        ],
      },
      {
        filename: offer.file,
        title: offer.menu,
        description: words.offer.description(offer.menu, business),
        purpose: words.offer.purpose,
        contentFocus: words.offer.focus,
        visualWeight: 'content-dense',
        sections: [
          section('opening', offer.title, offer.lead, [], { sectionType: 'hero', layoutHint: 'centered-minimal' }),
          section('list', copy.boardTitle, '', offers, { sectionType: 'pricing', layoutHint: 'stacked' }),
          section('steps', trade.stepsTitle, '', pointLines(trade.steps), {
            sectionType: 'process-steps',
            layoutHint: 'full-bleed',
          }),
          section('questions', words.offer.questions, '', pointLines(trade.questions), {
            sectionType: 'faq',
            interactiveElement: 'accordion',
          }),
          section('invitation', trade.closing[0], trade.closing[1], [], { sectionType: 'cta-banner' }),
        ],
      },
      {
        filename: words.about.file,
        title: words.about.title,
        description: words.about.description(name, described),
        purpose: words.about.purpose,
        contentFocus: words.about.focus,
        sections: [
          section('opening', trade.aboutTitle, words.is(name, described), [], {
            sectionType: 'hero',
            layoutHint: 'centered-minimal',
          }),
          section('story', copy.storyTitle, '', copy.story, { layoutHint: 'asymmetric' }),
          section('path', trade.dayTitle, '', pointLines(trade.day), {
            sectionType: 'timeline',
            layoutHint: 'full-bleed',
          }),
          section('values', trade.valuesTitle, '', pointLines(trade.values), { sectionType: 'features' }),
          section('invitation', trade.closing[0], trade.closing[1], [], { sectionType: 'cta-banner' }),
        ],
      },
      {
        filename: words.contact.file,
        title: trade.contactMenu,
        description: words.contact.description(business),
        purpose: words.contact.purpose,
        contentFocus: words.contact.focus,
        visualWeight: 'minimal',
        sections: [
          section('opening', trade.contactTitle, trade.closing[1], [], {
            sectionType: 'hero',
            layoutHint: 'centered-minimal',
          }),
          section('find-us', words.contact.where, '', details, { sectionType: 'map-contact' }),
          section('hours', words.contact.hours, '', hours.map(line), {
            sectionType: 'timeline',
            layoutHint: 'full-bleed',
          }),
          ...(facts.mail
            ? [
                section('message', words.contact.write, words.contact.writeLead, [], {
                  sectionType: 'form',
                }),
              ]
            : []),
          section('arriving', words.contact.arriving, '', pointLines(trade.arriving), {
            sectionType: 'faq',
            interactiveElement: 'accordion',
          }),
        ],
      },
    ],
    designSystem: { ...trade.look, imageStyle: words.strategy.images },
    sharedComponents: {
      navLinks: [
        { label: words.home.title, href: 'index.html' },
        { label: offer.menu, href: offer.file },
        { label: words.about.title, href: words.about.file },
        { label: trade.contactMenu, href: words.contact.file },
      ],
      footerTagline: copy.headline,
    },
    contentStrategy: {
      tone: words.strategy.tone,
      targetAudience: words.strategy.audience(facts.place),
      primaryCTA: copy.action,
      brandVoice: words.strategy.voice,
      valuePropositions: trade.reasons.map(([title]) => title),
      differentiators: trade.values.map(([title]) => title),
      brandStory: copy.story.join(' '),
      contentDistribution: words.strategy.distribution(offer.menu, trade.contactMenu),
      seoKeywords: [name, described, ...facts.offers.map((each) => each.name)],
    },
  })
}

type Planned = Pick<SectionPlan, 'id' | 'name' | 'description' | 'contentNotes'> & Partial<SectionPlan>

function section(
  id: string,
  name: string,
  description: string,
  lines: readonly string[],
  fields: Partial<SectionPlan>,
): Planned {
  return { id, name, description, contentNotes: lines.join('\n'), itemCount: lines.length, ...fields }
}

const line = (parts: readonly string[]): string => parts.map((part) => part.replaceAll('|', '/')).join(' | ')
const pointLines = (points: readonly Point[]): string[] => points.map(line)

/**
 * The goods and services, with prices: the person's own first, and examples of the trade where they name fewer than
 * three.
 */
function offersOf({ offers, currency }: BusinessFacts, { board }: TradeCopy): string[] {
  const own = offers.map(({ name, price }) => line(price ? [name, '', price] : [name]))
  if (own.length >= 3) return own
  const stems = offers.map(({ name }) => name.toLowerCase().slice(0, 4))
  const examples = board
    .filter(([title]) => !stems.some((stem) => title.toLowerCase().includes(stem)))
    .map(([title, note, price]) =>
      line([title, note, currency && /[1-9]/.test(price) ? price.replace(/(\d)/, `${currency}$1`) : price]),
    )
  return [...own, ...examples.slice(0, 6 - own.length)]
}

function contactLines({ phone, mail, address, place }: BusinessFacts, { contact }: SiteWords): string[] {
  const lines: Point[] = [
    [address === '' ? contact.place : contact.address, [address, place].filter((part) => part !== '').join(', ')],
    [contact.phone, phone],
    [contact.mail, mail],
  ]
  return lines.filter(([, text]) => text !== '').map(line)
}
